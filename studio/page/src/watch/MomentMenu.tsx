// The uses of a moment: play on from it, a case, a replay to keep, a game beside it.

import type { Engine } from "../engine/engine";
import { wordsOf } from "../engine/engine";
import { keepSeats, type Seats } from "../game/seats";
import { download } from "../shell/files";
import { go } from "../shell/route";

interface Props {
  engine: Engine;
  game: string;
  at: number;
  seats: Seats | null;
  onCase: () => void;
  onCompare: () => void;
  onTrouble: (text: string) => void;
}

export function MomentMenu({ engine, game, at, seats, onCase, onCompare, onTrouble }: Props) {
  const does = (work: () => Promise<void>) => (): void => {
    onTrouble("");
    work().catch((error: unknown) => onTrouble(wordsOf(error)));
  };
  const branch = does(async () => {
    const made = await engine.ask<"branch">({ ask: "branch", game, at });
    if (seats) keepSeats(made.game, seats);
    go({ room: "play", parts: [made.game] });
  });
  const save = does(async () => {
    const { replay } = await engine.ask<"save">({ ask: "save", game });
    download(`${game}.json`, replay, "application/json");
  });
  return (
    <div class="answers moment-menu">
      <button type="button" onClick={branch} title="A game of its own that begins as this one stands here">Play on from here</button>
      <button type="button" onClick={onCase} title="A test that begins as this game stands here">Case from here</button>
      <button type="button" onClick={onCompare}>Compare</button>
      <button type="button" onClick={save}>Keep the replay</button>
    </div>
  );
}
