// A choice for an open question: the options that are taken so far, the one that is pointed at, and when that is an answer.
// Rules of the page, not of a game: one option is taken at once; several are marked first and then confirmed.

import { computed, signal } from "@preact/signals";
import type { Asked, Option } from "../protocol";

export class Choice {
  /** The options taken so far, in their order. */
  readonly taken = signal<readonly string[]>([]);
  /** The option that is pointed at or has the focus. */
  readonly hot = signal<string | null>(null);

  constructor(readonly asked: Asked) {}

  /** Whether one option is the whole answer. */
  readonly single = computed(() => this.asked.most === 1);
  /** Whether what is taken is an answer. */
  readonly enough = computed(() => {
    const count = this.taken.value.length;
    return count >= this.asked.least && count <= this.asked.most;
  });

  /** Takes an option or gives it back; gives the whole answer if that is one already. */
  take(id: string): string[] | null {
    if (this.single.value) return [id];
    const taken = this.taken.value;
    if (taken.includes(id)) this.taken.value = taken.filter((other) => other !== id);
    else if (taken.length < this.asked.most) this.taken.value = [...taken, id];
    return null;
  }

  /** Takes what was taken when the same question was asked before. */
  takeOver(before: Choice): void {
    const known = new Set(this.asked.options.map((option) => option.id));
    this.taken.value = before.taken.value.filter((id) => known.has(id)).slice(0, this.asked.most);
  }

  /** The answer that the keyboard's Enter gives, if there is a usual one. */
  usual(): string[] | null {
    if (this.taken.value.length > 0) return this.enough.value ? [...this.taken.value] : null;
    return this.asked.default ? [...this.asked.default] : null;
  }

  /** The options that mean an item of the board. */
  meaning(key: string): Option[] {
    return this.asked.options.filter((option) => option.target === key);
  }

  /** How many are to be taken, in words; nothing if one is. */
  readonly amount = computed(() => {
    const { least, most, options } = this.asked;
    if (most === 1) return least === 0 ? "Choose one, or none." : "";
    if (least === most) return `Choose ${least}.`;
    if (least === 0 && most >= options.length) return "Choose as many as you like.";
    if (least === 0) return `Choose up to ${most}.`;
    return `Choose ${least} to ${most}.`;
  });
}
