// The placing of a piece: a point of the scene and a turn, while a place is asked for. Only `place` of a reply leaves here.

import { batch, computed, signal } from "@preact/signals";
import type { Asked, Item, Reply } from "../protocol";
import type { Point } from "../board/camera";
import type { Preview } from "../game/session";

export interface Put {
  x: number;
  y: number;
  /** Degrees clockwise. */
  turn: number;
}

/** How far keys move and turn a piece: a step, and a small one. */
export const STEPS = { move: 20, small: 2, turn: 15, little: 1 };
/** How near to the piece one must press to pull it, in pixels of the scene. */
const GRASP = 60;

export class Placing {
  /** The place where it is set down; none while the pointer still carries it. */
  readonly set = signal<Put | null>(null);
  /** The place to which the pointer carries it. */
  readonly carried = signal<Put | null>(null);
  readonly where = computed(() => this.set.value ?? this.carried.value);
  readonly ghosts = signal<readonly Item[]>([]);
  /** Why it cannot stand there; empty if it can. */
  readonly why = signal("");
  private turned: number;
  private asking = false;
  private again = false;

  constructor(private readonly place: NonNullable<Asked["place"]>, private readonly width: () => number, private readonly ask: (reply: Reply) => Promise<Preview>) {
    this.turned = place.facing ?? 0;
  }

  /** Stands where it stood when the same place was asked for before, on a board so many times as wide. */
  takeOver(before: Placing, wider: number): void {
    const over = (put: Put | null): Put | null => put && { ...put, x: put.x * wider, y: put.y * wider };
    this.turned = before.turned;
    this.set.value = over(before.set.value);
    this.carried.value = over(before.carried.value);
    if (this.where.value) void this.show();
  }

  /** The outline of where it may stand, for the board. */
  region(): Item[] {
    const points = this.place.region ?? [];
    if (points.length < 3) return [];
    const body = `<polygon class="region" points="${points.map(([x, y]) => `${Number(x)},${Number(y)}`).join(" ")}"/>`;
    return [{ key: "region", role: "zone", title: "", transform: "translate(0 0)", body }];
  }

  /** The pointer carries the piece here. */
  carry(at: Point | null): void {
    if (this.set.value) return;
    this.carried.value = at && { ...at, turn: this.turned };
    void this.show();
  }

  /** It is set down here; it can still be pulled and turned. */
  put(at: Point): void {
    this.set.value = { ...at, turn: this.turned };
    void this.show();
  }

  /** It is taken up again. */
  lift(): void {
    this.carried.value = this.set.value;
    this.set.value = null;
  }

  turn(degrees: number): void {
    this.turned = (((this.turned + degrees) % 360) + 360) % 360;
    if (this.set.value) this.set.value = { ...this.set.value, turn: this.turned };
    if (this.carried.value) this.carried.value = { ...this.carried.value, turn: this.turned };
    void this.show();
  }

  move(x: number, y: number): void {
    const from = this.where.value;
    if (from) this.put({ x: from.x + x, y: from.y + y });
  }

  /** Whether a press at a point grasps the piece. */
  grasps(at: Point): boolean {
    const set = this.set.value;
    return set !== null && Math.hypot(set.x - at.x, set.y - at.y) < GRASP;
  }

  /** A mark of where the piece is carried and which way it looks, whatever the ghosts show; red where it cannot stand. */
  readonly mark = computed((): Item[] => {
    const put = this.where.value;
    if (!put) return [];
    const body = `<g class="carried${this.why.value ? " refused" : ""}"><circle r="15"/><path d="M0 -24L7 -13H-7Z"/><path d="M-5 0H5M0 -5V5"/></g>`;
    return [{ key: "carried", role: "ghost", title: "", transform: `translate(${put.x} ${put.y}) rotate(${put.turn})`, body }];
  });

  reply(): Reply | null {
    const put = this.where.value;
    return put && { picture: { x: put.x, y: put.y, turn: put.turn, width: this.width() } };
  }

  /** Asks for ghosts, one question at a time: while one is open, only the last place counts. */
  private async show(): Promise<void> {
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    do {
      this.again = false;
      const reply = this.reply();
      const preview = reply ? await this.ask(reply) : { items: [], why: "" };
      batch(() => {
        this.ghosts.value = preview.items;
        this.why.value = preview.why;
      });
    } while (this.again);
    this.asking = false;
  }
}
