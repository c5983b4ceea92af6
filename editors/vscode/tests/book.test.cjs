// The book colours code as editors do: its own reading of the grammar finds what VS Code's library finds, letter by letter.
const assert = require("node:assert/strict");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { registry, tokenized } = require("./textmate.cjs");

const root = path.join(__dirname, "..", "..", "..");

const files = (folder, ending) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => fs.readFileSync(path.join(root, folder, name), "utf8"));

// The blocks of code of the language on a page.
const blocks = (page) => [...page.matchAll(/^( *)```cw.*\n([^]*?)^ *```$/gm)].map(([, , code]) => code);

function scopesOf(line, pieces) {
  const scopes = new Array(line.length).fill("");
  for (const [start, end, scope] of pieces) scopes.fill(scope, start, end);
  // Who colours a blank makes no difference.
  return scopes.map((scope, at) => (line[at] === " " && !/comment|string/.test(scope) ? "" : scope));
}

test("the book colours code as editors do", async () => {
  const pages = files("docs", ".md").concat(files("compiler/documents/pages", ".md"));
  const texts = pages.flatMap(blocks).concat(files("tests/samples", ".cw"), files("libraries", ".cw"));
  texts.push('a == b "open\n_x 1x 2.5 inches x/y.z name: foo(bar) #\n');
  assert(texts.length > 150, `only ${texts.length} texts`);
  const python = spawnSync("python3", [path.join(root, ".ci/docs_colours.py")], { input: JSON.stringify(texts), encoding: "utf8" });
  assert.equal(python.status, 0, python.stderr);
  const book = JSON.parse(python.stdout);
  const grammar = await (await registry()).loadGrammar("source.cardwright");
  texts.forEach((text, which) => {
    tokenized(grammar, text).forEach(({ line, tokens }, number) => {
      const pieces = tokens
        .filter(({ scopes }) => scopes.length > 1)
        .map(({ startIndex, endIndex, scopes }) => [startIndex, Math.min(endIndex, line.length), scopes[1]]);
      assert.deepEqual(scopesOf(line, book[which][number]), scopesOf(line, pieces), line);
    });
  });
});
