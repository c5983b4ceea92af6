// The engine of `cardwright studio`: requests by POST, news by a request that waits. A connection that is lost is tried again.

import { signal } from "@preact/signals";
import type { Request } from "../protocol";
import type { Answers, Ask } from "./answers";
import { type Connection, type Engine, type Listener, Listeners, Lost, opened } from "./engine";
import { tidied } from "./tidy";

/** Requests that change something: they are not sent a second time, since the first may have arrived. */
const CHANGING: ReadonlySet<Request["ask"]> = new Set([
  "write", "new-game", "open-game", "decide", "let", "undo", "branch", "close", "lsp",
]);
/** How long is waited before another try, in milliseconds; the last one again and again. */
const PAUSES = [300, 800, 1500, 3000];

export class HttpEngine implements Engine {
  readonly connection = signal<Connection>("open");
  readonly can = { files: true, games: true };
  private readonly listeners = new Listeners();
  private number = 0;

  constructor(private readonly token: string, private readonly base = "") {
    void this.hear();
  }

  listen(listener: Listener): () => void {
    return this.listeners.add(listener);
  }

  async ask<K extends Request["ask"]>(request: Ask<K>): Promise<Answers[K]> {
    for (let tries = 0; ; tries++) {
      try {
        const answer = await this.fetched("/api", { method: "POST", body: JSON.stringify(request) });
        return tidied(request.ask, opened(answer));
      } catch (error) {
        if (!(error instanceof Lost) || CHANGING.has(request.ask) || this.connection.value === "refused") throw error;
        await pause(tries);
      }
    }
  }

  /** Waits for news for as long as the page is open. */
  private async hear(): Promise<void> {
    for (let tries = 0; ; ) {
      const before = this.connection.value;
      try {
        // News may be long in coming: whether somebody answers at all is asked first. A studio that was started again counts anew.
        if (before !== "open") {
          await this.fetched("/api", { method: "POST", body: JSON.stringify({ ask: "games" }) });
          this.number = 0;
          this.listeners.tell(["*"]);
        }
        const news = await this.fetched(`/news?since=${this.number}`, {});
        const { number, changed } = newsOf(news);
        const restarted = number < this.number;
        this.number = number;
        tries = 0;
        if (restarted || changed.includes("everything")) this.listeners.tell(["*"]);
        else if (changed.length > 0) this.listeners.tell(changed);
      } catch {
        await pause(tries++);
      }
    }
  }

  /** One exchange; tells how it stands with the connection by the way. */
  private async fetched(path: string, init: RequestInit): Promise<unknown> {
    let response: Response;
    try {
      const headers = { "content-type": "application/json", "x-cardwright-token": this.token };
      response = await fetch(this.base + path, { ...init, headers, cache: "no-store" });
    } catch {
      if (this.connection.value === "open") this.connection.value = "lost";
      throw new Lost();
    }
    if (response.status === 401 || response.status === 403) {
      this.connection.value = "refused";
      throw new Lost();
    }
    const text = await response.text();
    this.connection.value = "open";
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return { error: `The studio answered with ${response.status}.` };
    }
  }
}

/** The news in an answer, however it is wrapped. */
function newsOf(answer: unknown): { number: number; changed: string[] } {
  const news = typeof answer === "object" && answer !== null && "ok" in answer ? answer.ok : answer;
  if (typeof news === "object" && news !== null && "number" in news && typeof news.number === "number") {
    const changed = "changed" in news && Array.isArray(news.changed) ? news.changed.map(String) : [];
    return { number: news.number, changed };
  }
  throw new Error("no news");
}

function pause(tries: number): Promise<void> {
  const time = PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 3000;
  return new Promise((resolve) => setTimeout(resolve, time));
}
