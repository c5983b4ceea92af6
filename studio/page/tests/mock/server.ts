// The small studio behind HTTP, as the page meets the real one: the built page, `/api` with a token, `/news` that waits.

import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { Studio } from "./studio";

const KINDS: Record<string, string> = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".txt": "text/plain" };
export const TOKEN = "let-me-in";

export interface Served {
  studio: Studio;
  address: string;
  /** Answers nothing from now on, or answers again. */
  cut(on: boolean): void;
  close(): void;
}

export async function serve(built: string, port = 0): Promise<Served> {
  const studio = new Studio();
  const news: string[][] = [];
  const waiting = new Set<() => void>();
  let dead = false;
  studio.changed = (what) => {
    news.push(what);
    for (const wake of waiting) wake();
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const called = url.pathname === "/api" || url.pathname === "/news";
    if (called && dead) return void request.socket.destroy();
    if (called && request.headers["x-cardwright-token"] !== TOKEN) return void response.writeHead(403).end("{}");
    if (url.pathname === "/api") return void response.end(studio.answer(await bodyOf(request)));
    if (url.pathname === "/news") {
      const since = Number(url.searchParams.get("since"));
      if (since >= news.length) await new Promise<void>((resolve) => {
        const wake = (): void => (waiting.delete(wake), resolve());
        waiting.add(wake);
        setTimeout(wake, 25_000).unref();
      });
      if (dead) return void request.socket.destroy();
      return void response.end(JSON.stringify({ number: news.length, changed: [...new Set(news.slice(since).flat())] }));
    }
    const name = url.pathname === "/" ? "index.html" : url.pathname.slice(1);
    try {
      const bytes = await readFile(join(built, name));
      response.writeHead(200, { "content-type": KINDS[extname(name)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: used } = server.address() as AddressInfo;
  return {
    studio, address: `http://127.0.0.1:${used}/?token=${TOKEN}`,
    cut: (on) => {
      dead = on;
      if (on) for (const wake of waiting) wake();
    },
    close: () => (server.closeAllConnections(), server.close()),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
