// Holds the colours of rules against what the parser says. In: a list of texts with their words, `[start, length, of the language]`
// each. Out: how many words of the language there were, and what is coloured wrong.
const fs = require("node:fs");
const { registry, tokenized } = require("./textmate.cjs");

const isKeyword = (scopes) => scopes.some((scope) => /^(keyword|storage|constant\.language)(?!\.operator\.cardwright)/.test(scope));

async function main() {
  const texts = JSON.parse(fs.readFileSync(0, "utf8"));
  const grammar = await (await registry()).loadGrammar("source.cardwright");
  const wrong = [];
  let keywords = 0;
  for (const { name, text, words } of texts) {
    const scopes = new Array(text.length);
    let start = 0;
    tokenized(grammar, text).forEach(({ line, tokens }, number) => {
      for (const token of tokens) {
        for (let at = token.startIndex; at < token.endIndex; at++) scopes[start + at] = token.scopes;
        const part = line.slice(token.startIndex, token.endIndex).trim();
        if (part && (token.scopes.length < 2 || token.scopes.some((scope) => scope.startsWith("invalid"))))
          wrong.push(`${name}:${number + 1}: \`${part}\` has ${token.scopes.slice(1).join(" ") || "no scope"}: ${line.trim()}`);
      }
      start += line.length + 1;
    });
    for (const [at, length, isOurs] of words) {
      if (isOurs) keywords += 1;
      const all = scopes.slice(at, at + length);
      if (all.every((one) => isKeyword(one) === isOurs)) continue;
      const line = text.slice(text.lastIndexOf("\n", at - 1) + 1).split("\n")[0].trim();
      const number = text.slice(0, at).split("\n").length;
      const what = isOurs ? "is a word of the language" : "is a name";
      wrong.push(`${name}:${number}: \`${text.slice(at, at + length)}\` ${what}: ${line}`);
    }
  }
  process.stdout.write(JSON.stringify({ keywords, wrong }));
}

main();
