// A project in memory. A line with the word `wrong` is an error, and cases of a file with one fail: that is all its checking.

import type { CardShown, CaseShown, Problem } from "../../src/protocol";
import type { ProjectMore } from "../../src/engine/answers";
import { PLAYERS } from "./rules";
import { version } from "./studio";

const CARDS = `# Upgrades of the small game.
set: charms
system: field
cards:
  - id: charm
    kind: upgrade
    name: Charm
    facts: { cost: 2 }
    rules: |
      after roll when roller is you
        once per round
      {
        run roll-again(here)
      }
  - id: banner
    kind: upgrade
    name: Banner
    facts: { cost: 3 }
    rules: |
      modify speed + 1 when mover is you
`;

export class Documents {
  readonly files = new Map<string, string>([
    ["cards/field/charms.yaml", CARDS],
    ["cards/field/figures.yaml", "set: figures\nsystem: field\ncards:\n  - id: swift\n    kind: figure\n    name: Swift\n"],
    ["rules/field.cw", "# The rules of moves.\nprocedure move(piece p) {\n  step moving { put p at ahead-of(p, 2 inches) }\n}\n"],
    ["scenarios/field.yaml", "scenario: field\nsystem: field\ntitle: A field with rocks\n"],
    ["cases/charms.yaml", "case: charm-rolls-again\nsystem: field\n"],
  ]);
  private published: unknown[] = [];

  project(): ProjectMore {
    const count = (name: string): number => this.check(name).length;
    return {
      name: "Field", systems: [{ id: "field", title: "Field" }], writable: true, uri: "file:///project/",
      files: [...this.files.keys()].sort().map((name) => ({ name, kind: name.split("/")[0] ?? "", errors: count(name), warnings: 0 })),
      scenarios: [{ id: "field", system: "field", title: "A field with rocks", file: "scenarios/field.yaml", players: PLAYERS }],
    };
  }

  read(file: string): { text: string; version: string } {
    const text = this.files.get(file);
    if (text === undefined) throw new Error(`there is no file \`${file}\``);
    return { text, version: version(text) };
  }

  write(file: string, text: string, old: string | null): { version: string } {
    const before = this.files.get(file);
    if (before !== undefined && old !== version(before)) throw new Error(`\`${file}\` has changed on the disk`);
    this.files.set(file, text);
    return { version: version(text) };
  }

  check(file?: string): Problem[] {
    const files = file === undefined ? [...this.files.keys()] : [file];
    return files.flatMap((name) => (this.files.get(name) ?? "").split("\n").flatMap((line, row) => {
      const at = line.indexOf("wrong");
      return at < 0 ? [] : [{ file: name, line: row + 1, column: at + 1, endLine: row + 1, endColumn: at + 6, severity: "error" as const, code: "cw0001", message: "unknown word `wrong`", help: "did you mean `strong`?" }];
    }));
  }

  card(card: string): CardShown {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 350" width="250" height="350"><rect width="250" height="350" rx="12" fill="#efe6d2" stroke="#333"/><text x="20" y="40" font-size="22" font-weight="bold">${card}</text></svg>`;
    return { unfit: null, svg, text: ["Once a round, after you roll: roll one die again."], file: "cards/field/charms.yaml", line: 5 };
  }

  cases(file: string): CaseShown[] {
    const failed = (this.files.get(file) ?? "").includes("wrong");
    return [{ case: "charm-rolls-again", file: "cases/charms.yaml", line: 1, passed: !failed, ...(failed ? { why: "expected a die to be rolled again; it was not" } : {}) }, { case: "banner-is-fast", file: "cases/charms.yaml", line: 9, passed: true }];
  }

  /** A language service that is just enough for an editor to begin: errors, and one completion. */
  lsp(message: unknown): unknown[] {
    const { id, method, params } = message as { id?: number; method?: string; params?: { textDocument?: { uri: string; text?: string } ; contentChanges?: { text: string }[] } };
    if (method === "initialize") return [{ jsonrpc: "2.0", id, result: { capabilities: { textDocumentSync: 1, completionProvider: {}, hoverProvider: true } } }];
    if (method === "textDocument/didOpen" || method === "textDocument/didChange") {
      const text = params?.textDocument?.text ?? params?.contentChanges?.[0]?.text ?? "";
      return [{ jsonrpc: "2.0", method: "textDocument/publishDiagnostics", params: { uri: params?.textDocument?.uri, diagnostics: diagnostics(text) } }];
    }
    if (method === "textDocument/completion") return [{ jsonrpc: "2.0", id, result: [{ label: "roll-again", kind: 3, detail: "a verb" }] }];
    if (method === "textDocument/hover") return [{ jsonrpc: "2.0", id, result: { contents: { kind: "markdown", value: "**roll-again**: rolls a die again." } } }];
    return id === undefined ? this.published : [{ jsonrpc: "2.0", id, result: null }];
  }
}

function diagnostics(text: string): unknown[] {
  return text.split("\n").flatMap((line, row) => {
    const at = line.indexOf("wrong");
    return at < 0 ? [] : [{ range: { start: { line: row, character: at }, end: { line: row, character: at + 5 } }, severity: 1, message: "unknown word `wrong`", code: "cw0001" }];
  });
}
