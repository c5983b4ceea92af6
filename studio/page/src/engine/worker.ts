// The engine of the playground: the WebAssembly package in a worker answers the same texts as the studio. Nothing leaves the page.
// The worker takes `{ id, text }` and gives `{ id, text }`; `{ changed: [...] }` comes without being asked for.

import { signal } from "@preact/signals";
import type { Request } from "../protocol";
import type { Answers, Ask } from "./answers";
import { type Connection, type Engine, type Listener, Listeners, Lost, opened } from "./engine";
import { tidied } from "./tidy";

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** What is told after a request that changed something, since nobody but this page can have changed it. */
function changedBy(request: Request): string[] {
  switch (request.ask) {
    case "write": return ["files", `file:${request.file}`];
    case "decide": case "let": case "undo": return [`game:${request.game}`];
    case "new-game": case "open-game": case "branch": return ["games"];
    default: return [];
  }
}

export class WorkerEngine implements Engine {
  readonly connection = signal<Connection>("open");
  readonly can = { files: true, games: true };
  private readonly listeners = new Listeners();
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;

  constructor(private readonly worker: Worker) {
    worker.addEventListener("message", (event: MessageEvent<unknown>) => this.heard(event.data));
    worker.addEventListener("error", () => this.lost());
    worker.addEventListener("messageerror", () => this.lost());
  }

  listen(listener: Listener): () => void {
    return this.listeners.add(listener);
  }

  async ask<K extends Request["ask"]>(request: Ask<K>): Promise<Answers[K]> {
    const id = this.next++;
    const answer = await new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, text: JSON.stringify(request) });
    });
    const value = tidied(request.ask, opened(answer));
    const changed = changedBy(request);
    if (changed.length > 0) this.listeners.tell(changed);
    return value;
  }

  private heard(message: unknown): void {
    if (typeof message !== "object" || message === null) return;
    if ("changed" in message && Array.isArray(message.changed)) this.listeners.tell(message.changed.map(String));
    if (!("id" in message && typeof message.id === "number" && "text" in message)) return;
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    try {
      waiting?.resolve(JSON.parse(String(message.text)));
    } catch {
      waiting?.resolve({ error: "The playground answered something that this page does not understand." });
    }
  }

  /** A worker that failed does not come back by itself: what waits for it is told so. */
  private lost(): void {
    this.connection.value = "lost";
    for (const one of this.waiting.values()) one.reject(new Lost());
    this.waiting.clear();
  }
}
