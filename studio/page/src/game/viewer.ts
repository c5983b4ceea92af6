// Viewers of a game: how they are written, and their names.

import type { Viewer } from "../protocol";

export function sameViewer(one: Viewer, other: Viewer): boolean {
  return playerOf(one) === playerOf(other) && (playerOf(one) !== null || one === other);
}

/** The player who looks, if it is one. */
export function playerOf(viewer: Viewer): string | null {
  return typeof viewer === "string" ? null : viewer.player;
}

/** A viewer as one word, for addresses and lists. */
export function wordOf(viewer: Viewer): string {
  return typeof viewer === "string" ? viewer : `player:${viewer.player}`;
}

export function viewerOf(word: string): Viewer {
  if (word === "judge" || word === "public") return word;
  return word.startsWith("player:") ? { player: word.slice("player:".length) } : "public";
}
