// The keys of a table: numbers and arrows among options, Enter for the usual one, a piece moved and turned.

import type { Point } from "../board/camera";
import type { Option } from "../protocol";
import type { Choice } from "./choice";
import { type Placing, STEPS } from "./placing";

export interface TableKeys {
  choice: Choice | null;
  placing: Placing | null;
  busy: boolean;
  catching: boolean;
  middle: () => Point;
  answer: (options: string[]) => void;
  place: () => void;
  take: (option: Option) => void;
  undo: () => void;
  skip: () => void;
  close: () => void;
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function tableKeys(event: KeyboardEvent, table: TableKeys): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target.closest("dialog, select, textarea, .menu")) return;
  const typing = target instanceof HTMLInputElement;
  if (used(event, table, target, typing)) event.preventDefault();
}

function used(event: KeyboardEvent, table: TableKeys, target: HTMLElement, typing: boolean): boolean {
  const { key } = event;
  if (key === "Escape") return table.close(), !typing;
  if (typing) return false;
  if (table.catching && (key === " " || key === "Enter")) return table.skip(), true;
  // A piece is moved while the story is still being told, too; it is put down when the table is free.
  if (table.placing && moved(event, table.placing, table)) return true;
  if (table.busy) return false;
  if (key === "u") return table.undo(), true;
  if (table.placing) return key === "Enter" && !onButton(target) && (table.place(), true);
  return table.choice !== null && optionKey(key, table.choice, table, target);
}

function moved(event: KeyboardEvent, placing: Placing, table: TableKeys): boolean {
  const arrow = ARROWS[event.key];
  if (arrow) {
    const step = event.shiftKey ? STEPS.small : STEPS.move;
    if (!placing.where.value) placing.put(table.middle());
    else placing.move(arrow[0] * step, arrow[1] * step);
  } else if (event.key === "[" || event.key === "{") placing.turn(event.shiftKey ? -STEPS.little : -STEPS.turn);
  else if (event.key === "]" || event.key === "}") placing.turn(event.shiftKey ? STEPS.little : STEPS.turn);
  else return false;
  return true;
}

function onButton(target: HTMLElement): boolean {
  return target.closest("button, a, summary") !== null;
}

function optionKey(key: string, choice: Choice, table: TableKeys, target: HTMLElement): boolean {
  if (/^[1-9]$/.test(key)) {
    const option = choice.asked.options[Number(key) - 1];
    if (option) table.take(option);
    return option !== undefined;
  }
  if (key === "Enter" && !onButton(target)) {
    const usual = choice.usual();
    if (usual) table.answer(usual);
    return usual !== null;
  }
  if ((key === "ArrowDown" || key === "ArrowUp") && !target.closest(".board, .beside")) return walk(key === "ArrowDown" ? 1 : -1);
  return false;
}

/** Moves the focus from option to option. */
function walk(step: number): boolean {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>(".question .option:enabled, .question .answers button:enabled")];
  if (buttons.length === 0) return false;
  const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = now < 0 ? (step > 0 ? 0 : buttons.length - 1) : (now + step + buttons.length) % buttons.length;
  buttons[next]?.focus();
  return true;
}
