// The engine of the playground with a worker that is played here: what it knows of the open project, and when.

import { describe, expect, test } from "vitest";
import type { Brought, Documents, Playground } from "../src/engine/playground";
import { WorkerEngine } from "../src/engine/worker";

interface Sent {
  id: number;
  text?: string;
  open?: Documents;
  documents?: true;
}

/** A worker that answers at once, as `answer` says. */
class Answering extends EventTarget {
  constructor(private readonly answer: (sent: Sent) => unknown) {
    super();
  }

  postMessage(sent: Sent): void {
    this.tell({ id: sent.id, text: JSON.stringify(this.answer(sent)) });
  }

  tell(data: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

const FIRST: Brought = { name: "first", title: "First: a game!", documents: { "cards/a/b.yaml": "one" }, passedOver: 0 };
const OTHER: Brought = { ...FIRST, name: null, title: "Other", documents: { "cards/a/b.yaml": "two" } };

/** A playground that hands on what it is asked for. */
const PLAYGROUND: Playground = {
  listed: [{ name: "first", title: FIRST.title }],
  begin: () => Promise.reject(new Error("it has begun")),
  sample: () => Promise.resolve(FIRST),
  fetched: () => Promise.resolve(FIRST),
  ofZip: () => Promise.resolve(OTHER),
  zipOf: (documents) => new TextEncoder().encode(JSON.stringify(documents)),
  addressOf: (name, title, documents) => `${name ?? title}:${JSON.stringify(documents)}`,
};

function engine(answer: (sent: Sent) => unknown): { engine: WorkerEngine; worker: Answering } {
  const worker = new Answering(answer);
  return { engine: new WorkerEngine(worker as unknown as Worker, PLAYGROUND), worker };
}

/** A worker that keeps the documents that it got, and what is written. */
function keeping(): { engine: WorkerEngine; worker: Answering } {
  let documents: Documents = {};
  return engine(({ text, open }) => {
    if (open) documents = { ...open };
    else if (text === undefined) return { ok: documents };
    else {
      const request = JSON.parse(text) as { ask: string; file: string; text: string };
      if (request.ask === "write") documents[request.file] = request.text;
      return { ok: { name: "in memory", version: "1" } };
    }
    return { ok: {} };
  });
}

describe("a project of the playground", () => {
  test("is named by where it came from, not by the engine", async () => {
    const { engine } = keeping();
    await engine.open(FIRST);
    expect((await engine.ask<"project">({ ask: "project" })).name).toBe(FIRST.title);
    expect(engine.projects.open.value).toEqual({ name: "first", title: FIRST.title, number: 1 });
  });

  test("is changed as soon as a file is written, and unchanged when it was taken along", async () => {
    const { engine } = keeping();
    await engine.open(FIRST);
    expect(engine.projects.isChanged.value).toBe(false);
    await engine.ask<"write">({ ask: "write", file: "cards/a/b.yaml", text: "three", version: "1" });
    expect(engine.projects.isChanged.value).toBe(true);
    const { name, bytes } = await engine.projects.zip();
    expect([name, new TextDecoder().decode(bytes)]).toEqual(["first-a-game.zip", '{"cards/a/b.yaml":"three"}']);
    expect(engine.projects.isChanged.value).toBe(false);
  });

  test("has a short address until its texts are others, and a whole one from then on", async () => {
    const { engine } = keeping();
    await engine.open(FIRST);
    expect(await engine.projects.address()).toMatch(/^first:/);
    await engine.ask<"write">({ ask: "write", file: "cards/a/b.yaml", text: "three", version: "1" });
    await engine.projects.zip();
    expect(await engine.projects.address()).toBe(`${FIRST.title}:{"cards/a/b.yaml":"three"}`);
  });

  test("that cannot be opened leaves the one that is open, and nothing is forgotten", async () => {
    const { engine: own } = engine(({ open }) => (open?.["cards/a/b.yaml"] === "two" ? { error: "too many files" } : { ok: {} }));
    await own.open(FIRST);
    let forgotten = 0;
    await expect(own.projects.take(OTHER, () => forgotten++)).rejects.toThrow("too many files");
    expect([own.projects.open.value.title, forgotten]).toEqual([FIRST.title, 0]);
    await own.projects.take(FIRST, () => forgotten++);
    expect([own.projects.open.value.number, forgotten]).toEqual([2, 1]);
  });

  test("whose worker stops is told of, and what waits is told why", async () => {
    const worker = new EventTarget();
    const own = new WorkerEngine(Object.assign(worker, { postMessage: () => undefined }) as unknown as Worker, PLAYGROUND);
    const asked = own.ask<"games">({ ask: "games" });
    worker.dispatchEvent(new MessageEvent("message", { data: { stopped: "unreachable" } }));
    await expect(asked).rejects.toThrow("has stopped");
    expect(own.connection.value).toBe("stopped");
  });
});
