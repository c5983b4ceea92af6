// The keys of the page, opened with `?`.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Dialog } from "./Dialog";

const KEYS: Record<string, [string, string][]> = {
  play: [
    ["1 … 9", "take this option"], ["Enter", "the usual answer, or what is marked"], ["↑ ↓", "from option to option"], ["u", "take the last decision back"],
    ["arrows, [ ]", "move and turn a piece that is placed; with Shift a little"], ["Space", "show at once what the others do"], ["Esc", "close what is open"],
  ],
  watch: [["← →", "one decision back or on"], ["↑ ↓", "the round before or the next"], ["Home, End", "to the start, to the end"], ["Space", "play or pause"]],
  board: [["+ −", "closer, farther"], ["0", "the whole board"], ["arrows", "move the board, while it has the focus"]],
};

export function KeysDialog({ room }: { room: string }) {
  const open = useSignal(false);
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      const typing = (event.target as HTMLElement).closest("input, textarea, select, .cm-editor, dialog");
      if (event.key === "?" && !typing) open.value = true;
    };
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
  const lists = [KEYS[room], room === "play" || room === "watch" ? KEYS["board"] : undefined];
  if (!open.value || !lists[0]) return null;
  return (
    <Dialog title="Keys" onClose={() => (open.value = false)}>
      {lists.map((list, place) => list && (
        <dl class="keys" key={place}>
          {list.map(([key, does]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{does}</dd></div>)}
        </dl>
      ))}
    </Dialog>
  );
}
