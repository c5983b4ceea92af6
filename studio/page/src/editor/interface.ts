// The interface between the page and the editor. The editor is a script of its own (`editor.js`), fetched when Write is opened: who only
// plays does not wait for it. No code here.

import type { Problem } from "../protocol";

/** Sends a message to the language service (nothing to collect only), and gives what it has said. */
export type Speak = (message: unknown) => Promise<unknown[]>;

export interface LanguageService {
  /** The address of the project's root, with a slash at its end. */
  root: string;
  speak: Speak;
  /** Another file is to be shown, at a line and column (both from 1). */
  open(file: string, line: number, column: number): void;
}

export interface EditorOptions {
  host: HTMLElement;
  service: LanguageService;
  onEdit(text: string): void;
  onCursor(line: number): void;
}

export interface Editor {
  /** Shows a file; the same one keeps its cursor. */
  show(file: string, text: string, writable: boolean): void;
  text(): string;
  /** Puts the cursor at a line and column, both from 1. */
  goTo(line: number, column: number): void;
  /** Underlines what is wrong, as long as the language service does not. */
  problems(problems: readonly Problem[]): void;
  /** Shows what differs from another text; nothing ends that. */
  compare(other: string | null): void;
  /** Something waits at the language service. */
  collect(): void;
  destroy(): void;
}

declare global {
  interface Window {
    cardwrightEditor?: (options: EditorOptions) => Editor;
  }
}
