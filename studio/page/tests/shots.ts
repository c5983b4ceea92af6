// Pictures of the page in its sizes and colours, to be looked at: `npm run shots -- FOLDER`. Nothing is compared here.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { serve, TOKEN } from "./mock/server";

const SIZES = [{ name: "1400", width: 1400, height: 860 }, { name: "1000", width: 1000, height: 720 }, { name: "390", width: 390, height: 844 }];
const built = process.env["STUDIO_BUILT"] ?? "../../cardwright/page";
const folder = process.argv[2] ?? "out/shots";
const only = process.argv[3];

type Scene = (page: Page, to: (hash: string) => Promise<void>) => Promise<void>;

const SCENES: Record<string, Scene> = {
  start: async (page, to) => {
    await to("play");
    await page.locator(".scenario").first().click();
    await page.locator(".setup").waitFor();
  },
  place: async (page, to) => {
    await to("play");
    await begin(page);
    const box = await page.locator(".board").boundingBox();
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  },
  plan: async (page, to) => {
    await to("play");
    await begin(page);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.locator(".option").first().waitFor();
    await page.locator(".option").nth(1).hover();
  },
  attack: async (page, to) => {
    await to("play");
    await begin(page);
    await page.keyboard.press("ArrowUp");
    for (let step = 0; step < 5; step++) {
      await page.keyboard.press("Enter");
      await settled(page);
    }
    await page.locator('[data-key="piece:north-2"]').click();
  },
  watch: async (page, to) => {
    await to("watch/game-2/14");
    await page.locator(".story .line").first().waitFor();
  },
  write: async (page, to) => {
    await to("write/cards%2Ffield%2Fcharms.yaml");
    await page.locator(".cm-content").waitFor();
  },
  force: async (page, to) => {
    await to("force/field/north");
    await page.locator("h1").first().waitFor();
  },
};

async function begin(page: Page): Promise<void> {
  await page.locator(".scenario").first().click();
  await page.locator(".setup button[type=submit]").click();
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(900);
}

async function shoot(browser: Browser, scheme: "light" | "dark"): Promise<void> {
  for (const [name, scene] of Object.entries(SCENES)) {
    if (only && name !== only) continue;
    for (const size of SIZES) {
      const served = await serve(built);
      ask(served.studio.answer.bind(served.studio));
      const page = await browser.newPage({ viewport: size, colorScheme: scheme, hasTouch: size.width < 500 });
      page.setDefaultTimeout(4000);
      page.on("pageerror", (error) => console.log(`${name} ${size.name}: ${error.message}`));
      page.on("console", (message) => message.type() === "error" && console.log(`${name} ${size.name}: ${message.text()}`));
      const base = new URL(served.address);
      try {
        await scene(page, async (hash) => void (await page.goto(`${base.origin}/?token=${TOKEN}#${hash}`)));
        await page.waitForTimeout(500);
        await page.screenshot({ path: join(folder, `${name}-${size.name}-${scheme}.png`) });
      } catch (error) {
        console.log(`${name} ${size.name} ${scheme}: ${String(error).slice(0, 300)}`);
        await page.screenshot({ path: join(folder, `${name}-${size.name}-${scheme}-failed.png`) });
      }
      await page.close();
      served.close();
    }
  }
}

/** Games that stand on the shelf: one with a person, one of agents alone. */
function ask(answer: (text: string) => string): void {
  for (const seats of [{ north: "human", south: "default" }, { north: "default", south: "default" }]) {
    answer(JSON.stringify({ ask: "new-game", scenario: "field", seed: 7, seats }));
  }
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
for (const scheme of ["light", "dark"] as const) await shoot(browser, scheme);
await browser.close();
process.exit(0);
