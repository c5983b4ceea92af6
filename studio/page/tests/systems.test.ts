// Whole games in the studio itself, of a scenario of each system of the project: by clicks alone, against the computer. `PROGRAM` is
// a built `cardwright`, `PROJECT` the folder; without them nothing is tried.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPage, withBrowser } from "./browser";

const PROGRAM = process.env["PROGRAM"];
const PROJECT = process.env["PROJECT"] ?? "";
/** The most answers of a game, and how many a game has at least that is more than a stage for cases. */
const MOST = 1_500;
const FEW = 20;

/** Each system with its second smallest scenario in which there is something to decide: the smallest is often a stage for cases. */
const SYSTEMS = PROGRAM ? readdirSync(join(PROJECT, "scenarios")).map((system) => ({ system, file: chosen(system, PROGRAM) })) : [];

function chosen(system: string, program: string): string {
  const folder = join(PROJECT, "scenarios", system);
  const sizes = readdirSync(folder).map((name) => ({ path: join(folder, name), size: statSync(join(folder, name)).size }));
  const found = sizes.sort((one, other) => one.size - other.size).slice(1).find(({ path }) => {
    const report = execFileSync(program, ["sim", path, "--games", "1", "--agents", "default", "--format", "json"], { encoding: "utf8" });
    const [told] = JSON.parse(report) as { decisions: { least: number } }[];
    return (told?.decisions.least ?? 0) >= FEW;
  });
  if (!found) throw new Error(`${system} has no scenario to play`);
  return relative(PROJECT, found.path).replaceAll("\\", "/");
}

let studio: ChildProcess | null = null;
let address = "";

beforeAll(async () => {
  if (!PROGRAM) return;
  const started = spawn(PROGRAM, ["studio", "--no-browser", PROJECT], { stdio: ["ignore", "pipe", "inherit"] });
  studio = started;
  address = await new Promise((resolve, reject) => {
    let said = "";
    started.stdout.on("data", (bytes: Buffer) => {
      said += bytes.toString();
      const found = /http:\/\/\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    started.on("exit", () => reject(new Error(`the studio has ended: ${said}`)));
  });
});
afterAll(() => studio?.kill());
withBrowser();

/** The input that the page waits for, and a text that changes with each answer. */
interface Waiting {
  what: "over" | "place" | "option" | "confirm" | "nothing";
  state: string;
}

function waiting(page: Page): Promise<Waiting> {
  return page.evaluate(() => {
    const has = (selector: string): boolean => document.querySelector(selector) !== null;
    const text = (selector: string): string => document.querySelector<HTMLElement>(selector)?.innerText ?? "";
    const what = has(".over") ? "over"
      : has(".place-panel") ? "place"
      : has(".question .answers .primary:enabled") ? "confirm"
      : has(".question .option:enabled") ? "option"
      : "nothing";
    return { what, state: `${text(".question")}\n${document.querySelectorAll(".story .line").length}\n${text(".over")}` };
  });
}

/** Clicks on the board where a piece may stand, and puts it down if it can stand there: the next try is elsewhere. */
async function place(page: Page, tries: number): Promise<void> {
  const box = await page.evaluate(() => {
    const { x, y, width, height } = (document.querySelector("polygon.region") ?? document.querySelector(".board"))?.getBoundingClientRect() ?? new DOMRect();
    return { x, y, width, height };
  });
  // Places that are spread evenly, however many are tried.
  await page.mouse.click(box.x + box.width * ((tries * 0.618) % 1), box.y + box.height * ((tries * 0.414) % 1));
  if (await stands(page)) await page.locator(".place-panel .primary").click({ timeout: 1_000 }).catch(() => undefined);
}

/** Whether the piece can stand where it was set down: the studio is asked, and says so in a moment. */
async function stands(page: Page): Promise<boolean> {
  await page.waitForTimeout(150);
  return page.evaluate(() => {
    const why = document.querySelector<HTMLElement>(".place-panel .why-not")?.innerText ?? "";
    return why === "" && document.querySelector(".place-panel .primary:enabled") !== null;
  });
}

/** Answers one question by clicks: the usual option, or the first. */
async function answer(page: Page, what: Waiting["what"], tries: number): Promise<void> {
  if (what === "place") return place(page, tries);
  if (what === "confirm") return page.locator(".question .answers .primary").click();
  const usual = page.locator(".question .option:has(.usual), .question .answers button:has(.usual)").first();
  await (await usual.count() ? usual : page.locator(".question .option:enabled:not([aria-pressed=true])").first()).click();
}

describe.skipIf(!PROGRAM)("games of the studio", () => {
  test.each(SYSTEMS)("a whole game of $system is played by clicks", async ({ file }) => {
    const { page, errors, close } = await newPage({ width: 1400, height: 860 });
    try {
      const began = performance.now();
      await page.goto(`${address}#play`);
      const project = await page.evaluate(async (token) => {
        const response = await fetch("/api", { method: "POST", headers: { "content-type": "application/json", "x-cardwright-token": token }, body: '{"ask":"project"}' });
        return (await response.json()) as { ok: { scenarios: { file: string; title: string }[] } };
      }, new URL(address).searchParams.get("token") ?? "");
      const title = project.ok.scenarios.find((one) => one.file === file)?.title ?? "";
      await page.locator(".scenario", { has: page.getByText(title, { exact: true }) }).first().click();
      for (const seat of (await page.locator(".setup select").all()).slice(1)) await seat.selectOption("default");
      await page.locator(".setup .seed input").fill("7");
      await page.getByRole("button", { name: "Begin" }).click();
      await page.locator(".board svg").first().waitFor();
      let answers = 0;
      for (let last = ""; answers < MOST; ) {
        const { what, state } = await waiting(page);
        if (what === "over") break;
        if (what === "nothing" || (state === last && what === "confirm")) {
          await page.waitForTimeout(20);
          continue;
        }
        last = state;
        await answer(page, what, answers);
        answers += 1;
        await page.waitForTimeout(10);
      }
      expect(await page.locator(".over h2").innerText()).not.toBe("");
      expect(answers).toBeGreaterThan(0);
      expect(errors).toEqual([]);
      console.log(`${file}: ${answers} answers in ${Math.round((performance.now() - began) / 1000)} s`);
    } finally {
      await close();
    }
  }, 600_000);
});
