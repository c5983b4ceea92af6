// Packs the extension: what lies here, our schemas, snippets made from the phrasebooks, and the client in one file.
//
//     node editors/vscode/build.cjs PROGRAM OUT.vsix
//
// PROGRAM is a `cardwright`; it tells the phrasebooks. `.ci/tools` installs what this needs.
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { snippets } = require("./snippets.cjs");
const { tool } = require("./tools.cjs");

const root = path.join(__dirname, "..", "..");
const [program, out] = process.argv.slice(2).map((name) => path.resolve(name));
if (!out) {
  console.error("usage: build.cjs PROGRAM OUT.vsix");
  process.exit(2);
}

const stage = fs.mkdtempSync(path.join(require("node:os").tmpdir(), "cardwright-vscode-"));
const read = (name) => fs.readFileSync(name, "utf8");
const write = (name, text) => {
  const file = path.join(stage, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
};
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

// Names the packages in a bundle with their licences: who hands it on has to.
function notices(inputs) {
  const packages = new Set(
    Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.resolve(file)) ?? []),
  );
  const told = [...packages].sort().map((folder) => {
    const { name, version } = JSON.parse(read(path.join(folder, "package.json")));
    const licence = fs.readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    if (!licence) throw new Error(`${name} has no licence`);
    return `${name} ${version}\n\n${read(path.join(folder, licence)).trim()}\n`;
  });
  return told.join("\n----\n\n");
}

function bundle() {
  const { metafile } = tool("esbuild").buildSync({
    entryPoints: [path.join(__dirname, "src", "extension.js")],
    outfile: path.join(stage, "dist", "extension.js"),
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20",
    external: ["vscode"],
    alias: { "vscode-languageclient/node": tool.resolve("vscode-languageclient/node") },
    metafile: true,
    logLevel: "error",
  });
  write("NOTICES.txt", notices(metafile.inputs));
}

// A schema that speaks only of our documents: other projects have folders `cards` and `maps`, too.
function ofOurs(text) {
  const { $schema, definitions, ...schema } = JSON.parse(text);
  const known = ["system", "library", "set", "map", "scenario", "case", "phrasebook", "proves", "expect"];
  const telling = known.filter((key) => key in schema.properties);
  return { $schema, definitions, if: { anyOf: telling.map((key) => ({ required: [key] })) }, then: schema };
}

// A file of snippets for each game that has a phrasebook, as package.json names them.
function snippetsOfGames() {
  const systems = fs.readdirSync(path.join(root, "systems")).sort();
  return systems
    .filter((system) => fs.existsSync(path.join(root, "systems", system, "phrasebook.yaml")))
    .map((system) => {
      const ask = ["explain", system, "--phrasebook", "--format", "json"];
      const told = execFileSync(program, ask, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
      write(`snippets/${system}.json`, json(snippets(JSON.parse(told))));
      return { language: "cardwright", path: `./snippets/${system}.json` };
    });
}

try {
  const manifest = JSON.parse(read(path.join(__dirname, "package.json")));
  for (const name of ["README.md", "language-configuration.json", "syntaxes"])
    fs.cpSync(path.join(__dirname, name), path.join(stage, name), { recursive: true });
  for (const { url } of manifest.contributes.yamlValidation)
    write(url, json(ofOurs(read(path.join(root, url)))));
  write("LICENSE.txt", `${read(path.join(root, "LICENSE-MIT"))}\n----\n\n${read(path.join(root, "LICENSE-APACHE"))}`);
  bundle();
  manifest.contributes.snippets = snippetsOfGames();
  // All that lies here goes in.
  write(".vscodeignore", "");
  // What it depends on is in the bundle.
  delete manifest.dependencies;
  write("package.json", json(manifest));
  fs.mkdirSync(path.dirname(out), { recursive: true });
  const vsce = tool.resolve("@vscode/vsce/vsce");
  execFileSync(process.execPath, [vsce, "package", "--no-dependencies", "--out", out], { cwd: stage, stdio: "inherit" });
} finally {
  fs.rmSync(stage, { recursive: true, force: true });
}
