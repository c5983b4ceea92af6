// The effect of a change on the table: the game that was played last is played again, with the same decisions and dice, and the first lines
// of its story that differ stand beside each other.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Engine, wordsOf } from "../engine/engine";
import { addressOf } from "../shell/route";
import { type Difference, differenceOf } from "./difference";

/** How long nothing may change before a game is played again, in milliseconds. */
const CALM = 2_000;

export function OnTable({ engine, kept }: { engine: Engine; kept: number }) {
  const found = useSignal<Difference | "no game" | null>(null);
  const trouble = useSignal("");
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(() => {
      differenceOf(engine).then((difference) => {
        if (!stale) [found.value, trouble.value] = [difference ?? "no game", ""];
      }, (error: unknown) => {
        if (!stale) trouble.value = wordsOf(error);
      });
    }, CALM);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [engine, kept]);
  const difference = found.value;
  return (
    <section class="on-table" aria-label="On the table">
      <h2>On the table</h2>
      {trouble.value && <p class="faint">{trouble.value}</p>}
      {difference === "no game" && <p class="faint">Play a game, and here stands what a change does to it.</p>}
      {difference !== null && difference !== "no game" && <Shown difference={difference} />}
    </section>
  );
}

function Shown({ difference: { game, decision, before, now } }: { difference: Difference }) {
  if (decision === null) return <p class="faint">{game.title}: the game that was played last goes as before.</p>;
  return (
    <>
      <p><a href={addressOf("watch", game.game, decision)}>{game.title}</a> goes another way {decision === 0 ? "from the beginning" : `after ${decision} ${decision === 1 ? "decision" : "decisions"}`}.</p>
      <dl>
        <dt>Before</dt><dd>{before}</dd>
        <dt>Now</dt><dd>{now}</dd>
      </dl>
    </>
  );
}
