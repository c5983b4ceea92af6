// Force: legal while one builds, by the studio's own word; text in and out.

import { describe, expect, test } from "vitest";
import { opened, withBrowser } from "./browser";

withBrowser();

describe("force", () => {
  test("is built by search and clicks, with what it costs and what does not fit", async () => {
    await opened(async ({ page, go }) => {
      await go("force/field/north");
      // It begins with what the scenario has.
      await page.locator(".points b", { hasText: "3" }).waitFor();
      await page.getByRole("button", { name: "Empty it" }).click();
      await page.locator(".points b", { hasText: "0" }).waitFor();
      await page.getByRole("button", { name: "Add Swift" }).click();
      await page.locator(".points b", { hasText: "4" }).waitFor();
      await page.getByLabel("Search cards").fill("charm");
      await page.getByRole("button", { name: "Add Charm to Swift" }).click();
      await page.locator(".picks ul .pick", { hasText: "Charm" }).waitFor();
      expect(await page.locator(".legal").innerText()).toBe("Legal");
      await page.getByLabel("Only what fits now").uncheck();
      await page.getByLabel("Search cards").fill("anvil");
      expect(await page.locator(".cards .why-not").innerText()).toBe("costs 5, and 4 are left");
      await page.getByRole("button", { name: "Take Swift away" }).click();
      await page.locator(".points b", { hasText: "0" }).waitFor();
      expect(await page.locator(".picks .pick").count()).toBe(0);
    });
  });

  test("a random one can be taken, kept as text and put in again", async () => {
    await opened(async ({ page, go }) => {
      await go("force/field/north");
      await page.getByRole("button", { name: "Random force" }).click();
      await page.locator(".picks .pick").nth(1).waitFor();
      await page.getByRole("button", { name: "As text…" }).click();
      const text = page.getByLabel("The force as text").last();
      expect(await text.inputValue()).toMatch(/^(swift\ncharm on swift|anvil\nbanner on anvil)$/);
      await text.fill("swift\nthis is no pick at all");
      await page.getByRole("button", { name: "Take this text" }).click();
      expect(await page.locator("dialog .notice").innerText()).toContain("Line 2 is no pick");
      await text.fill("lantern");
      await page.getByRole("button", { name: "Take this text" }).click();
      await page.locator(".points b", { hasText: "3" }).waitFor();
    });
  });

  test("the next game of the scenario is played with it", async () => {
    await opened(async ({ page, go, served }) => {
      await go("force/field/north");
      await page.getByRole("button", { name: "Empty it" }).click();
      await page.locator(".points b", { hasText: "0" }).waitFor();
      await page.getByRole("button", { name: "Add Anvil" }).click();
      await page.locator(".points b", { hasText: "5" }).waitFor();
      await page.getByRole("link", { name: "Play with it" }).click();
      await page.locator(".scenario").click();
      await page.getByText("Your own force").waitFor();
      await page.getByRole("button", { name: "Begin" }).click();
      await page.locator(".board .item").first().waitFor();
      const begun = served.studio.asked.find((one) => one.ask === "new-game");
      expect(begun).toMatchObject({ forces: { north: [{ card: "anvil", on: null, count: 1 }] } });
    });
  });

  test("two pieces of one card hold cards of their own", async () => {
    await opened(async ({ page, go }) => {
      await go("force/field/north");
      await page.getByRole("button", { name: "Add Lantern" }).click();
      await page.locator(".points b", { hasText: "6" }).waitFor();
      await page.locator(".pick .what", { hasText: "2 × Lantern" }).waitFor();
      await page.getByRole("button", { name: "Add Charm to Lantern 2" }).click();
      await page.locator(".points b", { hasText: "8" }).waitFor();
      expect(await page.locator(".picks > li").count()).toBe(2);
      // The first one goes, and the charm stays on the other.
      await page.getByRole("button", { name: "Take Lantern away" }).first().click();
      await page.locator(".points b", { hasText: "5" }).waitFor();
      expect(await page.locator(".picks ul .pick").innerText()).toContain("Charm");
      await page.getByRole("button", { name: "As the scenario has it" }).click();
      await page.locator(".points b", { hasText: "3" }).waitFor();
    });
  });

  test("a legal one is kept as a scenario, and what the studio refuses is told", async () => {
    await opened(async ({ page, go, served }) => {
      await go("force/field/north");
      await page.getByRole("button", { name: "Random force" }).click();
      await page.getByRole("button", { name: "Keep as a scenario…" }).click();
      await page.getByLabel("Its id").fill("field");
      await page.getByRole("button", { name: "Write it" }).click();
      expect(await page.locator("dialog .notice").innerText()).toContain("there is already a scenario `field`");
      await page.getByLabel("Its id").fill("field-of-mine");
      await page.getByRole("button", { name: "Write it" }).click();
      await page.getByRole("link", { name: "scenarios/small/field-of-mine.yaml" }).waitFor();
      expect(served.studio.asked.filter((one) => one.ask === "keep-force").pop()).toMatchObject({ id: "field-of-mine" });
    });
  });
});
