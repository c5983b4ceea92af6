// The time line of a game: where one is, where rounds begin, and the buttons that lead through it.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Reel } from "./reel";
import { Icon } from "../shell/Icon";

/** How many moments are shown in a second. */
const SPEEDS = [0.5, 1, 2, 4, 8];

interface Props {
  reel: Reel;
  onJump: (at: number) => void;
}

export function Timeline({ reel, onJump }: Props) {
  const playing = useSignal(false);
  const speed = useSignal(2);
  const at = reel.at.value;
  const of = reel.of.value;
  const rounds = reel.rounds();
  const jump = (to: number): void => {
    playing.value = false;
    onJump(Math.min(Math.max(0, to), of));
  };
  const before = rounds.filter((round) => round.at < at).at(-1)?.at ?? 0;
  const after = rounds.find((round) => round.at > at)?.at ?? of;
  const toggle = (): void => {
    if (!playing.value && at >= of) onJump(0);
    playing.value = !playing.value;
  };

  useEffect(() => {
    if (!playing.value) return;
    if (at >= of) {
      playing.value = false;
      return;
    }
    reel.ahead();
    const timer = setTimeout(() => onJump(at + 1), 1000 / speed.value);
    return () => clearTimeout(timer);
  }, [playing.value, speed.value, at, of, reel]);

  useEffect(() => {
    const keys = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("dialog, select, textarea, input:not([type=range]), .board, .story, .things")) return;
      const does: Record<string, () => void> = {
        ArrowLeft: () => jump(at - 1), ArrowRight: () => jump(at + 1), ArrowUp: () => jump(before), ArrowDown: () => jump(after),
        Home: () => jump(0), End: () => jump(of),
      };
      if (!target.closest("button, a, summary")) does[" "] = toggle;
      const act = does[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  });

  return (
    <div class="timeline">
      <div class="track-row">
        <input type="range" min={0} max={of} value={at} aria-label="Moment of the game" aria-valuetext={`after ${at} of ${of} decisions`} onInput={(event) => jump(Number(event.currentTarget.value))} />
        <Rounds rounds={rounds} of={of} at={at} onJump={jump} />
      </div>
      <div class="reel-buttons">
        <button type="button" class="icon" aria-label="To the start" title="To the start (Home)" disabled={at === 0} onClick={() => jump(0)}><Icon name="start" /></button>
        <button type="button" class="icon" aria-label="The round before" title="The round before (↑)" disabled={at === 0} onClick={() => jump(before)}><Icon name="far-left" /></button>
        <button type="button" class="icon" aria-label="One back" title="One back (←)" disabled={at === 0} onClick={() => jump(at - 1)}><Icon name="left" /></button>
        <button type="button" class="icon play" aria-label={playing.value ? "Pause" : "Play"} title="Play or pause (Space)" onClick={toggle}><Icon name={playing.value ? "pause" : "play"} /></button>
        <button type="button" class="icon" aria-label="One on" title="One on (→)" disabled={at === of} onClick={() => jump(at + 1)}><Icon name="right" /></button>
        <button type="button" class="icon" aria-label="The next round" title="The next round (↓)" disabled={at === of} onClick={() => jump(after)}><Icon name="far-right" /></button>
        <button type="button" class="icon" aria-label="To the end" title="To the end (End)" disabled={at === of} onClick={() => jump(of)}><Icon name="end" /></button>
        <span class="moment">{at} <span class="faint">of {of}</span>{reel.view.value && reel.view.value.round > 0 && <b> · Round {reel.view.value.round}</b>}</span>
        <label class="speed"><span class="unseen">Speed</span>
          <select value={speed.value} onChange={(event) => (speed.value = Number(event.currentTarget.value))}>
            {SPEEDS.map((one) => <option key={one} value={one}>{one}×</option>)}
          </select>
        </label>
      </div>
    </div>
  );
}

/** How far marks stand apart at least, as a part of the line. */
const APART = 0.035;

/** Marks where rounds begin; their names as far as there is room. */
function Rounds({ rounds, of, at, onJump }: { rounds: { at: number; name: string }[]; of: number; at: number; onJump: (at: number) => void }) {
  if (of === 0) return null;
  const current = rounds.filter((round) => round.at <= at).at(-1);
  let last = -1;
  const shown = rounds.filter((round) => {
    const place = round.at / of;
    const fits = last < 0 || place - last >= APART;
    if (fits) last = place;
    return fits;
  });
  return (
    <div class="rounds" aria-hidden="true">
      {shown.map((round, place) => (
        <button key={place} type="button" tabIndex={-1} class={round === current ? "now" : ""} style={{ left: `${(100 * round.at) / of}%` }} title={round.name} onClick={() => onJump(round.at)}>
          <span>{shortened(round.name)}</span>
        </button>
      ))}
    </div>
  );
}

/** The number alone of a heading that has one: `Round 3` is `3` on a time line. */
function shortened(name: string): string {
  return /\d+/.exec(name)?.[0] ?? "·";
}
