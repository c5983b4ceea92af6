// Colours for the language of rules, from the same grammar as those of other editors: whole files, and blocks in documents.
//
// The grammar is a list of patterns for one line each; the first one that matches farthest to the left wins. That is all of
// TextMate that it uses, and all that is understood here.

import { type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import grammar from "../../../../editors/vscode/syntaxes/cardwright.tmLanguage.json";

interface Rule {
  pattern: RegExp;
  whole: Decoration | null;
  parts: [number, Decoration][];
}

interface Written {
  match: string;
  name?: string;
  captures?: Record<string, { name: string }>;
}

/** A block of rules begins behind one of these keys of a document. */
const BLOCK = /^(\s*(?:- )?)(?:rules|given|when):\s*[|>][-+0-9]*\s*(?:#.*)?$/;
/** How far above the window a block may begin. */
const LOOK_BACK = 400;

const marks = new Map<string, Decoration>();

/** The decoration of a scope: its first two words are the class. */
function mark(scope: string): Decoration {
  const name = `cw-${scope.replace(".cardwright", "").split(".").slice(0, 2).join("-")}`;
  const known = marks.get(name) ?? Decoration.mark({ class: name });
  marks.set(name, known);
  return known;
}

const RULES: Rule[] = (grammar.patterns as Written[]).map(({ match, name, captures }) => ({
  pattern: new RegExp(match, "dg"),
  whole: name ? mark(name) : null,
  parts: Object.entries(captures ?? {}).map(([group, { name: scope }]) => [Number(group), mark(scope)]),
}));

interface Piece {
  from: number;
  to: number;
  mark: Decoration;
}

/** The coloured pieces of a line of rules. */
function pieces(line: string): Piece[] {
  const found: Piece[] = [];
  const next: (RegExpExecArray | null | undefined)[] = [];
  for (let at = 0; at < line.length;) {
    let best = null as { rule: Rule; hit: RegExpExecArray } | null;
    for (const [place, rule] of RULES.entries()) {
      let hit = next[place];
      if (hit === undefined || (hit !== null && hit.index < at)) {
        rule.pattern.lastIndex = at;
        hit = rule.pattern.exec(line);
        next[place] = hit;
      }
      if (hit && hit[0].length > 0 && (!best || hit.index < best.hit.index)) best = { rule, hit };
    }
    if (!best) break;
    found.push(...coloured(best.rule, best.hit));
    at = best.hit.index + best.hit[0].length;
  }
  return found;
}

function coloured(rule: Rule, hit: RegExpExecArray): Piece[] {
  const whole = rule.whole ? [{ from: hit.index, to: hit.index + hit[0].length, mark: rule.whole }] : [];
  const parts = rule.parts.flatMap(([group, part]) => {
    const place = hit.indices?.[group];
    return place ? [{ from: place[0], to: place[1], mark: part }] : [];
  });
  return [...whole, ...parts].sort((one, other) => one.from - other.from);
}

/** Which lines of a document are rules: all of a file of rules, the blocks of others. */
function isRules(view: EditorView, all: boolean): (number: number) => boolean {
  if (all) return () => true;
  const { doc } = view.state;
  return (number) => {
    const own = doc.line(number).text;
    if (own.trim() === "") return false;
    let least = own.search(/\S/);
    for (let above = number - 1; above >= 1 && above > number - LOOK_BACK; above--) {
      const { text } = doc.line(above);
      const indent = text.search(/\S/);
      if (indent < 0 || indent >= least) continue;
      if (BLOCK.test(text)) return true;
      least = indent;
      if (indent === 0) return false;
    }
    return false;
  };
}

function decorations(view: EditorView, all: boolean): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const rules = isRules(view, all);
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      if (rules(line.number)) for (const piece of pieces(line.text)) builder.add(line.from + piece.from, line.from + piece.to, piece.mark);
      at = line.to + 1;
    }
  }
  return builder.finish();
}

/** Colours of rules. `all`: the whole file is rules. */
export function colours(all: boolean): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = decorations(view, all);
      }
      update(update: ViewUpdate): void {
        if (update.docChanged || update.viewportChanged) this.decorations = decorations(update.view, all);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}
