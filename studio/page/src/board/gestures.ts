// Mouse, pen, fingers and wheel on a board, as what they mean: look around, click, point, pull. No element is changed here.

import type { Point } from "./camera";

/** The meanings of gestures; points are pixels of the board's window. */
export interface Gestures {
  /** The board is pulled by so many pixels. */
  pan(x: number, y: number): void;
  /** It comes closer by a factor, around a point. */
  zoom(factor: number, at: Point): void;
  /** The wheel turns while Ctrl is not held; true if that is used for something else than zooming. */
  turn(steps: number, fine: boolean): boolean;
  click(at: Point, touch: boolean): void;
  /** The pointer moves without a button held; null when it leaves. */
  point(at: Point | null): void;
  /** Something is grabbed here instead of the board: then `pull` follows. */
  grab(at: Point): boolean;
  pull(at: Point): void;
  drop(): void;
}

/** From how many pixels on a press is a pull, not a click. */
const SLACK = 5;

export function gestures(element: HTMLElement, to: Gestures): () => void {
  const held = new Map<number, Point>();
  let began: Point | null = null;
  let pulled = false;
  let grabbed = false;

  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const down = (event: PointerEvent): void => {
    if (event.button > 1 || (event.target as Element).closest("button, .over-board")) return;
    const at = pointOf(event);
    held.set(event.pointerId, at);
    element.setPointerCapture(event.pointerId);
    if (held.size > 1) {
      pulled = true;
      return;
    }
    began = at;
    pulled = false;
    grabbed = event.button === 0 && to.grab(at);
  };

  const move = (event: PointerEvent): void => {
    const at = pointOf(event);
    const last = held.get(event.pointerId);
    if (!last) return to.point((event.target as Element).closest(".over-board") ? null : at);
    if (held.size === 2) pinch(event.pointerId, last, at);
    held.set(event.pointerId, at);
    if (held.size > 1 || !began) return;
    if (!pulled && Math.hypot(at.x - began.x, at.y - began.y) < SLACK) return;
    pulled = true;
    if (grabbed) to.pull(at);
    else to.pan(at.x - last.x, at.y - last.y);
  };

  const pinch = (id: number, last: Point, at: Point): void => {
    const other = [...held].find(([pointer]) => pointer !== id)?.[1];
    if (!other) return;
    const apart = Math.hypot(last.x - other.x, last.y - other.y);
    const now = Math.hypot(at.x - other.x, at.y - other.y);
    if (apart > 0) to.zoom(now / apart, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    to.pan((at.x - last.x) / 2, (at.y - last.y) / 2);
  };

  const up = (event: PointerEvent): void => {
    if (!held.delete(event.pointerId) || held.size > 0) return;
    if (grabbed && pulled) to.drop();
    if (!pulled && event.type === "pointerup" && event.button === 0) to.click(pointOf(event), event.pointerType === "touch");
    began = null;
    grabbed = false;
  };

  const wheel = (event: WheelEvent): void => {
    if ((event.target as Element).closest(".over-board")) return;
    event.preventDefault();
    // Shift makes some browsers turn the wheel sideways.
    const amount = event.deltaY || event.deltaX;
    if (!event.ctrlKey && to.turn(Math.sign(amount), event.shiftKey)) return;
    const pixels = event.deltaMode === 0 ? amount : amount * 33;
    to.zoom(Math.exp(-Math.max(-80, Math.min(80, pixels)) * 0.004), pointOf(event));
  };

  const leave = (): void => to.point(null);
  const listening: [string, (event: never) => void][] = [
    ["pointerdown", down], ["pointermove", move], ["pointerup", up], ["pointercancel", up], ["wheel", wheel], ["pointerleave", leave],
  ];
  for (const [name, listener] of listening) element.addEventListener(name, listener as EventListener, { passive: false });
  return () => {
    for (const [name, listener] of listening) element.removeEventListener(name, listener as EventListener);
  };
}
