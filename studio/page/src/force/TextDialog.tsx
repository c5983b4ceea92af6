// A force as text: to be kept, handed on, or put in.

import { useSignal } from "@preact/signals";
import { wordsOf } from "../engine/engine";
import type { ForcePick } from "../protocol";
import { Dialog } from "../shell/Dialog";
import { download } from "../shell/files";
import { Notice } from "../shell/Notice";
import { picksOf, textOf } from "./picks";

export function TextDialog({ picks, onTake, onClose }: { picks: readonly ForcePick[]; onTake: (picks: ForcePick[]) => void; onClose: () => void }) {
  const text = useSignal(textOf(picks));
  const trouble = useSignal("");
  const take = (): void => {
    try {
      onTake(picksOf(text.value));
      onClose();
    } catch (error) {
      trouble.value = wordsOf(error);
    }
  };
  return (
    <Dialog title="The force as text" onClose={onClose}>
      <p class="faint">One pick a line: <code>2 x card</code>, or <code>card on other-card</code>; <code>other-card#2</code> is the second one of that card.</p>
      <textarea class="code" rows={12} aria-label="The force as text" value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
      <Notice text={trouble.value} />
      <div class="answers">
        <button type="button" class="primary" onClick={take}>Take this text</button>
        <button type="button" onClick={() => download("force.txt", `${text.value}\n`)}>Keep it as a file</button>
      </div>
    </Dialog>
  );
}
