// A board in a page: the picture of a scene, looked at through a camera, with what glows and ghosts above it.
// It knows keys of items and points, nothing of decisions: whoever owns it says what a click means.

import type { Item, Scene } from "../protocol";
import { Camera, type Point } from "./camera";
import { gestures } from "./gestures";
import { glow, type Target } from "./glow";
import { overlay, Painter, svgElement } from "./painter";

/** The events of a board, which its owner hears. Points are of the scene. */
export interface BoardEvents {
  /** Something was clicked: the keys of all items at that point, the uppermost first. */
  click(keys: string[], at: Point, client: Point): void;
  /** The pointer is over these items; none if it left. */
  hover(keys: string[], at: Point | null): void;
  /** The wheel turned by a step; true if it is used. */
  turn(steps: number, fine: boolean): boolean;
  /** Whether what lies here is pulled, rather than the board. */
  grab(at: Point): boolean;
  pull(at: Point): void;
  drop(): void;
  /** The window has another size. */
  resized(width: number, height: number): void;
}

/** How far from a target a finger may miss it, in pixels. */
const NEAR = 24;

export class Board {
  readonly svg = svgElement("svg", "board-picture");
  readonly camera = new Camera();
  readonly painter: Painter;
  private readonly world = svgElement("g");
  private readonly items = svgElement("g", "items");
  private readonly glowing = svgElement("g", "glow");
  private readonly ghosts = svgElement("g", "ghosts");
  private readonly defs = svgElement("defs");
  private readonly ends: (() => void)[] = [];
  private scene: Scene | null = null;
  private targets: readonly Target[] = [];
  private selected: string | null = null;

  constructor(readonly host: HTMLElement, private readonly events: BoardEvents) {
    this.painter = new Painter(this.defs, this.items);
    this.world.append(this.items, this.ghosts, this.glowing);
    this.svg.append(this.defs, this.world);
    this.svg.setAttribute("role", "img");
    host.prepend(this.svg);
    const resized = new ResizeObserver(() => this.measure());
    resized.observe(host);
    this.ends.push(() => resized.disconnect(), gestures(host, {
      pan: (x, y) => this.look(() => this.camera.pan(x, y)),
      zoom: (factor, at) => this.look(() => this.camera.zoom(factor, at)),
      turn: (steps, fine) => this.events.turn(steps, fine),
      click: (at, touch) => this.clicked(at, touch),
      point: (at) => this.events.hover(at ? this.keysAt(at, false) : [], at ? this.camera.toScene(at) : null),
      grab: (at) => this.events.grab(this.camera.toScene(at)),
      pull: (at) => this.events.pull(this.camera.toScene(at)),
      drop: () => this.events.drop(),
    }));
  }

  destroy(): void {
    for (const end of this.ends) end();
    this.svg.remove();
  }

  show(scene: Scene): void {
    const sized = scene.width !== this.scene?.width || scene.height !== this.scene?.height;
    this.scene = scene;
    this.host.style.setProperty("--ground", scene.ground);
    // On a narrow page the board is as tall as its picture needs.
    this.host.style.setProperty("--shape", String(scene.width / scene.height));
    this.svg.setAttribute("aria-label", scene.title);
    if (sized) this.measure();
    this.painter.paint(scene);
    this.mark(this.targets, this.selected);
  }

  /** Shows which items can be chosen, and which one is looked at. */
  mark(targets: readonly Target[], selected: string | null): void {
    this.targets = targets;
    this.selected = selected;
    this.host.classList.toggle("asking", targets.length > 0);
    glow(this.glowing, this.painter, targets, selected);
  }

  /** Shows what a decision would move. */
  preview(items: readonly Item[]): void {
    overlay(this.ghosts, items);
  }

  /** Whether an item is shown in the left half of the window. */
  isLeft(key: string): boolean {
    const pose = this.painter.pose(key);
    return pose !== null && this.camera.toWindow(pose).x < this.host.clientWidth / 2;
  }

  /** Changes what is looked at. */
  look(change: () => void): void {
    change();
    const { x, y, scale } = this.camera;
    this.world.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
  }

  /** The keys of what lies at a point of the window, the uppermost first. */
  private keysAt(at: Point, touch: boolean): string[] {
    const box = this.host.getBoundingClientRect();
    const keys: string[] = [];
    for (const element of document.elementsFromPoint(box.left + at.x, box.top + at.y)) {
      const key = element.closest<SVGGElement>("[data-key]")?.dataset["key"];
      if (key && this.svg.contains(element) && !keys.includes(key)) keys.push(key);
    }
    const near = touch ? this.nearest(at) : null;
    if (near && !keys.some((key) => this.targets.some((target) => target.key === key))) keys.unshift(near);
    return keys;
  }

  private nearest(at: Point): string | null {
    let best: string | null = null;
    let least = NEAR;
    for (const { key } of this.targets) {
      const pose = this.painter.pose(key);
      if (!pose) continue;
      const seen = this.camera.toWindow(pose);
      const far = Math.hypot(seen.x - at.x, seen.y - at.y);
      if (far < least) [best, least] = [key, far];
    }
    return best;
  }

  private clicked(at: Point, touch: boolean): void {
    const box = this.host.getBoundingClientRect();
    const client = { x: box.left + at.x, y: box.top + at.y };
    this.events.click(this.keysAt(at, touch), this.camera.toScene(at), client);
  }

  private measure(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    if (this.scene) {
      const scene = this.scene;
      this.look(() => this.camera.resize({ width: scene.width, height: scene.height }, { width, height }));
    }
    this.events.resized(width, height);
  }
}
