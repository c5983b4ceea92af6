// Makes the playground: `node make.mjs PACKAGE FOLDER [--quick]`, where PACKAGE is the built npm package. See `build.sh`, which
// calls this.
//
// Nothing here knows a game by name: each folder of `systems/` is a project, and its title is what the engine reads in it.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const HERE = import.meta.dirname;
const ROOT = resolve(HERE, "../..");
const PAGE = join(ROOT, "cardwright/page");
/** The most bytes that a person waits for, compressed as hosts do it: page, engine, one project, and the editor behind them. */
const MOST_BYTES = 4_000_000;
const PAGE_FILES = ["page.css", "page.js", "editor.js"];

/** The project that is shown first: a small game with a table, cards and cases. */
const SAMPLE = { name: "sample", folder: join(ROOT, "tests/samples/good") };

const [packed, out] = process.argv.slice(2, 4).map((path) => resolve(path));
const isQuick = process.argv[4] === "--quick";
if (!packed || !out) throw new Error("usage: node make.mjs PACKAGE FOLDER [--quick]");
const { Studio } = await import(join(packed, "node.js"));
const { documentsOf } = await import(join(packed, "folder.js"));

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "projects"), { recursive: true });
for (const name of PAGE_FILES) cpSync(join(PAGE, name), join(out, name));
writeFileSync(join(out, "index.html"), index());
writeFileSync(join(out, "licences.txt"), licences());
const worker = await bundle("worker.ts", {}, { cardwright: join(packed, "cardwright.js") });
const module = base64(readFileSync(join(packed, "cardwright_bg.wasm")));
writeFileSync(join(out, "engine.js"), handed("worker", worker) + handed("module", module));
const listed = projects().map(written);
writeFileSync(join(out, "playground.js"), await bundle("main.ts", { PROJECTS: JSON.stringify(listed) }, {}));
measure();

/** The page, with the playground's script before its own. */
function index() {
  const text = readFileSync(join(PAGE, "index.html"), "utf8");
  const script = '<script defer src="./page.js"></script>';
  if (!text.includes(script)) throw new Error("the page has no script to stand before");
  return text.replace(script, `<script defer src="./playground.js"></script>\n${script}`);
}

/** The licences of what is in the page, and of what the playground adds: packages, and the letters and icons of projects. */
function licences() {
  const given = join(ROOT, "docs/licences");
  const drawn = readdirSync(given).sort().map((name) => `\n${"-".repeat(78)}\n\n${readFileSync(join(given, name), "utf8").trimEnd()}\n`);
  const { dependencies } = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));
  const own = Object.keys(dependencies).map((name) => {
    const folder = join(HERE, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const text = readFileSync(join(folder, readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))), "utf8");
    return `\n${"-".repeat(78)}\n\n${name} ${version}: ${license}\n\n${text.trimEnd()}\n`;
  });
  return readFileSync(join(PAGE, "licences.txt"), "utf8") + [...own, ...drawn].join("");
}

/** A script of `src` with all that it uses, as a classic one. */
async function bundle(name, define, alias) {
  const build = await rolldown({ input: join(HERE, "src", name), platform: "browser", transform: { define, target: "es2022" }, resolve: { alias } });
  const { output } = await build.generate({ format: "iife", minify: true });
  if (output.length !== 1) throw new Error(`${name} is not one script`);
  return output[0].code;
}

function base64(bytes) {
  return gzipSync(bytes, { level: 9 }).toString("base64");
}

/** A line of a script that hands over a text. */
function handed(name, text) {
  return `cardwrightTake(${JSON.stringify(name)}, ${JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")});\n`;
}

/** The sample, and each system of this repository with what belongs to it. */
function projects() {
  const all = documentsOf(ROOT);
  const systems = readdirSync(join(ROOT, "systems"), { withFileTypes: true }).filter((one) => one.isDirectory());
  const own = systems.map(({ name }) => ({ name, documents: ofSystem(all, name) }));
  return [{ name: SAMPLE.name, documents: documentsOf(SAMPLE.folder) }, ...own.sort((one, other) => (one.name < other.name ? -1 : 1))];
}

function ofSystem(all, system) {
  const folders = ["systems", "cards", "maps", "scenarios", "tests/conformance"].map((folder) => `${folder}/${system}/`);
  const belongs = (path) => path === "cardwright.toml" || path.startsWith("libraries/") || folders.some((folder) => path.startsWith(folder));
  return Object.fromEntries(Object.entries(all).filter(([path]) => belongs(path)));
}

/** Writes a project as a script, and gives its name and title. */
function written({ name, documents }) {
  const { ok } = JSON.parse(new Studio(documents).answer('{"ask":"project"}'));
  if (ok?.systems.length !== 1 || ok.scenarios.length === 0) throw new Error(`${name} is no project that one can play`);
  writeFileSync(join(out, "projects", `${name}.js`), handed(`project:${name}`, base64(Buffer.from(JSON.stringify(documents)))));
  return { name, title: ok.systems[0].title };
}

/** Prints what is loaded, and holds it to its bound. */
function measure() {
  const size = (name) => gzipSync(readFileSync(join(out, name)), { level: 9 }).length;
  const sum = (names) => names.reduce((bytes, name) => bytes + size(name), 0);
  const page = sum(["index.html", "playground.js", ...PAGE_FILES]);
  const engine = size("engine.js");
  const each = listed.map(({ name }) => size(`projects/${name}.js`));
  const most = page + engine + Math.max(...each);
  const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;
  console.log(`playground: ${out}`);
  console.log(`compressed: page and editor ${kilobytes(page)}, engine ${kilobytes(engine)}, projects ${each.map(kilobytes).join(", ")}`);
  console.log(`compressed, with the largest project: ${most} bytes; the most is ${MOST_BYTES}`);
  if (most > MOST_BYTES && !isQuick) throw new Error("this is more than a person should wait for");
}
