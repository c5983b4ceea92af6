// Snippets of a game, made from its phrasebook as `cardwright explain SYSTEM --phrasebook --format json` tells it.

// What stands by itself in rules; facts and single names do not.
const FORMS = new Set(["rule", "moment", "gate", "statement", "question"]);

const escaped = (code) => code.replace(/[\\$}]/g, "\\$&");

// The code of a row as a snippet's body: what stands for something else is a place to fill in, and so is `...`. Where code
// stands in a text, its line ends are that text's.
function body(code, { with: holes, write }) {
  const lines = write.includes("`") ? code.replace(/\s+/g, " ") : code;
  let text = escaped(lines.replace(/^\.\.\.\s*/, ""));
  Object.keys(holes).forEach((hole, index) => {
    text = text.replace(new RegExp(`(?<![\\w/-])${hole}(?![\\w/-])`, "g"), `\${${index + 1}:${hole}}`);
  });
  const stops = Object.keys(holes).length;
  let number = stops;
  text = text.replace(/\.\.\./g, () => `$${(number += 1)}`);
  return text.split("\n");
}

// The snippets of a phrasebook, by name. Each begins with the game's id: who writes for another game does not meet them.
function snippets({ system, rows }) {
  const all = {};
  for (const row of rows) {
    row.pieces
      .filter((piece) => FORMS.has(piece.form))
      .forEach((piece, index) => {
        all[index === 0 ? row.id : `${row.id} (${index + 1})`] = {
          prefix: row.says.map((says) => `${system}: ${says}`),
          body: body(piece.code, row),
          description: `${row.section}: ${piece.code}`,
        };
      });
  }
  return all;
}

module.exports = { snippets, body };
