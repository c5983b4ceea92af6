// Which part of a scene is looked at, and how large: numbers only, no elements.

/** A point in pixels. */
export interface Point {
  x: number;
  y: number;
}

/** How large something is, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** How many times larger than fitting a scene can be shown. */
const CLOSEST = 8;
/** How much of the scene, in pixels, always stays within the window. */
const KEPT = 60;

export class Camera {
  /** Pixels of the window for one of the scene. */
  scale = 1;
  /** The place of the scene's corner in the window. */
  x = 0;
  y = 0;
  /** Whether the whole scene is shown, and goes on being so when sizes change. */
  whole = true;
  private scene: Size = { width: 1, height: 1 };
  private window: Size = { width: 1, height: 1 };

  /** The scale at which the scene just fits. */
  get fitting(): number {
    const fit = Math.min(this.window.width / this.scene.width, this.window.height / this.scene.height);
    return Number.isFinite(fit) && fit > 0 ? fit : 1;
  }

  /** Takes new sizes; what was in the middle stays there. */
  resize(scene: Size, window: Size): void {
    const middle = this.toScene({ x: this.window.width / 2, y: this.window.height / 2 });
    const share = { x: middle.x / this.scene.width, y: middle.y / this.scene.height };
    const closeness = this.scale / this.fitting;
    this.scene = scene;
    this.window = window;
    if (this.whole) return this.fit();
    this.scale = closeness * this.fitting;
    this.x = window.width / 2 - share.x * scene.width * this.scale;
    this.y = window.height / 2 - share.y * scene.height * this.scale;
    this.keep();
  }

  /** Shows the whole scene. */
  fit(): void {
    this.whole = true;
    this.scale = this.fitting;
    this.x = (this.window.width - this.scene.width * this.scale) / 2;
    this.y = (this.window.height - this.scene.height * this.scale) / 2;
  }

  /** Comes closer by a factor; the point of the window stays where it is. */
  zoom(factor: number, at: Point = { x: this.window.width / 2, y: this.window.height / 2 }): void {
    const scale = Math.min(Math.max(this.scale * factor, this.fitting * 0.9), this.fitting * CLOSEST);
    const point = this.toScene(at);
    this.scale = scale;
    this.x = at.x - point.x * scale;
    this.y = at.y - point.y * scale;
    this.whole = scale <= this.fitting * 1.001;
    if (this.whole) this.fit();
    this.keep();
  }

  /** Moves the scene by pixels of the window. */
  pan(x: number, y: number): void {
    this.x += x;
    this.y += y;
    this.whole = false;
    this.keep();
  }

  /** Moves a point of the scene into the window if it is not in sight. */
  reveal(point: Point): void {
    const seen = this.toWindow(point);
    const inside = seen.x > KEPT && seen.y > KEPT && seen.x < this.window.width - KEPT && seen.y < this.window.height - KEPT;
    if (!inside && !this.whole) this.pan(this.window.width / 2 - seen.x, this.window.height / 2 - seen.y);
  }

  toScene(point: Point): Point {
    return { x: (point.x - this.x) / this.scale, y: (point.y - this.y) / this.scale };
  }

  toWindow(point: Point): Point {
    return { x: point.x * this.scale + this.x, y: point.y * this.scale + this.y };
  }

  private keep(): void {
    const { width, height } = this.scene;
    this.x = Math.min(Math.max(this.x, KEPT - width * this.scale), this.window.width - KEPT);
    this.y = Math.min(Math.max(this.y, KEPT - height * this.scale), this.window.height - KEPT);
  }
}
