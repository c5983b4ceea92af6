// The question for a place, in words and buttons: the board itself takes clicks and pulls.

import type { Placing } from "./placing";
import { STEPS } from "./placing";
import { Icon } from "../shell/Icon";

export function PlacePanel({ placing, text, busy, onPlace }: { placing: Placing; text: string; busy: boolean; onPlace: () => void }) {
  const set = placing.set.value !== null;
  return (
    <div class="question-body">
      <p>{set ? "Pull it to move it. Turn it with the wheel or the buttons. Then put it down." : text || "Click on the board where it should stand."}</p>
      <div class="answers">
        <button type="button" aria-label="Turn left" title="Turn left ([)" onClick={() => placing.turn(-STEPS.turn)}><Icon name="turn-left" /></button>
        <button type="button" aria-label="Turn right" title="Turn right (])" onClick={() => placing.turn(STEPS.turn)}><Icon name="turn-right" /></button>
        <button type="button" class="primary" disabled={busy || placing.where.value === null} onClick={onPlace}>Put it here <small class="usual">Enter ↵</small></button>
        {set && <button type="button" onClick={() => placing.lift()}>Take it up again</button>}
      </div>
      <p class="faint keys-help"><kbd>arrows</kbd> move · <kbd>[</kbd> <kbd>]</kbd> turn · <kbd>Shift</kbd> a little</p>
    </div>
  );
}
