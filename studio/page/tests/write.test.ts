// Write: a card written, red, mended, green; and no letter lost, whoever else writes and whatever ends.

import { describe, expect, test } from "vitest";
import { type Opened, opened, withBrowser } from "./browser";

withBrowser();

const FILE = "cards/field/charms.yaml";

async function openFile({ page, go }: Opened): Promise<void> {
  await go(`write/${encodeURIComponent(FILE)}`);
  await page.locator(".cm-line", { hasText: "name: Charm" }).click();
  await page.keyboard.press("End");
}

describe("write", () => {
  test("a card is written, is red, is mended and green again", async () => {
    await opened(async (one) => {
      const { page, served } = one;
      await openFile(one);
      await page.locator(".card-shown img").waitFor();
      await page.keyboard.type(" wrong");
      await page.locator(".problems li", { hasText: "unknown word" }).waitFor();
      await page.locator(".cases .red").first().waitFor();
      await page.locator(".tree .count.bad").first().waitFor();
      await page.locator(".cm-lintRange-error").waitFor();
      expect(served.studio.documents.files.get(FILE)).toContain("name: Charm wrong");
      for (let letter = 0; letter < 6; letter++) await page.keyboard.press("Backspace");
      await page.getByText("No problems").waitFor();
      await page.locator(".cases small.green").waitFor();
      await expect.poll(() => page.locator(".keeping").innerText()).toBe("Kept");
    });
  });

  test("a click on a problem leads to its place", async () => {
    await opened(async (one) => {
      one.served.studio.documents.files.set("rules/field.cw", "# one\n# two\nprocedure wrong() {}\n");
      await openFile(one);
      await one.page.locator(".problems li button").first().click();
      await one.page.locator(".file-line b", { hasText: "rules/field.cw" }).waitFor();
      await expect.poll(() => one.page.locator(".cm-activeLine").innerText()).toContain("procedure wrong");
    });
  });

  test("rules have colours, in files and in documents", async () => {
    await opened(async (one) => {
      await openFile(one);
      await one.page.locator(".cw-keyword-control, .cw-keyword-other", { hasText: "when" }).first().waitFor();
      await one.go("write/rules%2Ffield.cw");
      await one.page.locator(".cw-storage-type", { hasText: "procedure" }).first().waitFor();
    });
  });

  test("the language service completes", async () => {
    await opened(async (one) => {
      await openFile(one);
      await one.page.keyboard.type(" ro");
      // A language service takes its time to begin.
      await expect.poll(async () => {
        await one.page.keyboard.press("Control+Space");
        await one.page.waitForTimeout(300);
        return one.page.locator(".cm-tooltip-autocomplete", { hasText: "roll-again" }).count();
      }).toBe(1);
    });
  });

  test("two who write the same file are told, and choose", async () => {
    await opened(async (one) => {
      const { page, served } = one;
      await openFile(one);
      const disk = served.studio.documents.files.get(FILE) ?? "";
      // Somebody else writes just before this page does.
      await page.keyboard.type(" mine");
      served.studio.documents.files.set(FILE, disk.replace("name: Banner", "name: Flag"));
      await page.getByText("has changed on the disk while you typed").waitFor();
      await page.locator(".cm-changedLine, .cm-deletedChunk").first().waitFor();
      await page.getByRole("button", { name: "Write what stands below" }).click();
      await expect.poll(() => served.studio.documents.files.get(FILE)).toContain("Charm mine");
      await expect.poll(() => page.locator(".keeping").innerText()).toBe("Kept");
    });
  });

  test("a change on the disk is shown at once where nothing was typed", async () => {
    await opened(async (one) => {
      const { page, served } = one;
      await openFile(one);
      const disk = served.studio.documents.files.get(FILE) ?? "";
      served.studio.documents.files.set(FILE, disk.replace("name: Banner", "name: Flag"));
      served.studio.changed([`file:${FILE}`]);
      await page.locator(".cm-line", { hasText: "name: Flag" }).waitFor();
    });
  });

  test("what is typed while nobody answers is kept, and written when somebody does", async () => {
    await opened(async (one) => {
      const { page, served } = one;
      await openFile(one);
      served.cut(true);
      await page.keyboard.type(" kept");
      await page.locator(".keeping.waiting").waitFor();
      await page.locator(".connection.lost").waitFor();
      served.cut(false);
      await expect.poll(() => served.studio.documents.files.get(FILE), { timeout: 15_000 }).toContain("Charm kept");
      await expect.poll(() => page.locator(".connection").innerText()).toBe("");
    });
  });

  test("what was typed outlives a page that is closed", async () => {
    await opened(async (one) => {
      const { page, served } = one;
      await openFile(one);
      served.cut(true);
      await page.keyboard.type(" saved");
      await page.locator(".keeping.waiting").waitFor();
      served.cut(false);
      served.studio.documents.files.set(FILE, served.studio.documents.files.get(FILE) ?? "");
      await page.reload();
      await page.locator(".cm-line", { hasText: "Charm saved" }).waitFor();
      await expect.poll(() => served.studio.documents.files.get(FILE)).toContain("Charm saved");
    });
  });

  test("a new file is made, and a name that is taken is refused", async () => {
    await opened(async (one) => {
      const { page, served } = one;
      await openFile(one);
      await page.getByRole("button", { name: "New file" }).click();
      await page.getByLabel("Path of the new file").fill("cards/field/new.yaml");
      await page.keyboard.press("Enter");
      await page.locator(".file-line b", { hasText: "cards/field/new.yaml" }).waitFor();
      expect(served.studio.documents.files.get("cards/field/new.yaml")).toBe("");
    });
  });
});
