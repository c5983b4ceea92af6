// Chromium for tests, and the few steps that many of them begin with.

import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import type { SeatKind } from "../src/protocol";
import { serve, type Served, TOKEN } from "./mock/server";
import { BUILT } from "./setup";

let browser: Browser | null = null;

/** Starts Chromium for the tests of a file, and ends it behind them. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  });
  afterAll(async () => browser?.close());
}

export interface Opened {
  page: Page;
  served: Served;
  /** Errors of scripts, and what the page's own policy refused. */
  errors: string[];
  go(hash: string): Promise<void>;
  begin(seats: Record<string, SeatKind>): Promise<string>;
}

/** Opens the page of a studio of its own; closes both behind the test, and fails it if the page had an error. */
export async function opened(test: (one: Opened) => Promise<void>, options: { width?: number; height?: number; dark?: boolean; calm?: boolean; touch?: boolean } = {}): Promise<void> {
  if (!browser) throw new Error("no browser was started");
  const served = await serve(BUILT);
  const { width = 1400, height = 860, dark = false, calm = true, touch = false } = options;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", reducedMotion: calm ? "reduce" : "no-preference", hasTouch: touch });
  const page = await context.newPage();
  page.setDefaultTimeout(8_000);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/net::|status of/.test(message.text())) errors.push(message.text());
  });
  const { origin } = new URL(served.address);
  const one: Opened = {
    page, served, errors,
    go: async (hash) => void (await page.goto(`${origin}/?token=${TOKEN}#${hash}`)),
    begin: async (seats) => {
      const answer = JSON.parse(served.studio.answer(JSON.stringify({ ask: "new-game", scenario: "field", seed: 7, seats }))) as { ok: { game: string } };
      return answer.ok.game;
    },
  };
  try {
    await test(one);
    expect(errors).toEqual([]);
  } finally {
    await context.close();
    served.close();
  }
}

/** A page of a browser that keeps nothing, with the errors of its scripts. */
export async function newPage(viewport: { width: number; height: number }): Promise<{ page: Page; errors: string[]; close(): Promise<void> }> {
  if (!browser) throw new Error("no browser was started");
  const context = await browser.newContext({ viewport, reducedMotion: "reduce" });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  return { page, errors, close: () => context.close() };
}

/** Answers everything that is asked with the usual, until the game is over or a text is asked. */
export async function playUntil(page: Page, prompt: string): Promise<void> {
  for (let step = 0; step < 200; step++) {
    await page.locator(".question .option:enabled, .place-panel, .over, .curtain").first().waitFor();
    if ((await page.locator(".heading h2, .over h2, .curtain h1").first().innerText()).includes(prompt)) return;
    if (await page.locator(".curtain").count()) await page.locator(".curtain button").click();
    else if (await page.locator(".over").count()) throw new Error(`the game was over before: ${prompt}`);
    else if (await page.locator(".place-panel").count()) await placed(page);
    else await answered(page);
  }
  throw new Error(`nobody was asked: ${prompt}`);
}

/** Puts a piece down where it was clicked. */
async function placed(page: Page): Promise<void> {
  const box = await page.locator(".board").boundingBox();
  if (!box) throw new Error("there is no board");
  await page.mouse.click(box.x + box.width * 0.4, box.y + box.height * 0.5);
  await changed(page, () => page.getByRole("button", { name: "Put it here" }).click());
}

async function answered(page: Page): Promise<void> {
  await changed(page, () => page.keyboard.press("Enter"));
}

/** Waits until the question is another one. */
export async function changed(page: Page, act: () => Promise<void>): Promise<void> {
  const text = (): Promise<string> => page.locator(".question, .curtain").first().innerText();
  const story = (): Promise<number> => page.locator(".story .line").count();
  const [before, lines] = [await text(), await story()];
  await act();
  await expect.poll(async () => (await text()) !== before || (await story()) !== lines).toBe(true);
}
