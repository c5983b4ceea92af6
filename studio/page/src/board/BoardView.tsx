// A board as a component: the picture, its buttons, and its keys while it has the focus.

import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { Scene } from "../protocol";
import { Board, type BoardEvents } from "./board";
import { Icon } from "../shell/Icon";

interface Props {
  scene: Scene | null;
  events: Partial<BoardEvents>;
  /** Is given the board once it is there. */
  onBoard?: (board: Board | null) => void;
  /** Takes a key before the board does; true if it is used. */
  onKey?: (event: KeyboardEvent) => boolean;
  label: string;
  children?: ComponentChildren;
}

/** How far one press of an arrow moves the picture, in pixels. */
const STRIDE = 60;

export function BoardView({ scene, events, onBoard, onKey, label, children }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const told = useRef(events);
  told.current = events;

  useEffect(() => {
    if (!host.current) return;
    const made = new Board(host.current, {
      click: (keys, at, client) => told.current.click?.(keys, at, client),
      hover: (keys, at) => told.current.hover?.(keys, at),
      turn: (steps, fine) => told.current.turn?.(steps, fine) ?? false,
      grab: (at) => told.current.grab?.(at) ?? false,
      pull: (at) => told.current.pull?.(at),
      drop: () => told.current.drop?.(),
      resized: (width, height) => told.current.resized?.(width, height),
    });
    board.current = made;
    onBoard?.(made);
    return () => {
      onBoard?.(null);
      made.destroy();
      board.current = null;
    };
  }, []);

  useEffect(() => {
    if (scene) board.current?.show(scene);
  }, [scene]);

  const look = (change: (board: Board) => void): void => {
    const shown = board.current;
    shown?.look(() => change(shown));
  };
  const keys = (event: KeyboardEvent): void => {
    if (onKey?.(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const does: Record<string, (board: Board) => void> = {
      "+": (b) => b.camera.zoom(1.3), "=": (b) => b.camera.zoom(1.3), "-": (b) => b.camera.zoom(1 / 1.3), "0": (b) => b.camera.fit(),
      ArrowLeft: (b) => b.camera.pan(STRIDE, 0), ArrowRight: (b) => b.camera.pan(-STRIDE, 0),
      ArrowUp: (b) => b.camera.pan(0, STRIDE), ArrowDown: (b) => b.camera.pan(0, -STRIDE),
    };
    const change = does[event.key];
    // The usual keys of the page stay usable unless the board itself has the focus.
    if (!change || (event.key.startsWith("Arrow") && event.target !== host.current)) return;
    event.preventDefault();
    event.stopPropagation();
    look(change);
  };

  return (
    <div class="board" ref={host} tabIndex={0} role="group" aria-label={label} onKeyDown={keys}>
      <div class="board-buttons over-board">
        <button type="button" class="icon" title="Closer (+)" aria-label="Closer" onClick={() => look((b) => b.camera.zoom(1.3))}><Icon name="plus" /></button>
        <button type="button" class="icon" title="Farther (−)" aria-label="Farther" onClick={() => look((b) => b.camera.zoom(1 / 1.3))}><Icon name="minus" /></button>
        <button type="button" class="icon" title="Whole board (0)" aria-label="Whole board" onClick={() => look((b) => b.camera.fit())}><Icon name="whole" /></button>
      </div>
      {children}
    </div>
  );
}
