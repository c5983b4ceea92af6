// Snippets say what phrasebooks say, with places to fill in.
const assert = require("node:assert/strict");
const { test } = require("node:test");
const { body, snippets } = require("../snippets.cjs");

test("what stands for something else is filled in", () => {
  const row = { write: "`heal(WHO, AMOUNT)` and `SOMEWHO is WHO`", with: { AMOUNT: "1", WHO: "you" } };
  assert.deepEqual(body("heal(WHO,\n  AMOUNT)", row), ["heal(${2:WHO}, ${1:AMOUNT})"]);
  assert.deepEqual(body("SOMEWHO is WHO-ELSE or WHO", row), ["SOMEWHO is WHO-ELSE or ${2:WHO}"]);
});

test("lines stay where they are code, and signs of snippets are signs of the code", () => {
  assert.deepEqual(body("after x always {\n  stop\n}", { write: "...", with: {} }), ["after x always {", "  stop", "\\}"]);
  assert.deepEqual(body("... and $x", { write: "`a`", with: {} }), ["and \\$x"]);
  assert.deepEqual(body("when a ... { ... }", { write: "`a`", with: { a: "1" } }), ["when ${1:a} $2 { $3 \\}"]);
});

test("a row gives a snippet for each of its pieces that stands by itself", () => {
  const piece = (code, form) => ({ code, example: code, form });
  const pieces = [piece("slot: x", "facts"), piece("forbid x when yes", "rule"), piece("x is y", "question"), piece("x", null)];
  const row = { id: "no-x", says: ["no x", "never x"], section: "X", write: "`...`", with: {}, pieces };
  assert.deepEqual(snippets({ system: "g", rows: [row] }), {
    "no-x": { prefix: ["g: no x", "g: never x"], body: ["forbid x when yes"], description: "X: forbid x when yes" },
    "no-x (2)": { prefix: ["g: no x", "g: never x"], body: ["x is y"], description: "X: x is y" },
  });
});
