// The built page that the program carries is the one that these sources make.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BUILT } from "./setup";

const KEPT = join(import.meta.dirname, "../../../cardwright/page");

test("the built page is fresh: `npm run build` makes it anew", () => {
  expect(readdirSync(BUILT).sort()).toEqual(readdirSync(KEPT).sort());
  for (const name of readdirSync(BUILT)) {
    const same = readFileSync(join(BUILT, name)).equals(readFileSync(join(KEPT, name)));
    expect(same, `${name} is not what the sources make`).toBe(true);
  }
});

test("it is small: what one plays with below 200 kB, the editor below 700 kB", () => {
  const size = (name: string): number => readFileSync(join(BUILT, name)).length;
  expect(size("page.js") + size("page.css") + size("index.html")).toBeLessThan(200_000);
  expect(size("editor.js")).toBeLessThan(700_000);
  expect(size("view.html")).toBeLessThan(150_000);
});
