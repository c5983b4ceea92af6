// Properties of every room: no serious finding of axe, nothing wider than the window, light and dark, a lost connection, a wrong token.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Opened, opened, playUntil, withBrowser } from "./browser";

withBrowser();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Found {
  violations: { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] }[];
}

async function findings(page: Page): Promise<string[]> {
  // The page's policy lets no other script in; a test may, by the debugger.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: AXE });
  const { result } = await session.send("Runtime.evaluate", { expression: "axe.run(document, { resultTypes: ['violations'] }).then((found) => JSON.stringify(found))", awaitPromise: true, returnByValue: true });
  const found = JSON.parse(String(result.value)) as Found;
  const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ""}`).join("\n")}`);
}

const ROOMS: Record<string, (one: Opened) => Promise<void>> = {
  start: async ({ page, go }) => {
    await go("play");
    await page.locator(".scenario").click();
    await page.locator(".setup").waitFor();
  },
  play: async ({ page, go, begin }) => {
    await go(`play/${await begin({ north: "human", south: "default" })}`);
    await playUntil(page, "Which marks does Swift take?");
    await page.locator('[data-key="piece:north-3"]').click();
    await page.locator(".facts").waitFor();
  },
  curtain: async ({ page, go, begin }) => {
    await go(`play/${await begin({ north: "human", south: "human" })}`);
    await page.locator(".curtain").waitFor();
  },
  watch: async ({ page, go, begin }) => {
    await go(`watch/${await begin({ north: "default", south: "default" })}/20`);
    await page.locator(".decision").waitFor();
    await page.getByRole("tab", { name: "Pieces" }).click();
  },
  write: async ({ page, go, served }) => {
    served.studio.documents.files.set("rules/field.cw", "procedure wrong() {}\n");
    await go("write/cards%2Ffield%2Fcharms.yaml:7");
    await page.locator(".problems li").waitFor();
  },
  force: async ({ page, go }) => {
    await go("force/field/north");
    await page.getByRole("button", { name: "Random force" }).click();
    await page.locator(".picks .pick").first().waitFor();
  },
};

describe.each(Object.keys(ROOMS))("the room %s", (room) => {
  test.each([true, false])("has no serious finding of axe, dark: %s", async (dark) => {
    await opened(async (one) => {
      await ROOMS[room]?.(one);
      expect(await findings(one.page)).toEqual([]);
    }, { dark });
  });

  test.each([1400, 1000, 390])("fits into a window %s pixels wide", async (width) => {
    await opened(async (one) => {
      await ROOMS[room]?.(one);
      const wide = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    }, { width, height: 844, touch: width < 500 });
  });
});

describe("the page", () => {
  test("begins with the scenarios, and says when a project cannot be read", async () => {
    await opened(async ({ page, go }) => {
      await go("");
      await page.locator(".scenario").waitFor();
      expect(await page.title()).toContain("Field");
    });
  });

  test("with a wrong token says what to do", async () => {
    await opened(async ({ page, served }) => {
      await page.goto(served.address.replace(/token=.*/, "token=nonsense"));
      await page.getByText("Open the one that the studio prints").waitFor();
    });
  });

  test("takes the token behind the hash, too", async () => {
    await opened(async ({ page, served }) => {
      await page.goto(served.address.replace("?token=", "#token="));
      await page.locator(".scenario").waitFor();
    });
  });

  test("keeps the game in sight while nobody answers, and goes on", async () => {
    await opened(async ({ page, go, begin, served }) => {
      await go(`play/${await begin({ north: "human", south: "default" })}`);
      await playUntil(page, "How should Swift move?");
      served.cut(true);
      await page.keyboard.press("2");
      await page.locator(".connection.lost").waitFor();
      expect(await page.locator(".board .item").count()).toBeGreaterThan(5);
      served.cut(false);
      await expect.poll(() => page.locator(".connection").innerText(), { timeout: 15_000 }).toBe("");
      await page.locator(".option:enabled").first().click();
      await expect.poll(() => page.locator(".heading h2").innerText()).toContain("Anvil");
    });
  });

  test("is made dark and light by its switch", async () => {
    await opened(async ({ page, go }) => {
      await go("play");
      await page.getByRole("button", { name: "Make the page dark" }).click();
      expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
      await page.reload();
      await page.getByRole("button", { name: "Make the page light" }).waitFor();
    });
  });

  test("two pages on one game see each other's decisions", async () => {
    await opened(async ({ page, go, begin, served }) => {
      const game = await begin({ north: "human", south: "default" });
      await go(`play/${game}`);
      await playUntil(page, "How should Swift move?");
      served.studio.answer(JSON.stringify({ ask: "decide", game, by: "north", reply: { options: ["stay"] } }));
      await expect.poll(() => page.locator(".heading h2").innerText()).toContain("Anvil");
    });
  });
});
