// The engine of the playground: the WebAssembly package in a worker answers the same texts as the studio. Nothing leaves the page.
//
// The worker takes `{ id, text }`, a request; `{ id, open }`, documents to begin with anew; and `{ id, documents: true }`. It gives
// `{ id, text }` for each, and without being asked `{ changed: [...] }` and, if it is over with it, `{ stopped: "why" }`.

import { signal } from "@preact/signals";
import type { Request } from "../protocol";
import type { Answers, Ask } from "./answers";
import { type Connection, type Engine, type Listener, Listeners, opened, type Projects, Refusal } from "./engine";
import type { Brought, Documents, Playground } from "./playground";
import { BroughtProjects } from "./projects";
import { tidied } from "./tidy";

/** The message about a worker that is gone. */
const STOPPED = "The playground has stopped. Download the project as a zip, and open this page again.";

/** Requests that change files of the project. */
const WRITING: ReadonlySet<Request["ask"]> = new Set(["write", "keep-force"]);

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export class WorkerEngine implements Engine {
  readonly connection = signal<Connection>("open");
  readonly can = { files: true, games: true };
  readonly projects: Projects;
  private readonly brought: BroughtProjects;
  private readonly listeners = new Listeners();
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;

  constructor(private readonly worker: Worker, playground: Playground) {
    this.brought = new BroughtProjects(playground, this);
    this.projects = this.brought;
    worker.addEventListener("message", (event: MessageEvent<unknown>) => this.heard(event.data));
    worker.addEventListener("error", () => this.stopped());
    worker.addEventListener("messageerror", () => this.stopped());
  }

  listen(listener: Listener): () => void {
    return this.listeners.add(listener);
  }

  async ask<K extends Request["ask"]>(request: Ask<K>): Promise<Answers[K]> {
    const answer = await this.sent({ text: JSON.stringify(request) });
    const value = tidied(request.ask, opened(answer));
    // Known with the answer, not with the news behind it: who asks next whether something is lost must not miss it.
    if (WRITING.has(request.ask)) this.brought.isChanged.value = true;
    // The engine knows nothing of where its documents came from.
    return request.ask === "project" ? { ...value, name: this.brought.open.value.title } : value;
  }

  /** Lets the worker begin anew with other documents. If it cannot, it goes on with those that it has, and nothing is forgotten. */
  async open(brought: Brought, forget: () => void = () => undefined): Promise<void> {
    opened(await this.sent({ open: brought.documents }));
    forget();
    this.brought.opened(brought);
    this.listeners.tell(["*"]);
  }

  /** All texts as they are now; of a worker that has stopped, as they were then. */
  async documents(): Promise<Documents> {
    return opened(await this.sent({ documents: true })) as Documents;
  }

  private sent(message: object): Promise<unknown> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...message });
    });
  }

  private heard(message: unknown): void {
    if (typeof message !== "object" || message === null) return;
    if ("changed" in message && Array.isArray(message.changed)) this.listeners.tell(message.changed.map(String));
    if ("stopped" in message) this.stopped();
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
  private stopped(): void {
    this.connection.value = "stopped";
    for (const one of this.waiting.values()) one.reject(new Refusal(STOPPED));
    this.waiting.clear();
  }
}
