// The glow of items that can be chosen: the outline of an item once more, above everything, in the colour of choice.
// Which of its shapes is the outline is not told: the one that covers most is taken (the base of a piece, the top of a space).

import type { Painter } from "./painter";
import { svgElement } from "./painter";

/** How a target stands: one could choose it, has chosen it, or points at it. */
export interface Target {
  key: string;
  chosen: boolean;
  hot: boolean;
}

/** How many shapes of an item are looked at. */
const MOST_SHAPES = 24;
const OUTLINES = ":scope > rect, :scope > circle, :scope > polygon, :scope > path, :scope > ellipse";
const PAINT = ["fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "stroke-dasharray", "opacity"];

export function glow(layer: SVGGElement, painter: Painter, targets: readonly Target[], selected: string | null): void {
  const marks = targets.map((target) => outlined(painter, target.key, classesOf(target)));
  if (selected) marks.push(outlined(painter, selected, "selected"));
  layer.replaceChildren(...marks.filter((mark) => mark !== null));
}

function classesOf({ chosen, hot }: Target): string {
  return `target${chosen ? " chosen" : ""}${hot ? " hot" : ""}`;
}

function outlined(painter: Painter, key: string, classes: string): SVGGElement | null {
  const group = painter.group(key);
  const outline = group && largest([...group.querySelectorAll<SVGGraphicsElement>(OUTLINES)].slice(0, MOST_SHAPES));
  if (!group || !outline) return null;
  const mark = svgElement("g", classes);
  const copy = outline.cloneNode(false) as SVGElement;
  for (const name of PAINT) copy.removeAttribute(name);
  copy.removeAttribute("style");
  // `non-scaling-stroke` keeps the line as wide on a far board as on a near one.
  copy.setAttribute("vector-effect", "non-scaling-stroke");
  mark.append(copy);
  mark.style.transform = group.style.transform;
  if (!group.style.transform) mark.setAttribute("transform", group.getAttribute("transform") ?? "");
  return mark;
}

function largest(shapes: readonly SVGGraphicsElement[]): SVGGraphicsElement | null {
  let best: SVGGraphicsElement | null = null;
  let most = -1;
  for (const shape of shapes) {
    const { width, height } = shape.getBBox();
    if (width * height > most) [best, most] = [shape, width * height];
  }
  return best;
}
