// The worker: holds the WebAssembly module, and answers the page. What they say to each other stands in
// `studio/page/src/engine/worker.ts`; before that `{ module }` comes, and `{ ready: true }` or `{ failed: "why" }` goes.

import { initSync, Studio } from "cardwright";
import type { Documents } from "../../page/src/engine/playground";
import { fromBase64 } from "./base64";

/** How long after its last message the language service is asked what it has found meanwhile, in milliseconds. */
const REVIEW = 400;

interface Asked {
  module?: string;
  id?: number;
  text?: string;
  open?: Documents;
  documents?: true;
}

let studio: Studio | null = null;
/** All texts as they are now: they can be had even when the module has stopped. */
let texts: Documents = {};
let isStopped = false;
let review: ReturnType<typeof setTimeout> | undefined;

addEventListener("message", (event: MessageEvent<Asked>) => void heard(event.data));

async function heard(asked: Asked): Promise<void> {
  if (asked.module !== undefined) return begin(asked.module);
  if (asked.id === undefined) return;
  postMessage({ id: asked.id, text: answered(asked) });
  const changed = isStopped ? [] : (studio?.takeChanged() ?? []);
  if (changed.some((what) => what === "files" || what.startsWith("file:"))) texts = studio?.documents() ?? texts;
  if (changed.length > 0) postMessage({ changed });
}

/** Makes the module ready. */
async function begin(module: string): Promise<void> {
  try {
    if (typeof WebAssembly === "undefined") throw new Error("it has no WebAssembly");
    if (typeof DecompressionStream === "undefined") throw new Error("it has no DecompressionStream");
    const packed = new Blob([fromBase64(module)]).stream().pipeThrough(new DecompressionStream("gzip"));
    const bytes = await new Response(packed).arrayBuffer();
    initSync({ module: await WebAssembly.compile(bytes) });
    postMessage({ ready: true });
  } catch (error) {
    postMessage({ failed: `The playground cannot run in this browser: ${wordsOf(error)}. Open it with a newer one.` });
  }
}

/** The answer as a text of JSON. */
function answered({ text, open, documents }: Asked): string {
  if (documents) return JSON.stringify({ ok: texts });
  if (isStopped) return refusal("the engine has stopped");
  try {
    if (open) return opened(open);
    if (text === undefined || !studio) return refusal("there is no project");
    const answer = studio.answer(text);
    reviewAfter(text);
    return answer;
  } catch (error) {
    return failed(error);
  }
}

function opened(documents: Documents): string {
  const other = new Studio(documents);
  studio?.free();
  studio = other;
  texts = other.documents();
  clearTimeout(review);
  return JSON.stringify({ ok: {} });
}

/** A module that has broken off in the middle of something cannot be asked any more. Other errors are what it says. */
function failed(error: unknown): string {
  if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) return refusal(wordsOf(error));
  isStopped = true;
  postMessage({ stopped: wordsOf(error) });
  return refusal(`the engine has stopped: ${wordsOf(error)}`);
}

/** The language service finds mistakes while nobody asks: the page is told to come and fetch them. */
function reviewAfter(text: string): void {
  const asked = JSON.parse(text) as { ask?: string; message?: unknown };
  if (asked.ask !== "lsp" || asked.message === null) return;
  clearTimeout(review);
  review = setTimeout(() => postMessage({ changed: ["lsp"] }), REVIEW);
}

function refusal(why: string): string {
  return JSON.stringify({ error: why });
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
