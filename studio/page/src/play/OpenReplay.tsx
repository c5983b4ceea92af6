// A replay from a file of the person's: opened, and shown in Watch. One of other content says where it parts.

import { useSignal } from "@preact/signals";
import { type Engine, wordsOf } from "../engine/engine";
import { textOf } from "../shell/files";
import { Notice } from "../shell/Notice";
import { go } from "../shell/route";

export function OpenReplay({ engine, onOpen, label = "Open a replay" }: { engine: Engine; onOpen?: (game: string) => void; label?: string }) {
  const trouble = useSignal("");
  const parted = useSignal<{ game: string; at: number; why: string } | null>(null);
  const show = (game: string, at?: number): void => {
    if (onOpen) onOpen(game);
    else go({ room: "watch", parts: at === undefined ? [game, 0] : [game, at] });
  };
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    trouble.value = "";
    try {
      const opened = await engine.ask<"open-game">({ ask: "open-game", replay: await textOf(file) });
      if (opened.parted) parted.value = { game: opened.game, at: opened.parted.decision, why: opened.parted.why };
      else show(opened.game);
    } catch (error) {
      trouble.value = `${file.name}: ${wordsOf(error)}`;
    }
  };
  const split = parted.value;
  return (
    <div class="open-replay">
      <label class="button">
        {label}
        <input type="file" class="unseen" onChange={(event) => {
          void open(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }} />
      </label>
      <Notice text={trouble.value} />
      {split && (
        <Notice kind="warn" text={`This replay was played with other rules or cards: from decision ${split.at} on it goes another way. ${split.why}`}>
          <button type="button" onClick={() => show(split.game, split.at)}>Show what came before</button>
        </Notice>
      )}
    </div>
  );
}
