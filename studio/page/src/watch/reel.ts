// A game that is looked at, at any of its moments: which moment, by whose eyes, forwards and back.

import { signal } from "@preact/signals";
import type { Answered, ViewMore } from "../engine/answers";
import { type Engine, wordsOf } from "../engine/engine";
import { Fit } from "../game/size";
import { Telling } from "../game/telling";
import { CardTexts } from "../game/cards";
import { type Seats, keptSeats } from "../game/seats";
import { playerOf, viewerOf, wordOf } from "../game/viewer";
import type { Viewer } from "../protocol";

/** How many views are kept to be shown again. */
const KEPT = 200;

export class Reel {
  readonly at = signal(0);
  readonly of = signal(0);
  readonly view = signal<ViewMore | null>(null);
  readonly viewer = signal<Viewer>("public");
  readonly trouble = signal("");
  readonly dark = signal(false);
  /** Whether the game as a whole is over, whatever moment is shown. */
  readonly over = signal(false);
  /** The players of its seats, if they are known. */
  readonly seats = signal<Seats | null>(null);
  readonly fit = new Fit();
  readonly telling: Telling;
  readonly cards: CardTexts;
  private readonly kept = new Map<string, Promise<ViewMore>>();
  private asking = 0;
  private closed = false;
  private readonly end: () => void;

  constructor(readonly engine: Engine, readonly game: string) {
    this.telling = new Telling(engine, game);
    this.cards = new CardTexts(engine, game);
    this.end = engine.listen((changed) => {
      if (changed.includes("*") || changed.includes(`game:${game}`)) void this.grown();
    });
  }

  destroy(): void {
    this.closed = true;
    this.asking++;
    this.end();
  }

  /** Begins at a moment, or at the present. */
  async begin(at: number | null): Promise<void> {
    const first = this.engine.eyes?.[0];
    if (first !== undefined && !this.shows("public")) this.viewer.value = viewerOf(first);
    await this.guarded(async () => {
      const now = await this.ask(null);
      this.of.value = now.of;
      this.over.value = now.over !== undefined;
      this.seats.value = now.seats ?? keptSeats(this.game);
      const people = this.people();
      // A person who plays alone sees the game as they saw it; a game without secrets to keep is shown whole.
      if (people.length === 1 && people[0] !== undefined) this.viewer.value = { player: people[0] };
      else if (this.allows("judge") && this.shows("judge")) this.viewer.value = "judge";
      this.at.value = Math.min(at ?? now.of, now.of);
      await this.telling.whole(this.viewer.value);
      if (now.more) void this.letAgents();
    });
    await this.show();
  }

  /** A game of agents alone goes on while somebody watches it. */
  private async letAgents(): Promise<void> {
    for (let more = this.people().length === 0; more && !this.closed;) {
      const answer = await this.engine.ask<"let">({ ask: "let", game: this.game }).catch(() => ({ more: false }));
      more = answer.more;
      if (!this.closed) await this.grown();
    }
  }

  async look(viewer: Viewer): Promise<void> {
    this.viewer.value = viewer;
    this.kept.clear();
    this.telling.forget();
    await this.show();
    await this.guarded(async () => void (await this.telling.whole(viewer)));
  }

  async jump(at: number): Promise<void> {
    this.at.value = Math.min(Math.max(0, at), this.of.value);
    await this.show();
  }

  /** Shows the moment that is set; the newest wish wins. */
  async show(): Promise<void> {
    if (this.fit.width.value === 0) return;
    const turn = ++this.asking;
    await this.guarded(async () => {
      const view = await this.ask(this.at.value);
      if (turn !== this.asking) return;
      this.view.value = view;
      if (this.fit.learn(view.scene)) await this.show();
    });
  }

  /** Asks already for what is shown soon. */
  ahead(): void {
    if (this.at.value < this.of.value) void this.ask(this.at.value + 1).catch(() => undefined);
  }

  /** Whether one may look by somebody's eyes: of a game that goes on between people, nobody shows the secrets by a slip. */
  allows(viewer: Viewer): boolean {
    const people = this.people();
    if (this.over.value || people.length === 0 || viewer === "public") return true;
    return people.length === 1 && playerOf(viewer) === people[0];
  }

  /** Whether the engine can show the game by these eyes at all. */
  shows(viewer: Viewer): boolean {
    return this.engine.eyes?.includes(wordOf(viewer)) ?? true;
  }

  private people(): string[] {
    return Object.entries(this.seats.value ?? {}).filter(([, kind]) => kind === "human").map(([player]) => player);
  }

  /** The decision that came next from here, if it is told. */
  answered(): Answered | undefined {
    return this.view.value?.answered;
  }

  /** The moments at which rounds begin, by the headings of the story. */
  rounds(): { at: number; name: string }[] {
    const all = this.telling.lines.value.filter((line) => line.heading && line.depth === 0);
    // Rounds have numbers; phases between them have none. A game without rounds has its phases alone.
    const numbered = all.filter((line) => /\d/.test(line.text));
    const headings = numbered.length > 0 ? numbered : all;
    return headings.map((line) => ({ at: line.decision, name: line.text }));
  }

  private async grown(): Promise<void> {
    const wasLast = this.at.value === this.of.value;
    this.kept.clear();
    await this.guarded(async () => {
      const now = await this.ask(null);
      this.of.value = now.of;
      this.over.value = now.over !== undefined;
      this.at.value = wasLast ? now.of : Math.min(this.at.value, now.of);
      await this.telling.whole(this.viewer.value);
    });
    await this.show();
  }

  private ask(at: number | null): Promise<ViewMore> {
    const width = this.fit.width.value || 800;
    const key = `${at}|${width}|${this.dark.value}|${wordOf(this.viewer.value)}`;
    const known = at === null ? undefined : this.kept.get(key);
    if (known) return known;
    const where = at === null ? {} : { at };
    const asked = this.engine.ask<"view">({ ask: "view", game: this.game, viewer: this.viewer.value, width, dark: this.dark.value, ...where });
    if (at !== null) {
      asked.catch(() => this.kept.delete(key));
      this.kept.set(key, asked);
      const oldest = this.kept.keys().next().value;
      if (this.kept.size > KEPT && oldest !== undefined) this.kept.delete(oldest);
    }
    return asked;
  }

  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.trouble.value = "";
    } catch (error) {
      this.trouble.value = wordsOf(error);
    }
  }
}
