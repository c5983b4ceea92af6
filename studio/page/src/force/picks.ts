// A force as picks: adding, taking away, and the text that one keeps or hands on. One pick a line: `2 x CARD on OTHER`. The second piece of
// a card is `OTHER#2`.

import type { ForcePick } from "../protocol";

/** The most picks of a text; the studio takes so many things at most. */
const MOST_PICKS = 200;
const MOST_COUNT = 99;

export function added(picks: readonly ForcePick[], card: string, on: string | null): ForcePick[] {
  const known = picks.some((pick) => pick.card === card && pick.on === on);
  if (!known) return [...picks, { card, on, count: 1 }];
  return picks.map((pick) => (pick.card === card && pick.on === on ? { ...pick, count: pick.count + 1 } : pick));
}

/** Without one thing of a force: what lies on it goes, too, and those of its card behind it move up. */
export function removed(picks: readonly ForcePick[], { card, key, on }: { card: string; key: string; on: string | null }): ForcePick[] {
  const fewer = picks.map((pick) => (pick.card === card && pick.on === on ? { ...pick, count: pick.count - 1 } : pick)).filter((pick) => pick.count > 0);
  if (on !== null) return fewer;
  const gone = numberOf(key);
  const stays = fewer.filter((pick) => pick.on !== key);
  return stays.map((pick) => (pick.on !== null && cardOf(pick.on) === card && numberOf(pick.on) > gone ? { ...pick, on: keyOf(card, numberOf(pick.on) - 1) } : pick));
}

export function cardOf(key: string): string {
  return key.replace(/#\d+$/, "");
}

export function numberOf(key: string): number {
  return Number(/#(\d+)$/.exec(key)?.[1] ?? 1);
}

function keyOf(card: string, number: number): string {
  return number === 1 ? card : `${card}#${number}`;
}

export function textOf(picks: readonly ForcePick[]): string {
  return picks.map(({ card, on, count }) => `${count > 1 ? `${count} x ` : ""}${card}${on ? ` on ${on}` : ""}`).join("\n");
}

/** The picks of a text; says which line cannot be read. */
export function picksOf(text: string): ForcePick[] {
  const lines = text.split("\n").map((line, row) => ({ line: line.replace(/#.*/, "").trim(), row: row + 1 })).filter(({ line }) => line !== "");
  if (lines.length > MOST_PICKS) throw new Error(`This has more than ${MOST_PICKS} lines.`);
  return lines.map(({ line, row }) => {
    const found = /^(?:(\d{1,2})\s*x\s+)?(\S+)(?:\s+on\s+(\S+))?$/i.exec(line);
    if (!found?.[2]) throw new Error(`Line ${row} is no pick: "${line}". Write "2 x card" or "card on other-card".`);
    return { card: found[2], on: found[3] ?? null, count: Math.min(MOST_COUNT, Math.max(1, Number(found[1] ?? 1))) };
  });
}
