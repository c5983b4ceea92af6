// A whole game in one file: what `cardwright view` writes into the page, and the engine that answers from it.
//
// Items that are the same in many frames are kept once, in the table of their viewer; a frame names them by their places in it.

import { signal } from "@preact/signals";
import type { Answered, Answers, Ask, ViewMore } from "../engine/answers";
import { type Connection, type Engine, Refusal } from "../engine/engine";
import { sameViewer, viewerOf } from "../game/viewer";
import type { Item, Request, StoryLine, Thing, View, Viewer } from "../protocol";

/** The content of `<script type="application/json" id="frames">`; each `<` in it is written as `\u003c`. */
export interface Frames {
  title: string;
  players: { id: string; name: string }[];
  /** The game by the eyes of each who may look: at least one. */
  viewers: Eyes[];
}

export interface Eyes {
  /** `public`, `judge`, or `player:ID`. */
  viewer: string;
  frames: Frame[];
  table: Item[];
  /** The texts that `defs` of frames name by their places. */
  definitions?: string[];
}

/** How the game stands after so many decisions. */
export interface Frame {
  number: number;
  round: number;
  items: number[];
  /** The content of `<defs>`: a place in `definitions`, or the text itself. */
  defs: number | string;
  width: number;
  height: number;
  ground: string;
  /** The lines that are new since the frame before. */
  story: Omit<StoryLine, "number" | "decision">[];
  /** The decision that comes next from here. */
  asked?: { by: string; prompt: string; options: string[]; chosen: string[] };
  things?: Thing[];
  over?: View["over"];
}

export class FramesEngine implements Engine {
  readonly connection = signal<Connection>("open");
  readonly can = { files: false, games: false };

  readonly eyes: readonly string[];

  constructor(private readonly frames: Frames) {
    this.eyes = frames.viewers.map((one) => one.viewer);
  }

  listen(): () => void {
    return () => undefined;
  }

  ask<K extends Request["ask"]>(request: Ask<K>): Promise<Answers[K]> {
    return new Promise((resolve) => resolve(this.answer(request as Request) as Answers[K]));
  }

  private answer(request: Request): unknown {
    if (request.ask === "view") return this.view(this.seen(request.viewer), request.at);
    if (request.ask === "story") return this.story(this.seen(request.viewer)).slice(request.from);
    throw new Refusal("This file shows a game. To do more with it, open its replay in the studio.");
  }

  private seen(viewer: Viewer): Eyes {
    const eyes = this.frames.viewers.find((one) => sameViewer(viewerOf(one.viewer), viewer)) ?? this.frames.viewers[0];
    if (!eyes) throw new Refusal("This file holds no game.");
    return eyes;
  }

  private view(eyes: Eyes, at = eyes.frames.length - 1): ViewMore {
    const frame = eyes.frames[Math.min(Math.max(0, at), eyes.frames.length - 1)];
    if (!frame) throw new Refusal("This file holds no frame of the game.");
    const { width, height, ground } = frame;
    const defs = typeof frame.defs === "number" ? (eyes.definitions?.[frame.defs] ?? "") : frame.defs;
    const items = frame.items.flatMap((place) => eyes.table[place] ?? []);
    return {
      scene: { width, height, ground, title: this.frames.title, defs, items },
      number: frame.number, of: eyes.frames.length - 1, round: frame.round, things: [...this.players(), ...(frame.things ?? [])],
      ...(frame.over ? { over: frame.over } : {}), ...(frame.asked ? { answered: this.answered(frame.asked) } : {}),
    };
  }

  private story(eyes: Eyes): StoryLine[] {
    const lines = eyes.frames.flatMap((frame, decision) => frame.story.map((line) => ({ ...line, decision })));
    return lines.map((line, number) => ({ ...line, number }));
  }

  private answered({ by, prompt, options, chosen }: NonNullable<Frame["asked"]>): Answered {
    const name = this.frames.players.find((player) => player.id === by)?.name ?? by;
    return { by, name, prompt, options: options.map((text) => ({ id: text, text })), chosen };
  }

  /** The players as things, so that they can be chosen as viewers: those whose eyes are here. */
  private players(): Thing[] {
    const here = this.frames.players.filter(({ id }) => this.frames.viewers.some((eyes) => eyes.viewer === `player:${id}`));
    return here.map(({ id, name }) => ({ key: `player:${id}`, id, name, owner: id, on: null, kind: "player", facts: [], bars: [], badges: [], marks: [], text: [], faceDown: false, onBoard: false }));
  }
}
