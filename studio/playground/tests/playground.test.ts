// The playground as a person has it: opened by a double click or from a host, played, written, taken along and handed on.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { projectOf, zipOf } from "../src/zip";
import { bringZip, downloaded, kept, openCards, opened, openMenu, shown, title, typed, WAYS, withBrowser } from "./browser";
import { counting, lying, zipped } from "./zips";

withBrowser();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Takes the first of what is offered, by clicks, and waits until something has changed. */
async function decided(page: Page): Promise<void> {
  const state = async (): Promise<string> => (await page.locator(".question, .over").first().innerText()) + (await page.locator(".story .line").count());
  const before = await state();
  await page.locator(".question .option:enabled").first().click();
  const confirm = page.getByRole("button", { name: /^Confirm/ });
  if (await confirm.count()) await confirm.click();
  await expect.poll(state).not.toBe(before);
}

/** Begins the first scenario, a person against an agent that needs no time. */
async function begin(page: Page): Promise<void> {
  await page.locator(".scenario").first().click();
  await page.locator(".seats select").nth(1).selectOption("default");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator(".question .option:enabled").first().waitFor();
}

async function findings(page: Page): Promise<string[]> {
  // The page's policy lets no other script in; a test may, by the debugger.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: AXE });
  const { result } = await session.send("Runtime.evaluate", { expression: "axe.run(document, { resultTypes: ['violations'], preload: false }).then((found) => JSON.stringify(found.violations))", awaitPromise: true, returnByValue: true });
  const violations = JSON.parse(String(result.value)) as { id: string; impact: string | null; nodes: { html: string }[] }[];
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join("\n")}`);
}

describe.each(WAYS)("opened from a %s", (way) => {
  test("the sample is shown, and is played by clicks", async () => {
    await opened(way, async ({ page, go }) => {
      await go();
      await shown(page);
      await begin(page);
      expect(await page.locator(".board .item").count()).toBeGreaterThan(3);
      for (let decision = 0; decision < 3; decision++) await decided(page);
      expect(await page.locator(".question .notice").count()).toBe(0);
    });
  });

  test("a card is written, is red, is mended and green again", async () => {
    await opened(way, async ({ page, go }) => {
      await go();
      await openCards(page);
      await page.getByText("No problems").waitFor();
      await page.keyboard.type("\n    wrong: yes");
      await page.locator(".problems li").first().waitFor();
      await page.locator(".cm-lintRange-error").first().waitFor();
      await page.locator(".tree .count.bad").first().waitFor();
      for (let letter = 0; letter < "\n    wrong: yes".length; letter++) await page.keyboard.press("Backspace");
      await page.getByText("No problems").waitFor();
      await kept(page);
      expect(await page.locator(".cm-lintRange-error").count()).toBe(0);
      await page.locator(".cases .green").first().waitFor();
      expect(await page.locator(".cases .red").count()).toBe(0);
    });
  });

  test("beside a change stands what it does to the game that was played", async () => {
    await opened(way, async ({ page, go }) => {
      await go();
      await shown(page);
      await begin(page);
      await decided(page);
      await openCards(page);
      await page.locator(".on-table", { hasText: "goes as before" }).waitFor();
      await typed(page, " the Changed");
      const [before, now] = [page.locator(".on-table dd").nth(0), page.locator(".on-table dd").nth(1)];
      await now.waitFor();
      expect(await before.innerText()).not.toContain("the Changed");
      expect(await now.innerText()).toContain("the Changed");
    });
  });

  test("the language service completes in rules", async () => {
    await opened(way, async ({ page, go }) => {
      await go();
      await openCards(page);
      await page.locator(".cm-line", { hasText: "modify" }).first().click();
      await page.keyboard.press("End");
      await page.keyboard.type(" and ");
      await expect.poll(async () => {
        await page.keyboard.press("Control+Space");
        await page.waitForTimeout(400);
        return page.locator(".cm-tooltip-autocomplete li").count();
      }).toBeGreaterThan(0);
    });
  });

  test("a zip is downloaded, and opened again with the change in it", async () => {
    await opened(way, async ({ page, go }) => {
      await go();
      await openCards(page);
      await typed(page, " the Mended");
      await openMenu(page);
      await page.getByText("with changes that are not downloaded").waitFor();
      const { name, bytes } = await downloaded(page);
      expect(name).toMatch(/^[a-z0-9-]+\.zip$/);
      expect(Object.values(projectOf(bytes).documents).filter((text) => text.includes(" the Mended")).length).toBe(1);
      await expect.poll(() => page.getByText("with changes that are not downloaded").count()).toBe(0);
      await go();
      await openMenu(page);
      await bringZip(page, "mine.zip", bytes);
      await expect.poll(() => title(page)).toBe("mine");
      await openCards(page);
      await page.locator(".cm-line", { hasText: " the Mended" }).waitFor();
    });
  });

  test("a link holds the project as it is", async () => {
    await opened(way, async ({ page, context, go }) => {
      await go();
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await openCards(page);
      await typed(page, " the Linked");
      await openMenu(page);
      await page.getByRole("button", { name: "Copy a link" }).click();
      await page.getByText("The link is copied").waitFor();
      const link = await page.locator(".project-link input").inputValue();
      expect(link).toContain("#project=");
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      const before = await title(page);
      const other = await context.newPage();
      await other.goto(link);
      await shown(other);
      expect(await title(other)).toBe(before);
      expect(other.url()).not.toContain("project=");
      await openCards(other);
      await other.locator(".cm-line", { hasText: " the Linked" }).waitFor();
      // In the address of a page that is open, too.
      await page.evaluate((to) => (location.href = to), link.replace(/=.*/s, "=nonsense"));
      await page.getByText("The project in this link cannot be opened").waitFor();
    });
  });

  test("a damaged link says so, and shows the sample", async () => {
    await opened(way, async ({ page, go }) => {
      await go("#project=nonsense");
      await page.getByText("The project in this link cannot be opened: it is damaged").waitFor();
      await shown(page);
    });
  });

  test("a bad zip is refused, and the open project stays with its game", async () => {
    await opened(way, async ({ page, go }) => {
      await go();
      await shown(page);
      await begin(page);
      const [address, before] = [page.url(), await title(page)];
      await openMenu(page);
      const good = zipped({ "cards/a/b.yaml": "x".repeat(1000) });
      const bad: [string, Uint8Array, string][] = [
        ["text.zip", new TextEncoder().encode("hello"), "It is no zip"],
        ["half.zip", good.slice(0, -10), "It is no zip"],
        ["other.zip", zipped({ "letter.txt": "hello" }), "There is no project in it"],
        ["bomb.zip", lying(good, "size", 1 << 30), "more than 16 MiB"],
        ["liar.zip", lying(good, "size", 10), "cards/a/b.yaml is damaged"],
        ["many.zip", counting(good, 30_000), "files in it"],
      ];
      for (const [name, bytes, why] of bad) {
        await bringZip(page, name, bytes);
        await page.locator("dialog .notice", { hasText: `${name} cannot be opened. ` }).waitFor();
        expect(await page.locator("dialog .notice").innerText()).toContain(why);
      }
      await page.keyboard.press("Escape");
      expect([page.url(), await title(page)]).toEqual([address, before]);
      await decided(page);
    });
  });

  test("a project is not left without a word if it was changed", async () => {
    await opened(way, async ({ page, go }) => {
      await go();
      await openCards(page);
      const before = await title(page);
      // Nobody waits here until it is written: what is typed counts at once.
      await page.keyboard.type(" the Changed");
      await openMenu(page);
      await page.locator(".project-list button").last().click();
      await page.getByRole("button", { name: "Stay here" }).click();
      expect(await title(page)).toBe(before);
      await page.locator(".cm-line", { hasText: " the Changed" }).waitFor();
      await openMenu(page);
      await page.locator(".project-list button").last().click();
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download, then open" }).click()]);
      expect(readFileSync(await download.path()).length).toBeGreaterThan(500);
      await expect.poll(() => title(page)).not.toBe(before);
      await openMenu(page);
      expect(await page.getByText("with changes that are not downloaded").count()).toBe(0);
    });
  });

  test("every project that lies beside the page is opened and has scenarios", async () => {
    await opened(way, async ({ page, go }) => {
      await go();
      await shown(page);
      await openMenu(page);
      const all = await page.locator(".project-list button").allInnerTexts();
      await page.keyboard.press("Escape");
      expect(all.length).toBeGreaterThan(3);
      for (const one of [...all].reverse()) {
        await openMenu(page);
        await page.locator(".project-list").getByText(one, { exact: true }).click();
        await expect.poll(() => title(page)).toBe(one);
        await shown(page);
        expect(new URL(page.url()).searchParams.get("project")).toMatch(/^[a-z0-9-]+$/);
      }
    });
  });

  test("the page that is loaded again shows the same project, and a link to what is unchanged is short", async () => {
    await opened(way, async ({ page, go }) => {
      await go();
      await shown(page);
      await openMenu(page);
      await page.locator(".project-list button").nth(1).click();
      await expect.poll(() => new URL(page.url()).searchParams.get("project")).not.toBe(null);
      await shown(page);
      const before = await title(page);
      await page.reload();
      await shown(page);
      expect(await title(page)).toBe(before);
      await openMenu(page);
      await page.getByRole("button", { name: "Copy a link" }).click();
      const link = await page.locator(".project-link input").inputValue();
      expect(link).toMatch(/\?project=[a-z0-9-]+$/);
    });
  });

  test("it says that it loads, and what it cannot do without", async () => {
    await opened(way, async ({ page, context, go }) => {
      await context.addInitScript(() => {
        const seen: string[] = [];
        Object.assign(window, { seen });
        new MutationObserver(() => seen.push(document.querySelector(".opening")?.textContent ?? "")).observe(document, { childList: true, subtree: true });
      });
      await go();
      await shown(page);
      expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen.join())).toContain("Loading the engine");
    });
    for (const missing of ["WebAssembly", "DecompressionStream"]) {
      await opened(way, async ({ page, go }) => {
        await go();
        await page.locator(".opening .notice", { hasText: `it has no ${missing}` }).waitFor();
      }, { before: `delete self.${missing};` });
    }
    await opened(way, async ({ page, go }) => {
      await page.route("**/engine.js", (route) => route.abort());
      await go();
      await page.locator(".opening .notice", { hasText: "engine.js of the playground cannot be loaded" }).waitFor();
    });
  });
});

describe("a host", () => {
  test("has zips of its own, by their address", async () => {
    await opened("host", async ({ page, extra, go }) => {
      await go();
      await openMenu(page);
      const { bytes } = await downloaded(page);
      const { documents } = projectOf(bytes);
      extra.set("games/mine.zip", zipped({ ...Object.fromEntries(Object.entries(documents).map(([path, text]) => [`top/${path}`, text])), "top/README.md": "" }));
      await go("?project=games/mine.zip");
      await shown(page);
      expect(await title(page)).toBe("mine");
      await page.getByText("One file was passed over").waitFor();
      await page.getByRole("button", { name: "Close", exact: true }).click();
      expect(await page.locator(".project-notice").count()).toBe(0);
    });
  });

  test.each([
    ["?project=none.zip", "none.zip cannot be opened: the host answers with 404"],
    ["?project=https://elsewhere.example/some.zip", "it lies on another host"],
    ["?project=nobody", "There is no project `nobody` here"],
  ])("shows the sample for %s, and says why", async (behind, why) => {
    await opened("host", async ({ page, go }) => {
      await go(behind);
      await page.getByText(why).waitFor();
      await shown(page);
    });
  });

  test("a zip can be dropped on the page, on the editor too", async () => {
    await opened("host", async ({ page, go }) => {
      await go();
      await openMenu(page);
      const { bytes } = await downloaded(page);
      await page.keyboard.press("Escape");
      await openCards(page);
      const data = await page.evaluateHandle((letters) => {
        const all = new DataTransfer();
        all.items.add(new File([Uint8Array.from(letters)], "dropped.zip", { type: "application/zip" }));
        return all;
      }, [...bytes]);
      await page.dispatchEvent(".cm-content", "drop", { dataTransfer: data });
      await expect.poll(() => title(page)).toBe("dropped");
    });
  });

  test("a project that is too large for a link says so", async () => {
    await opened("host", async ({ page, go }) => {
      let seed = 1;
      const noise = Array.from({ length: 400_000 }, () => String.fromCharCode(97 + ((seed = (seed * 48271) % 2147483647) % 26))).join("");
      await go();
      await openMenu(page);
      const { documents } = projectOf((await downloaded(page)).bytes);
      await bringZip(page, "large.zip", zipOf({ ...documents, "libraries/noise.cw": `# ${noise}\n` }));
      await expect.poll(() => title(page)).toBe("large");
      await openMenu(page);
      await page.getByRole("button", { name: "Copy a link" }).click();
      await page.locator("dialog .notice", { hasText: "too large for a link" }).waitFor();
    });
  });

  test("the browser asks before changes are lost", async () => {
    await opened("host", async ({ page, go }) => {
      await go();
      await openCards(page);
      await typed(page, " the Lost");
      const asked = page.waitForEvent("dialog");
      await page.close({ runBeforeUnload: true });
      const dialog = await asked;
      expect(dialog.type()).toBe("beforeunload");
      await dialog.accept();
    });
  });

  test.each([
    // A module that breaks off in the middle of a request; and a script that does.
    `const Whole = WebAssembly.Instance;
    let isBroken = false;
    addEventListener("message", ({ data }) => (isBroken ||= data.text?.includes('"open-game"') ?? false));
    WebAssembly.Instance = function (module, imports) {
      const { exports } = new Whole(module, imports);
      const answer = (...words) => {
        if (isBroken) throw new WebAssembly.RuntimeError("unreachable");
        return exports.studio_answer(...words);
      };
      return { exports: { ...exports, studio_answer: answer } };
    };`,
    `addEventListener("message", ({ data }) => {
      if (data.text?.includes('"open-game"')) throw new Error("engine that stops");
    });`,
  ])("an engine that stops says so, and what was written can be taken along", async (before) => {
    await opened("host", async ({ page, go }) => {
      await go();
      await openCards(page);
      await typed(page, " the Saved");
      await page.getByRole("link", { name: "Play" }).click();
      await page.locator(".open-replay input").setInputFiles({ name: "game.json", mimeType: "application/json", buffer: Buffer.from("{}") });
      await page.locator(".connection.stopped").waitFor();
      await openMenu(page);
      const { bytes } = await downloaded(page);
      expect(Object.values(projectOf(bytes).documents).filter((text) => text.includes(" the Saved")).length).toBe(1);
    }, { before });
  });
});

describe("the menu", () => {
  test.each([true, false])("has no serious finding of axe, dark: %s", async (dark) => {
    await opened("host", async ({ page, go }) => {
      await go();
      await shown(page);
      await openMenu(page);
      await page.getByRole("button", { name: "Copy a link" }).click();
      await page.locator(".project-link").waitFor();
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await openCards(page);
      await typed(page, " the Changed");
      await openMenu(page);
      await page.locator(".project-list button").last().click();
      await page.getByRole("button", { name: "Stay here" }).waitFor();
      expect(await findings(page)).toEqual([]);
    }, { dark });
  });

  test.each([1400, 390])("fits into a window %s pixels wide", async (width) => {
    await opened("file", async ({ page, go }) => {
      const wide = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await go("#project=nonsense");
      await page.locator(".project-notice").waitFor();
      expect(await wide()).toBeLessThanOrEqual(0);
      await openMenu(page);
      await page.getByRole("button", { name: "Copy a link" }).click();
      await page.locator(".project-link").waitFor();
      expect(await wide()).toBeLessThanOrEqual(0);
      expect(await page.evaluate(() => {
        const dialog = document.querySelector("dialog .dialog-body");
        return dialog ? dialog.scrollWidth - dialog.clientWidth : 1;
      })).toBeLessThanOrEqual(0);
    }, { width });
  });
});
