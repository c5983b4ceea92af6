// Zips and links: what they bring, and that each bound holds before memory or time is spent.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { toAddress } from "../src/base64";
import { isContent, MOST_FILES, MOST_FOLDERS } from "../src/content";
import { inflated, TooMuch } from "../src/inflate";
import { dataOf, MOST_LETTERS, projectOfData } from "../src/link";
import { MOST_ZIP_BYTES, projectOf, zipOf } from "../src/zip";
import { counting, lying, zipped } from "./zips";

const CARDS = "cards/field/charms.yaml";
const DOCUMENTS = { [CARDS]: "set: charms\n", "systems/field/system.yaml": "system: field\ntitle: \"Fëld\"\n" };

describe("a zip", () => {
  test("brings back what was put in", () => {
    expect(projectOf(zipOf(DOCUMENTS))).toEqual({ documents: DOCUMENTS, passedOver: 0 });
  });

  test("may have one folder around all", () => {
    const files = Object.fromEntries(Object.entries(DOCUMENTS).map(([path, text]) => [`my-game/${path}`, text]));
    expect(projectOf(zipped({ ...files, "my-game/README.md": "hello", "__MACOSX/my-game/._README.md": "" }))).toEqual({ documents: DOCUMENTS, passedOver: 2 });
  });

  test("with a project beside another folder keeps its paths", () => {
    expect(projectOf(zipped({ ...DOCUMENTS, "docs/guide.yaml": "" }))).toEqual({ documents: DOCUMENTS, passedOver: 1 });
  });

  test("of two folders is no project", () => {
    expect(() => projectOf(zipped({ "one/cards/a/b.yaml": "", "two/cards/a/b.yaml": "" }))).toThrow("There is no project in it");
  });

  test("brings nothing from outside of a project", () => {
    const files = { "../cards/a/b.yaml": "", "/cards/a/b.yaml": "", "cards/../../b.yaml": "", "cards/a/.hidden.yaml": "", "cards/a/b.yaml~": "", "cards/a/b.png": "", "src/main.cw": "" };
    expect(projectOf(zipped({ ...DOCUMENTS, ...files }))).toEqual({ documents: DOCUMENTS, passedOver: Object.keys(files).length });
  });

  test("that is none, or half of one, is refused", () => {
    expect(() => projectOf(new TextEncoder().encode("hello"))).toThrow("It is no zip");
    expect(() => projectOf(new Uint8Array())).toThrow("It is no zip");
    expect(() => projectOf(zipOf(DOCUMENTS).slice(0, -30))).toThrow("It is no zip");
    expect(() => projectOf(zipOf(DOCUMENTS).slice(30))).toThrow("damaged");
  });

  test("is held to the bound of its bytes, and is taken just at it", () => {
    const comment = (size: number): Uint8Array => {
      const zip = zipOf(DOCUMENTS);
      const bytes = new Uint8Array(size);
      bytes.set(zip, size - zip.length);
      return bytes;
    };
    expect(() => projectOf(comment(MOST_ZIP_BYTES + 1))).toThrow("more than 16 MiB");
    expect(() => projectOf(comment(MOST_ZIP_BYTES))).toThrow("damaged");
  });

  test("is held to the bound of its files", () => {
    expect(() => projectOf(counting(zipOf(DOCUMENTS), MOST_FILES + 1))).toThrow(`more than ${MOST_FILES} files`);
    expect(() => projectOf(counting(zipOf(DOCUMENTS), 3))).toThrow("damaged");
    expect(() => projectOf(counting(zipOf(DOCUMENTS), 0xffff))).toThrow("zip64");
  });

  test("is held to the bound of bytes by what it declares, before anything is unpacked", () => {
    // The packed bytes are no deflate at all: had they been looked at, the message would be another one.
    const zip = lying(zipOf({ [CARDS]: "x".repeat(100) }), "at", 0xfffffff0);
    expect(() => projectOf(lying(zip, "size", (16 << 20) + 1))).toThrow("more than 16 MiB");
    expect(() => projectOf(lying(zip, "size", 16 << 20))).toThrow("damaged");
    const heavy = zipSync(Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`cards/a/${number}.yaml`, new Uint8Array(13 << 20)])));
    expect(() => projectOf(heavy)).toThrow("more than 64 MiB together");
  });

  test("is held to what it declares by what comes", () => {
    const zip = zipSync({ [CARDS]: new Uint8Array(8 << 20) });
    const before = performance.now();
    expect(() => projectOf(lying(zip, "size", 100))).toThrow(`${CARDS} is damaged`);
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(() => projectOf(lying(zip, "size", (8 << 20) + 1))).toThrow(`${CARDS} is damaged`);
    expect(() => projectOf(lying(zip, "crc", 1))).toThrow(`${CARDS} is damaged`);
    expect(() => projectOf(lying(zip, "packed", 10))).toThrow(`${CARDS} is damaged`);
    expect(() => projectOf(lying(zip, "packed", 0xffffff))).toThrow("damaged");
  });

  test("that is encrypted, or packed in another way, is refused", () => {
    expect(() => projectOf(lying(zipOf(DOCUMENTS), "flags", 1))).toThrow("is encrypted");
    expect(() => projectOf(lying(zipOf(DOCUMENTS), "method", 12))).toThrow("packed in a way");
  });

  test("is held to the bound of folders", () => {
    const path = (folders: number): string => `cards/${"a/".repeat(folders - 1)}b.yaml`;
    expect(Object.keys(projectOf(zipOf({ [path(MOST_FOLDERS)]: "" })).documents)).toEqual([path(MOST_FOLDERS)]);
    expect(() => projectOf(zipOf({ [path(MOST_FOLDERS + 1)]: "" }))).toThrow(`more than ${MOST_FOLDERS} folders`);
  });

  test("with a file that is no text names it", () => {
    expect(() => projectOf(zipSync({ [CARDS]: Uint8Array.of(0xff, 0xfe) }))).toThrow(`${CARDS} is not UTF-8 text`);
  });

  test("damaged anywhere is read or refused, and never hangs", () => {
    const zip = zipOf(DOCUMENTS);
    for (let at = 0; at < zip.length; at++) {
      for (const value of [0, 0xff, (zip[at] ?? 0) ^ 1]) {
        const bytes = zip.slice();
        bytes[at] = value;
        try {
          for (const [path, text] of Object.entries(projectOf(bytes).documents)) expect(isContent(path) && typeof text === "string").toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }
    }
  });
});

describe("a link", () => {
  test("holds a project", () => {
    expect(projectOfData(dataOf("Fëld", DOCUMENTS))).toEqual({ name: null, title: "Fëld", documents: DOCUMENTS, passedOver: 0 });
  });

  test("that would be too long says by how much", () => {
    let seed = 1;
    const noise = Array.from({ length: 400_000 }, () => String.fromCharCode(33 + ((seed = (seed * 48271) % 2147483647) % 90))).join("");
    expect(() => dataOf("Field", { ...DOCUMENTS, "cards/a/b.yaml": noise })).toThrow(/too large for a link: it would have \d+ kB/);
  });

  test("that is damaged, too long, or of something else is refused", () => {
    const data = dataOf("Field", DOCUMENTS);
    const of = (value: unknown): string => toAddress(deflateSync(new TextEncoder().encode(JSON.stringify(value))));
    expect(() => projectOfData(data.slice(0, -8))).toThrow("damaged");
    expect(() => projectOfData("%%%")).toThrow("damaged");
    expect(() => projectOfData("A".repeat(MOST_LETTERS + 1))).toThrow("too long");
    expect(() => projectOfData(of(null))).toThrow("no files");
    expect(() => projectOfData(of({ documents: {} }))).toThrow("no files");
    expect(() => projectOfData(of({ documents: { "../a.yaml": "" } }))).toThrow("no file of a project");
    expect(() => projectOfData(of({ documents: { [CARDS]: 7 } }))).toThrow("no file of a project");
  });

  test("that unpacks to more than agreed is refused early", () => {
    const bomb = deflateSync(new Uint8Array(40 << 20));
    expect(() => projectOfData(toAddress(bomb))).toThrow("damaged");
    expect(() => inflated(bomb, 1000)).toThrow(TooMuch);
    expect(inflated(deflateSync(new Uint8Array(1000)), 1000).length).toBe(1000);
  });
});

test("what belongs to a project is what the npm package takes from a folder", () => {
  // The rule stands in two places: here for paths in a zip, there for folders on a disk.
  const folder = readFileSync(join(import.meta.dirname, "../../../bindings/node/npm/folder.js"), "utf8");
  const content = readFileSync(join(import.meta.dirname, "../src/content.ts"), "utf8");
  const pattern = (text: string, about: RegExp): string | undefined => about.exec(text)?.[1];
  const icon = /const ICON = (.*);/;
  const left = /(\/\^\\\.\|\^#\.\*#\$.*\/)/;
  expect(pattern(content, icon)).toBe(pattern(folder, icon));
  expect(pattern(content, left)).toBe(pattern(folder, left));
  expect(pattern(content, left)).toBeDefined();
  expect(pattern(folder, /const FOLDERS = \[(.*), CASES\];/)).toBe(pattern(content, /const FOLDERS = \[(.*), "tests\/conformance"\];/));
});
