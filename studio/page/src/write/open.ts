// One open file: what is typed is kept by the browser at once, and written to the project a moment later. Two things may go wrong,
// and neither loses a letter: nobody answers (it is tried again), or the file has changed on the disk (a person decides).

import { effect, signal } from "@preact/signals";
import { type Engine, Lost, wordsOf } from "../engine/engine";

/** How it stands with a file. */
export type Keeping =
  | { is: "reading" } | { is: "kept" } | { is: "typed" } | { is: "writing" } | { is: "waiting" }
  | { is: "conflict"; theirs: string; version: string } | { is: "trouble"; why: string };

/** How long after the last letter a file is written, in milliseconds. */
const PAUSE = 600;

/** The files that are open: usually one. */
const all = new Set<OpenFile>();

/** Writes what was typed and is not written yet. Whether nothing is left that could not be written. */
export async function writeOpen(): Promise<boolean> {
  await Promise.all([...all].map((one) => one.write()));
  return !isTyping();
}

/** Whether something that was typed is not written yet. */
export function isTyping(): boolean {
  return [...all].some((one) => !["kept", "reading"].includes(one.keeping.peek().is));
}

export class OpenFile {
  readonly keeping = signal<Keeping>({ is: "reading" });
  /** The text that the editor is to show: changed from outside only, not by typing. */
  readonly shown = signal<{ text: string } | null>(null);
  private text = "";
  private version: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private readonly ends: (() => void)[] = [];

  constructor(private readonly engine: Engine, readonly file: string, private readonly drafts: Drafts, private readonly onKept: () => void) {
    this.ends.push(engine.listen((changed) => {
      if (changed.some((what) => what === "*" || what === "files" || what === `file:${file}`)) void this.look();
    }));
    this.ends.push(effect(() => {
      // The connection is back: what waits is written.
      if (engine.connection.value === "open" && this.keeping.peek().is === "waiting") void this.write();
    }));
    all.add(this);
    void this.read();
  }

  close(): void {
    all.delete(this);
    if (this.keeping.value.is === "typed") void this.write();
    this.closed = true;
    clearTimeout(this.timer);
    for (const end of this.ends) end();
  }

  /** Something was typed. */
  edit(text: string): void {
    this.text = text;
    this.drafts.keep(this.file, this.version, text);
    if (this.keeping.value.is === "conflict") return;
    this.keeping.value = { is: "typed" };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.write(), PAUSE);
  }

  /** A conflict is solved: this text is what counts. */
  solve(text: string): void {
    const { value } = this.keeping;
    if (value.is !== "conflict") return;
    this.version = value.version;
    this.text = text;
    this.shown.value = { text };
    this.keeping.value = { is: "typed" };
    void this.write();
  }

  /** Writes at once. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    const { is } = this.keeping.value;
    if (is === "writing" || is === "reading" || is === "conflict" || is === "kept") return;
    this.keeping.value = { is: "writing" };
    const sent = this.text;
    try {
      const { version } = await this.engine.ask<"write">({ ask: "write", file: this.file, text: sent, version: this.version });
      this.kept(version, sent);
    } catch (error) {
      if (error instanceof Lost) this.keeping.value = { is: "waiting" };
      else await this.refused(sent, wordsOf(error));
    }
  }

  private kept(version: string, sent: string): void {
    this.version = version;
    if (this.text === sent) {
      this.drafts.drop(this.file);
      this.keeping.value = { is: "kept" };
    } else this.edit(this.text);
    this.onKept();
  }

  /** The studio said no: because the file is another one by now, or for a reason of its own. */
  private async refused(sent: string, why: string): Promise<void> {
    try {
      const disk = await this.engine.ask<"read">({ ask: "read", file: this.file });
      if (disk.text === sent) return this.kept(disk.version, sent);
      if (disk.version !== this.version) {
        this.keeping.value = { is: "conflict", theirs: disk.text, version: disk.version };
        return;
      }
    } catch {
      // The trouble of the first answer is told.
    }
    this.keeping.value = { is: "trouble", why };
  }

  private async read(): Promise<void> {
    try {
      const disk = await this.engine.ask<"read">({ ask: "read", file: this.file });
      if (this.closed) return;
      this.version = disk.version;
      const draft = this.drafts.of(this.file);
      if (!draft || draft.text === disk.text) {
        this.drafts.drop(this.file);
        this.take(disk.text);
      } else {
        this.text = draft.text;
        this.shown.value = { text: draft.text };
        this.keeping.value = draft.version === disk.version ? { is: "typed" } : { is: "conflict", theirs: disk.text, version: disk.version };
        if (draft.version === disk.version) void this.write();
      }
    } catch (error) {
      this.keeping.value = { is: "trouble", why: wordsOf(error) };
    }
  }

  private take(text: string): void {
    this.text = text;
    this.shown.value = { text };
    this.keeping.value = { is: "kept" };
  }

  private isBusy(): boolean {
    const { is } = this.keeping.value;
    return is === "writing" || is === "reading";
  }

  /** Looks whether somebody else has changed the file. */
  private async look(): Promise<void> {
    if (this.isBusy() || this.closed) return;
    try {
      const disk = await this.engine.ask<"read">({ ask: "read", file: this.file });
      const now: Keeping["is"] = this.keeping.peek().is;
      if (disk.version === this.version || this.isBusy() || this.closed) return;
      if (disk.text === this.text) {
        this.version = disk.version;
        return;
      }
      if (now === "kept") {
        this.version = disk.version;
        this.take(disk.text);
      } else {
        clearTimeout(this.timer);
        this.keeping.value = { is: "conflict", theirs: disk.text, version: disk.version };
      }
    } catch {
      // It is looked again with the next news.
    }
  }
}

/** The texts that were typed and are not in the project yet, kept by the browser: they outlive a page that is closed. */
export class Drafts {
  constructor(private readonly project: string) {}

  of(file: string): { version: string | null; text: string } | null {
    try {
      const text = localStorage.getItem(this.place(file));
      return text ? (JSON.parse(text) as { version: string | null; text: string }) : null;
    } catch {
      return null;
    }
  }

  keep(file: string, version: string | null, text: string): void {
    try {
      localStorage.setItem(this.place(file), JSON.stringify({ version, text }));
    } catch {
      // A browser that keeps nothing still writes to the project.
    }
  }

  drop(file: string): void {
    try {
      localStorage.removeItem(this.place(file));
    } catch {
      // Nothing is kept there, then.
    }
  }

  private place(file: string): string {
    return `cardwright-draft:${this.project}:${file}`;
  }
}
