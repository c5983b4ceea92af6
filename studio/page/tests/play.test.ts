// Play: a whole game by clicks, and what people at one machine may not see of each other.

import { describe, expect, test } from "vitest";
import { changed, opened, playUntil, withBrowser } from "./browser";

withBrowser();

describe("play", () => {
  test("a game is begun and played to its end by clicks alone", async () => {
    await opened(async ({ page, go }) => {
      await go("play");
      await page.locator(".scenario").click();
      await page.getByRole("button", { name: "Begin" }).click();
      const box = await page.locator(".board").boundingBox();
      if (!box) throw new Error("no board");
      await page.locator(".place-panel").waitFor();
      await page.mouse.click(box.x + 400, box.y + 400);
      await changed(page, () => page.getByRole("button", { name: "Put it here" }).click());
      for (let step = 0; step < 80 && !(await page.locator(".over").count()); step++) {
        const confirm = page.getByRole("button", { name: /Confirm|None of these/ });
        const target = page.locator(".option[data-option$='/bolt']").first();
        if (await target.count()) await changed(page, () => target.click());
        else if (await confirm.count()) {
          await page.locator(".option").first().click();
          await changed(page, () => confirm.click());
        } else await changed(page, () => page.locator(".option").first().click());
      }
      expect(await page.locator(".over h2").innerText()).toMatch(/holds the field|draw/);
    });
  });

  test("what can be chosen glows, and a click on it asks which of several options is meant", async () => {
    await opened(async ({ page, go, begin }) => {
      await go(`play/${await begin({ north: "human", south: "default" })}`);
      await playUntil(page, "Whom does Swift attack?");
      expect(await page.locator(".glow .target").count()).toBe(3);
      await page.locator('[data-key="piece:south-2"]').click();
      expect(await page.locator(".menu button").allInnerTexts()).toEqual(["Bulwark with the bolt", "Bulwark with the blade"]);
      await changed(page, () => page.locator(".menu button").first().click());
      await expect.poll(() => page.locator(".story").innerText()).toContain("Swift attacks Bulwark");
    });
  });

  test("the name of a piece is as good as the piece", async () => {
    await opened(async ({ page, go, begin }) => {
      await go(`play/${await begin({ north: "human", south: "default" })}`);
      await playUntil(page, "Whom does Swift attack?");
      await page.locator('[data-key="tag:south-3"] text').click();
      expect(await page.locator(".menu button").count()).toBe(2);
    });
  });

  test("pointing at an option shows what it would move", async () => {
    await opened(async ({ page, go, begin }) => {
      await go(`play/${await begin({ north: "human", south: "default" })}`);
      await playUntil(page, "How should Swift move?");
      await page.locator(".option").nth(1).hover();
      await page.locator(".ghosts .ghost").waitFor();
    });
  });

  test("numbers, arrows and Enter answer; u takes back", async () => {
    await opened(async ({ page, go, begin }) => {
      const game = await begin({ north: "human", south: "default" });
      await go(`play/${game}`);
      await playUntil(page, "How should Swift move?");
      await changed(page, () => page.keyboard.press("3"));
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      expect(await page.evaluate(() => document.activeElement?.getAttribute("data-option"))).toBe("left-2");
      await changed(page, () => page.keyboard.press("Enter"));
      expect(await page.locator(".heading h2").innerText()).toContain("Lantern");
      await changed(page, () => page.keyboard.press("u"));
      expect(await page.locator(".heading h2").innerText()).toContain("Anvil");
    });
  });

  test("several options are marked and then confirmed, no more than allowed", async () => {
    await opened(async ({ page, go, begin }) => {
      await go(`play/${await begin({ north: "human", south: "default" })}`);
      await playUntil(page, "Which marks does Swift take?");
      for (const option of [0, 1, 2]) await page.locator(".option").nth(option).click();
      expect(await page.locator(".option[aria-pressed=true]").count()).toBe(2);
      await changed(page, () => page.getByRole("button", { name: "Confirm 2" }).click());
      await expect.poll(() => page.locator(".story").innerText()).toContain("It takes aim and guard.");
    });
  });

  test("a place is put, turned and pulled by keys alone, and one that is refused says why", async () => {
    await opened(async ({ page, go, begin, served }) => {
      const game = await begin({ north: "human", south: "default" });
      await go(`play/${game}`);
      await page.locator(".place-panel").waitFor();
      for (let step = 0; step < 18; step++) await page.keyboard.press("ArrowUp");
      await page.keyboard.press("]");
      await page.locator(".ghosts .carried").waitFor();
      await page.locator(".ghosts .region").waitFor();
      const free = page.locator(".place-panel button.primary:enabled");
      await free.waitFor();
      await page.keyboard.press("Enter");
      await page.locator(".question .notice").waitFor();
      expect(await page.locator(".question .notice").innerText()).toContain("too near to the edge");
      for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowDown");
      await free.waitFor();
      await changed(page, () => page.keyboard.press("Enter"));
      expect(served.studio.games.get(game)?.decisions[0]).toMatchObject({ picture: { turn: 195 } });
    });
  });

  test("a piece that is being put stays where it is when the window changes, and so do options that are marked", async () => {
    await opened(async ({ page, go, begin, served }) => {
      const game = await begin({ north: "human", south: "default" });
      await go(`play/${game}`);
      await page.locator(".place-panel").waitFor();
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("]");
      const asked = (): number => served.studio.asked.filter((one) => one.ask === "view").length;
      const before = asked();
      await page.setViewportSize({ width: 1000, height: 700 });
      await expect.poll(asked).toBeGreaterThan(before);
      await page.getByRole("button", { name: "Take it up again" }).waitFor();
      await page.locator(".place-panel button.primary:enabled").waitFor();
      await changed(page, () => page.keyboard.press("Enter"));
      expect(served.studio.games.get(game)?.decisions[0]).toMatchObject({ picture: { turn: 195 } });
      await playUntil(page, "Which marks does Swift take?");
      await page.locator(".option").first().click();
      const again = asked();
      await page.setViewportSize({ width: 1300, height: 800 });
      await expect.poll(asked).toBeGreaterThan(again);
      await page.waitForTimeout(200);
      expect(await page.locator(".option[aria-pressed=true]").count()).toBe(1);
    });
  });

  test("a click on a piece shows its facts, what lies on it, and why", async () => {
    await opened(async ({ page, go, begin }) => {
      await go(`play/${await begin({ north: "human", south: "default" })}`);
      await playUntil(page, "How should Swift move?");
      await page.locator('[data-key="piece:north-2"]').click();
      const facts = page.locator(".facts");
      expect(await facts.innerText()).toContain("Anvil");
      await facts.locator("summary").click();
      expect(await facts.innerText()).toContain("roll one die again");
      await page.getByRole("button", { name: "Why can it do this" }).click();
      await page.locator("dialog .why").first().waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      expect(await facts.count()).toBe(0);
    });
  });

  test("between two people there is a curtain, and nothing of the other's view is in the page or was asked for", async () => {
    await opened(async ({ page, go, begin, served }) => {
      await go(`play/${await begin({ north: "human", south: "human" })}`);
      await page.locator(".curtain").waitFor();
      expect(await page.locator(".curtain h1").innerText()).toBe("North");
      await playUntil(page, "How should Swift move?");
      await changed(page, () => page.keyboard.press("2"));
      await expect.poll(() => page.locator(".story").innerText()).toContain("You plan for Swift");
      for (const _ of [1, 2]) await changed(page, () => page.keyboard.press("Enter"));
      await page.locator(".curtain").waitFor();
      expect(await page.locator(".curtain h1").innerText()).toBe("South");
      const html = await page.content();
      expect(html).not.toContain("You plan for");
      expect(html).not.toContain("data-key");
      const asked = served.studio.asked.filter((one) => one.ask === "view" && typeof one.viewer !== "string" && one.viewer.player === "south");
      // South has put the beacon; since then nobody asked for South's view.
      const before = asked.length;
      await page.waitForTimeout(300);
      expect(served.studio.asked.filter((one) => one.ask === "view" && typeof one.viewer !== "string" && one.viewer.player === "south").length).toBe(before);
      await page.locator(".curtain button").click();
      await page.locator(".option").first().waitFor();
      expect(await page.locator(".story").innerText()).not.toContain("You plan for Swift");
    });
  });

  test("only what changed is touched on the board", async () => {
    await opened(async ({ page, go, begin }) => {
      await go(`play/${await begin({ north: "human", south: "default" })}`);
      await playUntil(page, "Which marks does Swift take?");
      await page.locator('[data-key="piece:rock-1"]').evaluate((element) => element.setAttribute("data-same", "yes"));
      const changes = await page.evaluate(() => {
        const seen = { count: 0 };
        const items = document.querySelector(".items");
        if (items) new MutationObserver((list) => (seen.count += list.filter((one) => one.type === "childList" && one.target !== items).length)).observe(items, { childList: true, subtree: true });
        Object.assign(window, { seen });
        return seen.count;
      });
      expect(changes).toBe(0);
      await changed(page, () => page.keyboard.press("Enter"));
      expect(await page.locator('[data-same="yes"]').count()).toBe(1);
      // The marks of a piece are not drawn on this board: no body of an item is another one.
      expect(await page.evaluate(() => (window as unknown as { seen: { count: number } }).seen.count)).toBe(0);
    });
  });

  test("what others did is shown step by step, and at once if one wants", async () => {
    await opened(async ({ page, go, begin, served }) => {
      await go(`play/${await begin({ north: "human", south: "default" })}`);
      await playUntil(page, "How should Lantern move?");
      const views = (): number => served.studio.asked.filter((one) => one.ask === "view" && one.at !== undefined).length;
      const before = views();
      await page.keyboard.press("Enter");
      await expect.poll(views).toBeGreaterThan(before);
    }, { calm: false });
  });
});
