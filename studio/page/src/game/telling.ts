// The story of a game so far, asked for piece by piece.

import { signal } from "@preact/signals";
import type { Engine } from "../engine/engine";
import type { StoryLine, Viewer } from "../protocol";
import { wordOf } from "./viewer";

/** How many of the last lines are asked for again: the last one may go on, and a line before it may have been joined. */
const AGAIN = 6;

export class Telling {
  /** The lines up to the decision that was asked for. */
  readonly lines = signal<StoryLine[]>([]);
  private all: StoryLine[] = [];
  private told = -1;
  private of = "";

  constructor(private readonly engine: Engine, private readonly game: string) {}

  /** Holds nothing any more of what one viewer was told. */
  forget(): void {
    this.all = [];
    this.told = -1;
    this.lines.value = [];
  }

  /** Knows the story of so many decisions, and shows it up to one of them. */
  async upTo(viewer: Viewer, number: number, shown = number): Promise<void> {
    if (this.of !== wordOf(viewer)) this.forget();
    this.of = wordOf(viewer);
    if (number !== this.told) {
      const kept = number > this.told ? this.all.slice(0, Math.max(0, this.all.length - AGAIN)) : [];
      const rest = await this.engine.ask<"story">({ ask: "story", game: this.game, viewer, from: kept.length });
      if (this.of !== wordOf(viewer)) return;
      this.all = [...kept, ...rest];
      this.told = number;
    }
    this.lines.value = this.all.filter((line) => line.decision <= shown);
  }

  /** All lines of a game, for those who look at any moment of it. */
  async whole(viewer: Viewer): Promise<StoryLine[]> {
    const lines = await this.engine.ask<"story">({ ask: "story", game: this.game, viewer, from: 0 });
    this.all = lines;
    this.of = wordOf(viewer);
    this.lines.value = lines;
    return lines;
  }
}
