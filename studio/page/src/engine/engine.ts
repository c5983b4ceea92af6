// The engine, which answers the page: a studio on this machine, the WebAssembly package in a worker, or the frames of one file.
// Not here: how the answers come about.

import type { ReadonlySignal } from "@preact/signals";
import type { Request } from "../protocol";
import type { Answers, Ask } from "./answers";
import type { Brought, Listed } from "./playground";

/** How it stands with whoever answers. `refused`: the address of this page is not, or no longer, valid. `stopped`: it is over for good. */
export type Connection = "open" | "lost" | "refused" | "stopped";

/** The abilities of an engine beyond showing games. */
export interface Abilities {
  /** Files can be read, and perhaps written. */
  files: boolean;
  /** Games can be played, taken back, branched and kept. */
  games: boolean;
}

/** The project that is open where projects can be chosen. */
export interface OpenProject {
  /** Its name in the address, if it has one. */
  name: string | null;
  title: string;
  /** Counts what was opened: the same project opened again is another one. */
  number: number;
}

/** Projects that are chosen, brought and taken along: where no disk keeps them. */
export interface Projects {
  readonly listed: readonly Listed[];
  readonly open: ReadonlySignal<OpenProject>;
  /** Whether something was written since the project was opened or taken along. */
  readonly isChanged: ReadonlySignal<boolean>;
  fetched(name: string): Promise<Brought>;
  ofZip(file: File): Promise<Brought>;
  /** Opens a project instead of this one, whose games and changes are gone then. If it cannot be opened, this one stays, and
   * `forget` is not called. */
  take(brought: Brought, forget: () => void): Promise<void>;
  /** The project as a zip, with all that was changed. */
  zip(): Promise<{ name: string; bytes: Uint8Array }>;
  /** An address that opens the project as it is now; fails if it would be too long. */
  address(): Promise<string>;
}

/** The one who answers the page. */
export interface Engine {
  readonly connection: ReadonlySignal<Connection>;
  readonly can: Abilities;
  /** By whose eyes a game can be shown, as words of `viewer.ts`; any if absent. */
  readonly eyes?: readonly string[];
  /** Other projects can be opened in this page; absent where a disk keeps the one that is shown. */
  readonly projects?: Projects;
  /** Asks; rejects with `Refusal` if the answer is an error, and with `Lost` if none came. */
  ask<K extends Request["ask"]>(request: Ask<K>): Promise<Answers[K]>;
  /** Tells what has changed, by the names of the protocol; `*` if anything may have. Gives back what ends it. */
  listen(listener: Listener): () => void;
}

/** A listener, which is told what has changed. */
export type Listener = (changed: readonly string[]) => void;

/** The engine understood, and said no. Its message is for people. */
export class Refusal extends Error {}

/** Nobody answered. Whether a change was made is not known. */
export class Lost extends Error {
  constructor() {
    super("The studio does not answer. What you typed is kept; it is tried again.");
  }
}

/** The words of an error for people. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reads one answer of the protocol: `{"ok": ...}` or `{"error": "..."}`. */
export function opened(answer: unknown): unknown {
  if (typeof answer === "object" && answer !== null) {
    if ("error" in answer) throw new Refusal(refused(String(answer.error)));
    if ("ok" in answer) return answer.ok;
  }
  throw new Refusal("The studio answered something that this page does not understand. Is it of another version?");
}

/** A studio that does not know a request says so in words of programs. */
function refused(error: string): string {
  return /unknown variant/.test(error) ? "This version of the studio cannot do this yet." : error;
}

/** Listeners, told together. */
export class Listeners {
  private readonly all = new Set<Listener>();

  add(listener: Listener): () => void {
    this.all.add(listener);
    return () => this.all.delete(listener);
  }

  tell(changed: readonly string[]): void {
    for (const listener of [...this.all]) listener(changed);
  }
}
