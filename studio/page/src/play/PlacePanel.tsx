// The question for a place, in words and buttons: the board itself takes clicks and pulls.

import { Icon } from "../shell/Icon";
import { type Placing, STEPS } from "./placing";

interface Props {
  placing: Placing;
  /** The region in which it may stand, in words. */
  text: string;
  busy: boolean;
  onPlace: () => void;
}

export function PlacePanel({ placing, text, busy, onPlace }: Props) {
  const set = placing.set.value !== null;
  const why = placing.why.value;
  return (
    <div class="question-body place-panel">
      <p>{set ? "Pull it to move it, turn it with the wheel or the buttons, then put it down." : placing.region().length > 0 ? "Click within the dashed outline on the board." : "Click on the board where it should stand."}</p>
      {text && !set && <p class="faint small">{text}</p>}
      <div class="answers">
        <button type="button" class="icon" aria-label="Turn left" title="Turn left ([)" onClick={() => placing.turn(-STEPS.turn)}><Icon name="turn-left" /></button>
        <button type="button" class="icon" aria-label="Turn right" title="Turn right (])" onClick={() => placing.turn(STEPS.turn)}><Icon name="turn-right" /></button>
        <button type="button" class="primary" disabled={busy || placing.where.value === null} onClick={onPlace}>Put it here <small class="usual">Enter ↵</small></button>
        {set && <button type="button" onClick={() => placing.lift()}>Take it up again</button>}
      </div>
      <p class="why-not small" role="status">{why && placing.where.value ? `Not there: ${why}.` : ""}</p>
      <p class="faint keys-help"><kbd>arrows</kbd> move · <kbd>[</kbd> <kbd>]</kbd> turn · <kbd>Shift</kbd> a little</p>
    </div>
  );
}
