// The built playground in Chromium: opened as a file and from a static host of its own. Whatever a test does, it fails if the page
// had an error, or asked for anything that does not lie in its own folder.

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";

export const BUILT = process.env["BUILT"] ?? join(import.meta.dirname, "../../../target/playground");
export const WAYS = ["file", "host"] as const;
export type Way = (typeof WAYS)[number];

const KINDS: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".zip": "application/zip" };
/** How long the engine may take for one thing, in milliseconds: some that are tested were built quickly, not to be quick. */
const PATIENCE = 30_000;

let browser: Browser | null = null;

export function withBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  });
  afterAll(async () => browser?.close());
}

export interface Opened {
  page: Page;
  context: BrowserContext;
  /** The address of the page, without anything behind it. */
  address: string;
  /** Files that the host has besides. */
  extra: Map<string, Uint8Array>;
  /** Opens the page with what stands behind its address. */
  go(behind?: string): Promise<void>;
}

interface Options {
  width?: number;
  dark?: boolean;
  /** A script that stands before that of the worker. */
  before?: string;
}

export async function opened(way: Way, test: (one: Opened) => Promise<void>, { width = 1400, dark = false, before }: Options = {}): Promise<void> {
  if (!browser) throw new Error("no browser was started");
  const extra = new Map<string, Uint8Array>();
  const host = await hosted(extra);
  const address = way === "file" ? pathToFileURL(join(BUILT, "index.html")).href : `http://localhost:${(host.address() as AddressInfo).port}/index.html`;
  const context = await browser.newContext({ viewport: { width, height: 860 }, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce", hasTouch: width < 500 });
  context.setDefaultTimeout(PATIENCE);
  if (before !== undefined) await context.addInitScript(prefixed, before);
  const page = await context.newPage();
  const wrong = watched(page, new URL(".", address).href);
  const go = async (behind = ""): Promise<void> => {
    await page.goto("about:blank");
    await page.goto(address + behind);
  };
  try {
    await test({ page, context, address, extra, go });
    expect(wrong).toEqual([]);
  } finally {
    await context.close();
    host.close();
  }
}

/** The things that should not happen: errors, and requests to elsewhere. */
function watched(page: Page, home: string): string[] {
  const wrong: string[] = [];
  const say = (text: string): void => {
    // Files that a test wants missing, and an engine that it wants to stop.
    if (!/net::|status of|engine that stops/.test(text)) wrong.push(text);
  };
  page.on("pageerror", (error) => say(error.message));
  page.on("console", (message) => void (message.type() === "error" && say(message.text())));
  page.on("request", (request) => {
    if (!request.url().startsWith(home) && !/^(blob|data|about):/.test(request.url())) wrong.push(`asked for ${request.url()}`);
  });
  return wrong;
}

/** Runs in the page before all: puts a script before that of the worker. */
function prefixed(script: string): void {
  const Whole = Blob;
  window.Blob = class extends Whole {
    constructor(parts: BlobPart[] = [], options: BlobPropertyBag = {}) {
      super(options.type === "text/javascript" ? [script, "\n", ...parts] : parts, options);
    }
  };
}

function hosted(extra: ReadonlyMap<string, Uint8Array>): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    try {
      const bytes = extra.get(path.slice(1)) ?? readFileSync(join(BUILT, path));
      response.writeHead(200, { "content-type": KINDS[extname(path)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "localhost", () => resolve(server)));
}

/** Waits until the scenarios of the open project are shown. */
export async function shown(page: Page): Promise<void> {
  await page.locator(".scenario").first().waitFor();
}

export async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Project", exact: true }).click();
  await page.locator("dialog[aria-label=Project]").waitFor();
}

/** The title of the open project. */
export function title(page: Page): Promise<string> {
  return page.locator(".brand").innerText();
}

/** Gives a zip to the menu. */
export async function bringZip(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.locator("dialog input[type=file]").setInputFiles({ name, mimeType: "application/zip", buffer: Buffer.from(bytes) });
}

/** Downloads the project, and gives its zip. */
export async function downloaded(page: Page): Promise<{ name: string; bytes: Uint8Array }> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download as zip" }).click()]);
  return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(await download.path())) };
}

/** Opens the first card file of the project in Write; the cursor is behind the first name in it. */
export async function openCards(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Write" }).click();
  await page.locator(".cm-line", { hasText: "name:" }).first().click();
  await page.keyboard.press("End");
}

/** Types behind the cursor, and waits until it is in the project. */
export async function typed(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await kept(page);
}

/** Waits until what was typed is in the project. */
export async function kept(page: Page): Promise<void> {
  await page.waitForTimeout(50);
  await page.locator(".keeping.kept").waitFor();
}
