// How wide a scene is asked for, so that its letters are as large as meant and the whole board fits into its window.

import { signal } from "@preact/signals";

/** Widths are asked for in steps, so that a window that is pulled larger does not ask for each pixel. */
const STEP = 20;
const LEAST = 280;
const MOST = 2400;

export class Fit {
  /** The width to ask for. */
  readonly width = signal(0);
  private window = { width: 0, height: 0 };
  /** How tall the board is for its width, once it is known. */
  private aspect = 0;

  resized(width: number, height: number): void {
    this.window = { width, height };
    this.choose();
  }

  /** Learns from a scene; true if another width would fit better. */
  learn(scene: { width: number; height: number }): boolean {
    const before = this.width.value;
    this.aspect = scene.height / scene.width;
    this.choose();
    return Math.abs(this.width.value - before) > STEP;
  }

  private choose(): void {
    const { width, height } = this.window;
    if (width === 0) return;
    const fitting = this.aspect > 0 ? Math.min(width, height / this.aspect) : width;
    const stepped = Math.floor(fitting / STEP) * STEP;
    this.width.value = Math.min(Math.max(stepped, LEAST), MOST);
  }
}
