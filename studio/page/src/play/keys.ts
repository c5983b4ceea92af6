// From keys of a scene to things: what was clicked, and who is called what.

import type { Thing } from "../protocol";

/** Parts of a picture that belong to a piece: its name and bars, its plates. */
const OF_PIECE = /^(?:tag|badge|panel|ghost|line):(.+)$/;

/** The keys that a click on an item may mean, the item itself first. */
export function itemsOf(key: string): string[] {
  const piece = OF_PIECE.exec(key);
  return piece ? [key, `piece:${piece[1]}`] : [key];
}

/** The thing that lies uppermost among items. */
export function thingOf(keys: readonly string[], things: readonly Thing[]): Thing | null {
  for (const key of keys.flatMap(itemsOf)) {
    const found = things.find((thing) => thing.key === key);
    if (found) return found;
  }
  return null;
}

/** The names of players by their ids. */
export function playersOf(things: readonly Thing[]): Map<string, string> {
  return new Map(things.filter((thing) => thing.key.startsWith("player:")).map((thing) => [thing.id, thing.name]));
}
