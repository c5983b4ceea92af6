// The room Watch: the games and replays one can look at, or one of them on its time line.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameListed } from "../engine/answers";
import { type Engine, wordsOf } from "../engine/engine";
import { OpenReplay } from "../play/OpenReplay";
import { Notice } from "../shell/Notice";
import { addressOf, route } from "../shell/route";
import { Replay } from "./Replay";

export function Watch({ engine }: { engine: Engine }) {
  const [game, at] = route.value.parts;
  if (!game) return <Shelf engine={engine} />;
  return <Replay key={game} engine={engine} game={game} at={at === undefined || at === "" ? null : Number(at)} />;
}

function Shelf({ engine }: { engine: Engine }) {
  const games = useSignal<GameListed[] | null>(null);
  const trouble = useSignal("");
  useEffect(() => {
    engine.ask<"games">({ ask: "games" }).then((list) => (games.value = list), (error: unknown) => (trouble.value = wordsOf(error)));
  }, [engine]);
  return (
    <div class="room page">
      <h1>Watch</h1>
      <p>A replay is what <code>cardwright run --replay FILE</code> writes, and what Play keeps.</p>
      <OpenReplay engine={engine} />
      <Notice text={trouble.value} />
      {games.value && games.value.length > 0 && (
        <section class="games">
          <h2>Games of this studio</h2>
          <ul>
            {games.value.map((game) => (
              <li key={game.game}>
                <a href={addressOf("watch", game.game, 0)}>{game.title}</a>
                <small class="faint"> {game.over ? "over" : "open"}, {game.decisions} {game.decisions === 1 ? "decision" : "decisions"}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
