// Which game is put beside this one: one of the studio's, or a replay from a file.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameListed } from "../engine/answers";
import type { Engine } from "../engine/engine";
import { OpenReplay } from "../play/OpenReplay";
import { Dialog } from "../shell/Dialog";

export function Compare({ engine, game, onChoose, onClose }: { engine: Engine; game: string; onChoose: (game: string) => void; onClose: () => void }) {
  const games = useSignal<GameListed[]>([]);
  useEffect(() => {
    engine.ask<"games">({ ask: "games" }).then((list) => (games.value = list.filter((one) => one.game !== game)), () => undefined);
  }, []);
  return (
    <Dialog title="Compare with" onClose={onClose}>
      <ul class="plain-list">
        {games.value.map((one) => (
          <li key={one.game}><button type="button" onClick={() => onChoose(one.game)}>{one.title}, {one.decisions} decisions</button></li>
        ))}
      </ul>
      <OpenReplay engine={engine} onOpen={onChoose} label="A replay from a file" />
    </Dialog>
  );
}
