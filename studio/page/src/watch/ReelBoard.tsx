// The board of a game that is watched, with the facts of what was clicked.

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { BoardView } from "../board/BoardView";
import type { Board, BoardEvents } from "../board/board";
import { FactsCard } from "../game/FactsCard";
import { playersOf, thingOf } from "../play/keys";
import { useSignalEffectOn } from "../shell/effects";
import type { Reel } from "./reel";

export function ReelBoard({ reel, selected, onSelect, caption }: { reel: Reel; selected: string | null; onSelect: (key: string | null) => void; caption?: string }) {
  const board = useSignal<Board | null>(null);
  const view = reel.view.value;
  const things = view?.things ?? [];
  const thing = things.find((one) => one.key === selected) ?? null;
  const players = useMemo(() => playersOf(things), [view]);
  useSignalEffectOn(() => {
    board.value?.mark([], selected);
  }, [reel, selected]);
  const events: Partial<BoardEvents> = {
    click: (keys) => onSelect(thingOf(keys, things)?.key ?? null),
    resized: (width, height) => reel.fit.resized(width, height),
  };
  return (
    <BoardView scene={view?.scene ?? null} events={events} onBoard={(made) => (board.value = made)} label={caption ? `Board: ${caption}` : "Board"}>
      {caption && <p class="caption over-board">{caption}</p>}
      {thing && <FactsCard thing={thing} things={things} players={players} cards={reel.cards} right={board.value?.isLeft(thing.key) ?? false} onClose={() => onSelect(null)} />}
    </BoardView>
  );
}
