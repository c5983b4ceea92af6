// The end of a game: how it ended, and what one may do with it.

import { useSignal } from "@preact/signals";
import { wordsOf } from "../engine/engine";
import type { Session } from "../game/session";
import type { View } from "../protocol";
import { download } from "../shell/files";
import { Notice } from "../shell/Notice";
import { addressOf } from "../shell/route";

interface Props {
  over: NonNullable<View["over"]>;
  session: Session;
  players: ReadonlyMap<string, string>;
}

export function Over({ over, session, players }: Props) {
  const trouble = useSignal("");
  const winners = over.winners.map((id) => players.get(id) ?? id);
  const keep = async (): Promise<void> => {
    try {
      const { replay } = await session.engine.ask<"save">({ ask: "save", game: session.game });
      download(`${session.game}.json`, replay, "application/json");
    } catch (error) {
      trouble.value = wordsOf(error);
    }
  };
  return (
    <div class="over">
      <p class="who">The game is over</p>
      <h2>{over.title || over.outcome}</h2>
      {winners.length > 0 && <p>{winners.length === 1 ? `${winners[0]} wins.` : `${winners.join(" and ")} win.`}</p>}
      <Notice text={trouble.value} />
      <div class="answers">
        <a class="button primary" href={addressOf("watch", session.game, 0)}>Watch it from the start</a>
        <a class="button" href={addressOf("play")}>Another game</a>
        <button type="button" onClick={() => void keep()}>Keep the replay</button>
      </div>
    </div>
  );
}
