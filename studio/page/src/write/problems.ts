// The problems of the project: asked for again when a file has changed, first of that file, then of all.

import { signal } from "@preact/signals";
import type { Engine } from "../engine/engine";
import type { Problem } from "../protocol";

/** The problems of all files; none yet if nobody has asked. */
export const problems = signal<Problem[] | null>(null);
export const checking = signal(false);

/** How long nothing may change before all is checked, in milliseconds. */
const CALM = 1_200;

/** How long the first check waits, in milliseconds. */
const FIRST = 500;

let timer: ReturnType<typeof setTimeout> | undefined;
let following: Engine | null = null;
let turn = 0;

/** Checks all, now and a moment after each change. */
export function followProblems(engine: Engine): void {
  if (following === engine) return;
  following = engine;
  engine.listen((changed) => {
    const files = changed.filter((what) => what.startsWith("file:")).map((what) => what.slice("file:".length));
    if (files.length > 0 || changed.includes("files") || changed.includes("*")) soon(engine);
  });
  // The text that one wants to read comes first: the first check of a large project takes its time.
  timer = setTimeout(() => void all(engine), FIRST);
}

/** Another project is open: nothing is known of it yet. */
export function forgetProblems(): void {
  turn++;
  problems.value = null;
  checking.value = false;
}

/** Checks one file at once. */
export async function checkFile(engine: Engine, file: string): Promise<void> {
  try {
    const found = await engine.ask<"check">({ ask: "check", file });
    problems.value = [...(problems.value ?? []).filter((one) => one.file !== file), ...found.filter((one) => one.file === file)];
  } catch {
    // The check of all tells what is wrong with the connection.
  }
  soon(engine);
}

function soon(engine: Engine): void {
  clearTimeout(timer);
  timer = setTimeout(() => void all(engine), CALM);
}

async function all(engine: Engine): Promise<void> {
  const mine = ++turn;
  checking.value = true;
  try {
    const found = await engine.ask<"check">({ ask: "check" });
    if (mine === turn) problems.value = found;
  } catch {
    // The known problems stay; the connection is shown elsewhere.
  }
  if (mine === turn) checking.value = false;
}

/** How many errors and warnings each file has. */
export function counts(): Map<string, { errors: number; warnings: number }> {
  const found = new Map<string, { errors: number; warnings: number }>();
  for (const { file, severity } of problems.value ?? []) {
    const count = found.get(file) ?? { errors: 0, warnings: 0 };
    if (severity === "error") count.errors++;
    else count.warnings++;
    found.set(file, count);
  }
  return found;
}
