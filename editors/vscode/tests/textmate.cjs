// The TextMate library of VS Code, with our grammars and those that a test brings.
const fs = require("node:fs");
const path = require("node:path");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const syntaxes = path.join(__dirname, "..", "syntaxes");
const ours = new Map([
  ["source.cardwright", "cardwright.tmLanguage.json"],
  ["cardwright.injection", "injection.tmLanguage.json"],
]);

// A registry of our grammars and of others, which are files by scope name.
async function registry(others = new Map()) {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
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

module.exports = { registry, tokenized };
