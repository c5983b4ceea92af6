// A scene as SVG elements: one group for each item, found again by its key, so that only what changed is touched.
// Not here: zoom, clicks, what glows.

import type { Item, Scene } from "../protocol";
import { rising } from "./order";
import { cssOf, nearTurn, type Pose, poseOf } from "./pose";

const SVG = "http://www.w3.org/2000/svg";
/** How long motion takes, in milliseconds; `board.css` says the same. */
export const MOTION = 250;

export function svgElement<K extends keyof SVGElementTagNameMap>(name: K, classes = ""): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  if (classes) element.setAttribute("class", classes);
  return element;
}

interface Painted {
  group: SVGGElement;
  item: Item;
  pose: Pose | null;
}

export class Painter {
  private readonly painted = new Map<string, Painted>();
  private defs = "";
  private width = 0;
  /** How many groups the last scene made anew, filled anew or moved: for tests of speed. */
  touched = 0;

  constructor(private readonly definitions: SVGDefsElement, private readonly root: SVGGElement) {}

  /** The group of a key, if it is shown. */
  group(key: string): SVGGElement | null {
    return this.painted.get(key)?.group ?? null;
  }

  item(key: string): Item | null {
    return this.painted.get(key)?.item ?? null;
  }

  pose(key: string): Pose | null {
    return this.painted.get(key)?.pose ?? null;
  }

  /** Shows a scene. Items that were there move to their new place, unless the scene was drawn in another size. */
  paint(scene: Scene): void {
    const still = scene.width !== this.width;
    this.width = scene.width;
    this.touched = 0;
    this.root.classList.toggle("still", still);
    if (scene.defs !== this.defs) {
      this.definitions.innerHTML = scene.defs;
      this.defs = scene.defs;
    }
    this.remove(new Set(scene.items.map((item) => item.key)), still);
    const moved = this.arrange(scene.items);
    for (const item of scene.items) this.update(item, still, moved.has(item.key));
  }

  private remove(kept: ReadonlySet<string>, still: boolean): void {
    for (const [key, { group, item }] of this.painted) {
      if (kept.has(key)) continue;
      this.painted.delete(key);
      const fades = !still && (item.role === "piece" || item.role === "tag");
      if (!fades) {
        group.remove();
        continue;
      }
      group.removeAttribute("data-key");
      group.classList.add("leaving");
      setTimeout(() => group.remove(), MOTION);
    }
  }

  /** Brings the groups into the order of painting; gives the keys that had to be taken out and put in again. */
  private arrange(items: readonly Item[]): Set<string> {
    const places = new Map<Element, number>();
    [...this.root.children].forEach((child, place) => places.set(child, place));
    const known = items.filter((item) => this.painted.has(item.key));
    const numbers = known.map((item) => places.get(this.painted.get(item.key)?.group as Element) ?? 0);
    const kept = rising(numbers);
    const moved = new Set(known.filter((_, place) => !kept.has(place)).map((item) => item.key));
    let next: Element | null = null;
    for (const item of [...items].reverse()) {
      const group = this.painted.get(item.key)?.group ?? this.created(item);
      if (moved.has(item.key) || group.parentNode === null) this.root.insertBefore(group, next);
      next = group;
    }
    return moved;
  }

  private created(item: Item): SVGGElement {
    const group = svgElement("g", `item ${item.role}`);
    group.dataset["key"] = item.key;
    this.painted.set(item.key, { group, item: { ...item, body: "", transform: "\u0000" }, pose: null });
    return group;
  }

  private update(item: Item, still: boolean, moved: boolean): void {
    const painted = this.painted.get(item.key);
    if (!painted) return;
    const { group, item: old } = painted;
    const fresh = old.transform === "\u0000";
    if (old.body !== item.body) group.innerHTML = item.body;
    if (old.role !== item.role) group.setAttribute("class", `item ${item.role}`);
    if (fresh && !still && (item.role === "piece" || item.role === "tag")) group.classList.add("coming");
    if (old.transform !== item.transform) this.place(painted, item.transform, !fresh && moved);
    if (fresh || old.body !== item.body || old.transform !== item.transform) this.touched++;
    painted.item = item;
  }

  private place(painted: Painted, transform: string, wasMoved: boolean): void {
    const pose = poseOf(transform);
    if (pose === null) {
      painted.group.style.transform = "";
      painted.group.setAttribute("transform", transform);
    } else {
      if (painted.pose) pose.turn = nearTurn(pose.turn, painted.pose.turn);
      // A new element has no style to move from yet: reading one makes it.
      if (wasMoved) painted.group.getBoundingClientRect();
      painted.group.style.transform = cssOf(pose);
    }
    painted.pose = pose;
  }
}

/** Fills a group with items that nobody clicks: ghosts of a preview. */
export function overlay(layer: SVGGElement, items: readonly Item[]): void {
  layer.replaceChildren(...items.map((item) => {
    const group = svgElement("g", `item ${item.role}`);
    group.setAttribute("transform", item.transform);
    group.innerHTML = item.body;
    return group;
  }));
}
