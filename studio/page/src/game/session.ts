// One game as it is played at this page: whose view is shown, what is asked, the story so far.
//
// The law of this file: what one person at this machine may see is never held while another one sits in front of it. Between two
// persons the view is dropped, the curtain is drawn, and the next view is asked for only when its owner says so.

import { computed, signal } from "@preact/signals";
import type { Answers, ViewMore } from "../engine/answers";
import { type Engine, wordsOf } from "../engine/engine";
import type { Item, Reply, StoryLine, Viewer, WhyShown } from "../protocol";
import { CardTexts } from "./cards";
import { type Seats, keptSeats } from "./seats";
import { Fit } from "./size";
import { Telling } from "./telling";
import { playerOf } from "./viewer";

/** Whom the machine is to be handed to. */
export interface Handing {
  by: string;
  name: string;
}

/** The effect that an answer would have. */
export interface Preview {
  items: Item[];
  /** Why it would be refused; empty if it would not. */
  why: string;
}

/** How long the steps of other players are shown together at most, and one alone at most, in milliseconds. */
const ALL_STEPS = 3_500;
const ONE_STEP = 450;
/** From how many steps on only the last ones are shown. */
const MOST_STEPS = 24;

export class Session {
  readonly view = signal<ViewMore | null>(null);
  readonly viewer = signal<Viewer | null>(null);
  readonly handing = signal<Handing | null>(null);
  readonly trouble = signal("");
  readonly busy = signal(false);
  /** Whether steps of others are being shown one after another. */
  readonly catching = signal(false);
  readonly dark = signal(false);
  readonly fit = new Fit();
  readonly telling: Telling;
  readonly cards: CardTexts;
  readonly asked = computed(() => (this.catching.value ? undefined : this.view.value?.asked));
  private seats: Seats | null;
  private asking = 0;
  private hurry = false;
  private readonly end: () => void;

  constructor(readonly engine: Engine, readonly game: string) {
    this.cards = new CardTexts(engine, game);
    this.seats = keptSeats(game);
    this.telling = new Telling(engine, game);
    this.end = engine.listen((changed) => this.heard(changed));
  }

  get story(): StoryLine[] {
    return this.telling.lines.value;
  }

  destroy(): void {
    this.asking++;
    this.end();
  }

  /** Begins: finds out who sits here and whose turn it is. */
  async begin(): Promise<void> {
    await this.guarded(async () => {
      let open = await this.viewOf("public");
      // Between two persons nothing is shown while agents decide: it is not known yet whose table it will be.
      while (open.more && Object.values(open.seats ?? {}).filter((seat) => seat === "human").length > 1) {
        await this.engine.ask<"let">({ ask: "let", game: this.game });
        open = await this.viewOf("public");
      }
      this.seats = open.seats ?? this.seats;
      const people = this.people();
      if (people.length === 1 && people[0] !== undefined) await this.sit({ player: people[0] });
      else if (people.length === 0 || open.over) await this.sit("public");
      else this.drawCurtain(open.waiting ?? { by: people[0] ?? "", name: people[0] ?? "" });
    });
  }

  /** Somebody sits down before the machine, and sees what is theirs. */
  async sit(viewer: Viewer): Promise<void> {
    await this.guarded(async () => {
      this.viewer.value = viewer;
      this.handing.value = null;
      this.view.value = null;
      this.telling.forget();
      await this.refresh();
    });
  }

  /** Asks for the view again; who is to decide then, sees it. */
  async refresh(): Promise<void> {
    const viewer = this.viewer.value;
    if (viewer === null || this.handing.value || this.fit.width.value === 0) return;
    const turn = ++this.asking;
    const view = await this.viewOf(viewer);
    if (turn !== this.asking) return;
    await this.catchUp(view, viewer, turn);
    if (turn !== this.asking) return;
    if (this.handOver(view)) return;
    this.view.value = view;
    await this.telling.upTo(viewer, view.number);
    if (view.more && turn === this.asking) return this.letAgents();
    if (turn === this.asking && this.fit.learn(view.scene)) await this.refresh();
  }

  /** Answers the question that is open. */
  async decide(reply: Reply): Promise<boolean> {
    const asked = this.asked.value;
    if (!asked || this.busy.value) return false;
    return this.guarded(async () => {
      await this.engine.ask<"decide">({ ask: "decide", game: this.game, by: asked.by, reply });
      await this.refresh();
    });
  }

  /** Lets agents go on, and shows what they did. */
  private async letAgents(): Promise<void> {
    const turn = this.asking;
    await this.engine.ask<"let">({ ask: "let", game: this.game });
    if (turn === this.asking) await this.refresh();
  }

  async undo(): Promise<void> {
    const by = this.view.value?.asked?.by ?? (this.viewer.value && playerOf(this.viewer.value));
    if (!by) return;
    await this.guarded(async () => {
      await this.engine.ask<"undo">({ ask: "undo", game: this.game, by });
      await this.refresh();
    });
  }

  /** The items that a decision would move; and why it would be refused, if it would. */
  async preview(reply: Reply): Promise<Preview> {
    const asked = this.view.value?.asked;
    if (!asked) return { items: [], why: "" };
    try {
      const { width, dark } = { width: this.sceneWidth(), dark: this.dark.value };
      const items = await this.engine.ask<"preview">({ ask: "preview", game: this.game, by: asked.by, reply, width, dark });
      return { items, why: "" };
    } catch (error) {
      return { items: [], why: wordsOf(error) };
    }
  }

  why(): Promise<WhyShown> {
    const viewer = this.viewer.value ?? "public";
    return this.engine.ask<"why">({ ask: "why", game: this.game, viewer });
  }

  /** Shows what others did at once, without one step after another. */
  skip(): void {
    this.hurry = true;
  }

  /** The width of the scene that is shown: points of it are told with that. */
  sceneWidth(): number {
    return this.view.value?.scene.width ?? this.fit.width.value;
  }

  /** The people at this machine; two without names if that is not known. */
  private people(): string[] {
    if (!this.seats) return ["", ""];
    return Object.entries(this.seats).filter(([, kind]) => kind === "human").map(([player]) => player);
  }

  private isPerson(player: string): boolean {
    // Of a game of which nothing is known: agents decide by themselves, so who is waited for is a person.
    return this.seats === null || this.seats[player] === "human";
  }

  /** Draws the curtain if another person at this machine is to decide. */
  private handOver(view: ViewMore): boolean {
    const me = this.viewer.value === null ? null : playerOf(this.viewer.value);
    const next = view.waiting;
    if (!next || view.asked || me === null || next.by === me || !this.isPerson(next.by)) return false;
    this.drawCurtain(next);
    return true;
  }

  private drawCurtain(to: Handing): void {
    this.handing.value = { by: to.by, name: to.name };
    this.viewer.value = null;
    this.view.value = null;
    this.telling.forget();
  }

  /** Shows the steps that others made since the last view, one after another. */
  private async catchUp(last: ViewMore, viewer: Viewer, turn: number): Promise<void> {
    const from = this.view.value;
    const steps = from ? last.number - from.number : 0;
    const calm = typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!from || steps < 2 || calm || from.scene.width !== last.scene.width) return;
    const first = Math.max(from.number + 1, last.number - MOST_STEPS);
    const pause = Math.min(ONE_STEP, ALL_STEPS / (last.number - first));
    this.hurry = false;
    this.catching.value = true;
    try {
      for (let at = first; at < last.number && !this.hurry && turn === this.asking; at++) {
        const view = await this.viewOf(viewer, at);
        if (turn !== this.asking) return;
        const { asked: _, ...shown } = view;
        const moved = !sameItems(view.scene.items, this.view.value?.scene.items ?? []);
        this.view.value = shown;
        await this.telling.upTo(viewer, last.number, at);
        if (moved) await new Promise((resolve) => setTimeout(resolve, pause));
      }
    } finally {
      this.catching.value = false;
    }
  }

  private viewOf(viewer: Viewer, at?: number): Promise<Answers["view"]> {
    const width = this.fit.width.value || 800;
    const where = at === undefined ? {} : { at };
    return this.engine.ask<"view">({ ask: "view", game: this.game, viewer, width, dark: this.dark.value, ...where });
  }

  private heard(changed: readonly string[]): void {
    const mine = changed.includes("*") || changed.includes(`game:${this.game}`);
    if (mine && !this.busy.value && !this.catching.value) void this.guarded(() => this.refresh(), true);
  }

  /** Does something that asks. What goes wrong is told, and nothing else is lost. */
  private async guarded(work: () => Promise<void>, quietly = false): Promise<boolean> {
    const outer = !this.busy.value && !quietly;
    if (outer) this.busy.value = true;
    try {
      if (!quietly) this.trouble.value = "";
      await work();
      return true;
    } catch (error) {
      this.trouble.value = wordsOf(error);
      return false;
    } finally {
      if (outer) this.busy.value = false;
    }
  }
}

function sameItems(one: readonly Item[], other: readonly Item[]): boolean {
  const text = (items: readonly Item[]): string =>
    items.filter((item) => item.role === "piece" || item.role === "line").map((item) => item.key + item.transform).join();
  return text(one) === text(other);
}
