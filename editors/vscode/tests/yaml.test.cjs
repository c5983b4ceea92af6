// Rules within YAML are coloured, and nothing else is; with the YAML grammar of VS Code of today, and with the one before 1.92.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { registry, tokenized, yamlGrammars } = require("./textmate.cjs");

const root = path.join(__dirname, "..", "..", "..");
const OURS = "meta.embedded.block.cardwright";

const documents = (folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => path.join(root, folder, name));

// For each line of a document, whether it stands in a block of rules.
function inBlocks(text) {
  let key;
  let isOurs = false;
  return text.split("\n").map((line) => {
    const depth = line.search(/\S/);
    if (key !== undefined && (depth === -1 || depth > key)) return isOurs;
    const begins = /^( *)(?:- )?([\w-]+): [|>]/.exec(line);
    key = begins?.[1].length;
    isOurs = begins !== null && (begins[2] === "rules" || (key === 0 && /^(given|when)$/.test(begins[2])));
    return false;
  });
}

const CARD = `set: s
cards:
  - id: one
    rules: |
      # why
      modify x + 1 when here is x
BROKEN
      forbid y when always
    name: 'One: |'
  - id: two
    facts: { a: 1 }
    rules: >-
      allow y when yes

      allow z when no
    # rules: |
    note: |
      One writes:
      rules: |
        no rules
rules: |
  word w { a b }
case: rules
`;
const BROKEN = ['"no end', "{{{ ((", "} }", "@ $ Äö [", "word {", "rules: |", "- id: x", "set x to", "'", "|", "# # \"", "\t", ""];

for (const [name, files] of Object.entries(yamlGrammars)) {
  const grammar = registry(files).then((all) => all.loadGrammar("source.yaml"));

  test(`${name}: shipped rules are ours, and nothing else`, async () => {
    const some = documents("tests/conformance").filter((_, index) => index % 25 === 0);
    // The older grammar is slow, and rare by now.
    const all = [...documents("cards"), ...documents("scenarios"), ...some];
    const looked = name === "now" ? all : all.filter((_, index) => index % 4 === 0);
    let blocks = 0;
    for (const file of looked) {
      const text = fs.readFileSync(file, "utf8");
      const expected = inBlocks(text);
      tokenized(await grammar, text).forEach(({ line, tokens }, number) => {
        const seen = tokens.filter(({ startIndex, endIndex }) => line.slice(startIndex, endIndex).trim());
        const isOurs = seen.map(({ scopes }) => scopes.includes(OURS));
        assert.ok(isOurs.every((one) => one === expected[number]), `${file}:${number + 1}: ${line}`);
        blocks += expected[number] && !expected[number - 1] ? 1 : 0;
        const bare = expected[number] && seen.find(({ scopes }) => scopes.at(-1) === OURS);
        assert.ok(!bare, `${file}:${number + 1}: no colour at ${bare?.startIndex}: ${line}`);
      });
    }
    assert.ok(blocks > looked.length * 2, `only ${blocks} blocks`);
  });

  test(`${name}: a broken line discolours no other`, async () => {
    const withLine = (put) => CARD.replace("BROKEN", `      ${put}`);
    const told = async (text) =>
      tokenized(await grammar, text).map(({ tokens }) =>
        tokens.map(({ startIndex, endIndex, scopes }) => [startIndex, endIndex, scopes.join(" ")]),
      );
    const sound = await told(withLine("set x to 1"));
    const ours = sound.map((tokens) => tokens.some(([, , scopes]) => scopes.includes(OURS)));
    assert.deepEqual(ours, inBlocks(withLine("set x to 1")));
    const line = CARD.split("\n").indexOf("BROKEN");
    for (const broken of BROKEN) {
      const found = await told(withLine(broken));
      found.forEach((tokens, number) => {
        if (number !== line) assert.deepEqual(tokens, sound[number], `\`${broken}\`, line ${number + 1}`);
      });
    }
  });

  // Where its rules come first, an entry stays as YAML has it: no key behind them may be taken for rules.
  test(`${name}: other YAML keeps its colours`, async () => {
    const text = "jobs:\n  - rules: |\n      run\n    when: |\n      a\n  - given: |\n      b\n  - rules:\n      - x\n    rules: a | b\n";
    for (const { line, tokens } of tokenized(await grammar, text))
      assert.ok(!tokens.some(({ scopes }) => scopes.includes(OURS)), line);
  });
}
