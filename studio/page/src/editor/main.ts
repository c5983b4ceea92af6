// The editor: CodeMirror with the language service of the studio. A script of its own; the page asks `window.cardwrightEditor` for one.

import { closeBrackets } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { unifiedMergeView } from "@codemirror/merge";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Problem } from "../protocol";
import { colours } from "./colours";
import type { Editor, EditorOptions } from "./interface";
import { addressOf, client, Talk } from "./service";

const style = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--code-key)" },
  { tag: [tags.string, tags.attributeValue], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.meta, tags.typeName, tags.labelName, tags.keyword], color: "var(--code-word)" },
]);

/** The extensions for every file. */
function always(options: EditorOptions): Extension {
  return [
    lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), foldGutter(), codeFolding(), drawSelection(), indentOnInput(),
    bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), lintGutter(), indentUnit.of("  "), syntaxHighlighting(style),
    // Escape and then Tab leaves the editor, as CodeMirror says to those who use keys.
    keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ "aria-label": "Text of the file" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.some((one) => one.isUserEvent("page"))) options.onEdit(update.state.doc.toString());
      if (update.selectionSet || update.docChanged) options.onCursor(update.state.doc.lineAt(update.state.selection.main.head).number);
    }),
  ];
}

class CodeEditor implements Editor {
  private readonly view: EditorView;
  private readonly talk: Talk;
  private readonly lsp;
  private readonly comparing = new Compartment();
  private readonly base: Extension;
  private file = "";

  constructor(private readonly options: EditorOptions) {
    this.talk = new Talk(options.service.speak);
    this.lsp = client(options.service, this.talk);
    this.base = always(options);
    this.view = new EditorView({ parent: options.host });
  }

  show(file: string, text: string, writable: boolean): void {
    if (file === this.file) return this.replace(text);
    this.file = file;
    const rules = file.endsWith(".cw");
    this.view.setState(EditorState.create({
      doc: text,
      extensions: [
        this.base, rules ? [] : yaml(), colours(rules), this.comparing.of([]), EditorState.readOnly.of(!writable),
        this.lsp.plugin(addressOf(this.options.service, file), rules ? "cardwright" : "yaml"),
      ],
    }));
  }

  text(): string {
    return this.view.state.doc.toString();
  }

  goTo(line: number, column: number): void {
    const { doc } = this.view.state;
    const at = doc.line(Math.min(Math.max(1, line), doc.lines));
    const anchor = Math.min(at.from + Math.max(0, column - 1), at.to);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  problems(problems: readonly Problem[]): void {
    if (this.talk.judges) return;
    const { doc } = this.view.state;
    const place = (line: number, column: number): number => {
      const at = doc.line(Math.min(Math.max(1, line), doc.lines));
      return Math.min(at.from + Math.max(0, column - 1), at.to);
    };
    const shown = problems.map((one) => ({
      from: place(one.line, one.column), to: Math.max(place(one.line, one.column), place(one.endLine, one.endColumn)),
      severity: one.severity, message: one.help ? `${one.message}\n${one.help}` : one.message, source: one.code,
    }));
    this.view.dispatch(setDiagnostics(this.view.state, shown));
  }

  compare(other: string | null): void {
    const how = other === null ? [] : unifiedMergeView({ original: other, mergeControls: true });
    this.view.dispatch({ effects: this.comparing.reconfigure(how) });
  }

  collect(): void {
    this.talk.collect();
  }

  destroy(): void {
    this.view.destroy();
    this.lsp.disconnect();
  }

  /** Puts another text in the place of this one; only what differs is touched, so that the cursor stays. */
  private replace(text: string): void {
    const old = this.text();
    if (old === text) return;
    let from = 0;
    while (from < old.length && from < text.length && old[from] === text[from]) from++;
    let tail = 0;
    while (tail < old.length - from && tail < text.length - from && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
    this.view.dispatch({ changes: { from, to: old.length - tail, insert: text.slice(from, text.length - tail) }, userEvent: "page" });
  }
}

window.cardwrightEditor = (options) => new CodeEditor(options);
