// The difference that the present content makes to a game that is played again.

import type { GameListed } from "../engine/answers";
import type { Engine } from "../engine/engine";
import type { StoryLine } from "../protocol";

/** The place at which a game goes another way with the present content. */
export interface Difference {
  game: GameListed;
  /** After so many decisions; null if all of it is the same. */
  decision: number | null;
  before: string;
  now: string;
}

/** Plays the last game again with the present content; nothing if none is open. */
export async function differenceOf(engine: Engine): Promise<Difference | null> {
  const games = await engine.ask<"games">({ ask: "games" });
  const game = games.at(-1);
  if (!game) return null;
  const { replay } = await engine.ask<"save">({ ask: "save", game: game.game });
  const again = await engine.ask<"open-game">({ ask: "open-game", replay, scenario: game.scenario });
  try {
    const story = (of: string): Promise<StoryLine[]> => engine.ask<"story">({ ask: "story", game: of, viewer: "public", from: 0 });
    return { game, ...firstDifference(await story(game.game), await story(again.game), again.parted) };
  } finally {
    await engine.ask<"close">({ ask: "close", game: again.game });
  }
}

/** The first lines of two stories that differ; or where one game could not go on. */
export function firstDifference(one: readonly StoryLine[], other: readonly StoryLine[], parted?: { decision: number; why: string }): Omit<Difference, "game"> {
  const at = one.findIndex((line, place) => line.text !== other[place]?.text);
  const [before, now] = at < 0 ? [undefined, other[one.length]] : [one[at], other[at]];
  if (before || now) {
    return { decision: (before ?? now)?.decision ?? 0, before: before?.text ?? "The story ends.", now: now?.text ?? parted?.why ?? "The story ends." };
  }
  if (parted) return { decision: parted.decision, before: "The game went on.", now: parted.why };
  return { decision: null, before: "", now: "" };
}
