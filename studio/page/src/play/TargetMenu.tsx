// Several options mean the thing that was clicked: a small list of them where it was clicked.

import { useEffect, useRef } from "preact/hooks";
import type { Point } from "../board/camera";
import type { Option } from "../protocol";
import type { Choice } from "./choice";

interface Props {
  options: Option[];
  at: Point;
  choice: Choice | null;
  onTake: (option: Option) => void;
  onClose: () => void;
}

export function TargetMenu({ options, at, choice, onTake, onClose }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector("button")?.focus(), []);
  const keys = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") onClose();
    if (!step) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(now + step + buttons.length) % buttons.length]?.focus();
  };
  const left = Math.max(8, Math.min(at.x, innerWidth - 300));
  const below = at.y < innerHeight / 2;
  const place = below ? { left, top: at.y + 8 } : { left, bottom: innerHeight - at.y + 8 };
  const heat = (id: string | null): void => {
    if (choice) choice.hot.value = id;
  };
  return (
    <ul class="menu" ref={list} style={place} onKeyDown={keys} aria-label="What it may mean">
      {options.map((option) => (
        <li key={option.id}>
          <button type="button" onFocus={() => heat(option.id)} onMouseEnter={() => heat(option.id)} onClick={() => onTake(option)}>{option.text}</button>
        </li>
      ))}
    </ul>
  );
}
