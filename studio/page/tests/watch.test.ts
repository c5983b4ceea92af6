// Watch: any moment of a game, by anybody's eyes, and what one can make of it; and the one file of a game.

import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ViewMore } from "../src/engine/answers";
import type { StoryLine, Viewer } from "../src/protocol";
import type { Eyes, Frames } from "../src/view/frames";
import { opened, withBrowser } from "./browser";
import type { Studio } from "./mock/studio";
import { BUILT } from "./setup";

withBrowser();

const ALONE = { north: "default", south: "default" } as const;

describe("watch", () => {
  test("keys step, jump by rounds, and to both ends", async () => {
    await opened(async ({ page, go, begin }) => {
      await go(`watch/${await begin(ALONE)}/0`);
      await page.locator(".story .line").first().waitFor();
      const at = (): Promise<string> => page.locator("input[type=range]").inputValue();
      const press = async (key: string, to: string): Promise<void> => {
        await page.keyboard.press(key);
        await expect.poll(at).toBe(to);
      };
      await press("ArrowRight", "1");
      await press("ArrowDown", "2");
      await press("End", "53");
      await press("ArrowUp", "38");
      await press("ArrowLeft", "37");
      await press("Home", "0");
      expect(new URL(page.url()).hash).toMatch(/^#watch\/game-1\/0$/);
    });
  });

  test("playing goes on by itself and stops at the end", async () => {
    await opened(async ({ page, go, begin }) => {
      await go(`watch/${await begin(ALONE)}/50`);
      await page.locator(".story .line").first().waitFor();
      await page.locator(".speed select").selectOption("8");
      await page.keyboard.press("Space");
      await expect.poll(() => page.locator("input[type=range]").inputValue()).toBe("53");
      await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    });
  });

  test("a line of the story leads to its moment, where the decision and all open options are told", async () => {
    await opened(async ({ page, go, begin }) => {
      await go(`watch/${await begin(ALONE)}/0`);
      await page.locator(".line button", { hasText: "It takes aim." }).first().click();
      await expect.poll(() => page.locator(".decision h2").innerText()).toContain("Whom does Swift attack?");
      await page.locator(".decision summary").click();
      expect(await page.locator(".decision li").count()).toBe(5);
    });
  });

  test("each sees by their own eyes", async () => {
    await opened(async ({ page, go, begin }) => {
      await go(`watch/${await begin(ALONE)}/53`);
      await page.locator(".story .line").first().waitFor();
      const story = (): Promise<string> => page.locator(".story").innerText();
      expect(await story()).toContain("You plan for Swift");
      await page.locator(".viewers select").selectOption("player:south");
      await expect.poll(story).toContain("You plan for Kestrel");
      expect(await story()).not.toContain("You plan for Swift");
    });
  });

  test("while people play, nobody can look as a judge", async () => {
    await opened(async ({ page, go, begin }) => {
      await go(`watch/${await begin({ north: "human", south: "human" })}`);
      await page.locator(".viewers").waitFor();
      await expect.poll(() => page.locator(".viewers option").allInnerTexts()).toEqual(["the public"]);
    });
  });

  test("one plays on from any moment in a game of its own", async () => {
    await opened(async ({ page, go, begin, served }) => {
      await go(`watch/${await begin({ north: "human", south: "default" })}`);
      await page.locator(".board .item").first().waitFor();
      await page.getByRole("button", { name: "Play on from here" }).click();
      await page.locator(".question .heading").waitFor();
      expect(new URL(page.url()).hash).toBe("#play/game-2");
      expect(served.studio.games.size).toBe(2);
    });
  });

  test("two games stand beside each other at their first difference", async () => {
    await opened(async ({ page, go, begin, served }) => {
      const one = await begin(ALONE);
      const other = await begin(ALONE);
      const decisions = served.studio.games.get(other)?.decisions;
      if (decisions?.[8]) decisions[8] = { options: ["guard"] };
      await go(`watch/${one}/0`);
      await page.locator(".story .line").first().waitFor();
      await page.getByRole("button", { name: "Compare" }).click();
      await page.locator("dialog li button").first().click();
      await page.locator(".two .board").nth(1).waitFor();
      await expect.poll(() => page.locator("input[type=range]").inputValue()).toBe("8");
      expect(await page.locator(".question").innerText()).toContain("first difference is at decision 8");
    });
  });

  test("a moment becomes a case in the project", async () => {
    await opened(async ({ page, go, begin, served }) => {
      await go(`watch/${await begin(ALONE)}/7`);
      await page.locator(".story .line").first().waitFor();
      await page.getByRole("button", { name: "Case from here" }).click();
      await page.getByLabel("What it shows").fill("swift goes on");
      await page.getByRole("button", { name: "Make the case" }).click();
      await page.getByRole("button", { name: "Write it into the project" }).click();
      await page.getByRole("link", { name: "Open it" }).waitFor();
      expect(served.studio.documents.files.get("cases/from-here.yaml")).toContain("swift goes on");
    });
  });

  test("a replay of other content says where it parts, and shows what came before", async () => {
    await opened(async ({ page, go, begin, served }) => {
      const game = served.studio.games.get(await begin(ALONE));
      const replay = JSON.stringify({ ...game, parted: { decision: 9, why: "No such option: run." } });
      await go("watch");
      await page.setInputFiles("input[type=file]", { name: "old.json", mimeType: "application/json", buffer: Buffer.from(replay) });
      await page.getByText("from decision 9 on it goes another way").waitFor();
      await page.getByRole("button", { name: "Show what came before" }).click();
      await expect.poll(() => page.locator("input[type=range]").inputValue()).toBe("9");
    });
  });

  test("a file that is no replay is named", async () => {
    await opened(async ({ page, go }) => {
      await go("watch");
      await page.setInputFiles("input[type=file]", { name: "broken.json", mimeType: "application/json", buffer: Buffer.from("{") });
      expect(await page.locator(".notice").innerText()).toContain("broken.json:");
    });
  });
});

describe("the one file of a game", () => {
  test("shows the game without a server or a network, by the eyes that it holds", async () => {
    await opened(async ({ page, begin, served, errors }) => {
      const frames = framesOf(served.studio, await begin(ALONE), ["public", "player:north"]);
      const text = JSON.stringify(frames).replaceAll("<", "\\u003c");
      const html = (await readFile(join(BUILT, "view.html"), "utf8")).replace("<!-- FRAMES -->", () => `<script type="application/json" id="frames">${text}</script>`);
      const file = join(tmpdir(), `cardwright-view-${process.pid}.html`);
      await writeFile(file, html);
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(`file://${file}`);
      await page.locator(".story .line").first().waitFor();
      await page.keyboard.press("End");
      await expect.poll(() => page.locator(".decision h2").innerText()).toMatch(/holds the field|draw/);
      expect(await page.locator(".viewers option").allInnerTexts()).toEqual(["the public", "North"]);
      expect(await page.getByRole("button", { name: "Play on from here" }).count()).toBe(0);
      expect(asked.filter((url) => !url.startsWith("file:") && !url.startsWith("data:"))).toEqual([]);
      expect(errors).toEqual([]);
    });
  });
});

/** The frames that `cardwright view` writes, made from the answers of the small studio. */
function framesOf(studio: Studio, game: string, viewers: string[]): Frames {
  const ask = <T>(request: object): T => (JSON.parse(studio.answer(JSON.stringify(request))) as { ok: T }).ok;
  const eyes = viewers.map((word): Eyes => {
    const viewer: Viewer = word === "public" ? "public" : { player: word.slice("player:".length) };
    const story = ask<StoryLine[]>({ ask: "story", game, viewer, from: 0 });
    const table: Eyes["table"] = [];
    const definitions: string[] = [];
    const places = new Map<string, number>();
    const frames = Array.from({ length: 54 }, (_, at) => {
      const view = ask<ViewMore>({ ask: "view", game, viewer, at, width: 800, dark: false });
      const items = view.scene.items.map((item) => {
        const text = JSON.stringify(item);
        const place = places.get(text) ?? table.push(item) - 1;
        places.set(text, place);
        return place;
      });
      const { width, height, ground, defs } = view.scene;
      const lines = story.filter((line) => line.decision === at).map(({ depth, text, heading }) => ({ depth, text, heading }));
      const place = definitions.indexOf(defs) >= 0 ? definitions.indexOf(defs) : definitions.push(defs) - 1;
      return { number: at, round: view.round, items, defs: place, width, height, ground, story: lines, ...(view.over ? { over: view.over } : {}) };
    });
    return { viewer: word, frames, table, definitions };
  });
  return { title: "A field with rocks", players: [{ id: "north", name: "North" }, { id: "south", name: "South" }], viewers: eyes };
}
