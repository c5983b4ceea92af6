// The TextMate library of VS Code, with our grammars and those that a test brings.
const fs = require("node:fs");
const path = require("node:path");
const { tool, folder } = require("../tools.cjs");
const oniguruma = tool("vscode-oniguruma");
const textmate = tool("vscode-textmate");

const syntaxes = path.join(__dirname, "..", "syntaxes");
const ours = new Map([
  ["source.cardwright", "cardwright.tmLanguage.json"],
  ["cardwright.injection", "injection.tmLanguage.json"],
]);

// The grammars for YAML of VS Code, by scope name: that of today, and the one before 1.92.
const yaml = (name, files) =>
  new Map(Object.entries(files).map(([scope, file]) => [scope, path.join(folder, "yaml-grammars", name, "package", file)]));
const yamlGrammars = {
  now: yaml("now", {
    "source.yaml": "resources/yaml.tmLanguage.json",
    "source.yaml.1.0": "resources/yaml-1.0.tmLanguage.json",
    "source.yaml.1.1": "resources/yaml-1.1.tmLanguage.json",
    "source.yaml.1.2": "resources/yaml-1.2.tmLanguage.json",
    "source.yaml.1.3": "resources/yaml-1.3.tmLanguage.json",
    "source.yaml.embedded": "resources/yaml-embedded.tmLanguage.json",
  }),
  before: yaml("before", { "source.yaml": "grammars/yaml.json" }),
};

// A registry of our grammars and of others, which are files by scope name.
async function registry(others = new Map()) {
  const wasm = fs.readFileSync(tool.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const files = new Map([...others, ...[...ours].map(([scope, file]) => [scope, path.join(syntaxes, file)])]);
  return new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => {
      const file = files.get(scope);
      return file ? textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file) : null;
    },
    getInjections: (scope) => (scope === "source.yaml" ? ["cardwright.injection"] : []),
  });
}

// The lines of a text, each with its tokens: where they begin and end in the line, and their scopes.
function tokenized(grammar, text) {
  let state = textmate.INITIAL;
  return text.split("\n").map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return { line, tokens };
  });
}

module.exports = { registry, tokenized, yamlGrammars };
