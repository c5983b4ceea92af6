// A force as picks: adding, taking away, and the text that one keeps or hands on. One pick a line: `2 x CARD on OTHER`.

import type { ForcePick } from "../protocol";

/** The most picks of a text: a force of a table game is smaller by far. */
const MOST_PICKS = 400;
const MOST_COUNT = 99;

export function added(picks: readonly ForcePick[], card: string, on: string | null): ForcePick[] {
  const known = picks.some((pick) => pick.card === card && pick.on === on);
  if (!known) return [...picks, { card, on, count: 1 }];
  return picks.map((pick) => (pick.card === card && pick.on === on ? { ...pick, count: pick.count + 1 } : pick));
}

/** Without one of a card; what lies on the last one of it goes, too. */
export function removed(picks: readonly ForcePick[], card: string, on: string | null): ForcePick[] {
  const fewer = picks.map((pick) => (pick.card === card && pick.on === on ? { ...pick, count: pick.count - 1 } : pick)).filter((pick) => pick.count > 0);
  const there = fewer.some((pick) => pick.card === card);
  return there ? fewer : fewer.filter((pick) => pick.on !== card);
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
