// Beside the editor: the card under the cursor as it is drawn and told, the cases of the file, green and red, and what changes on the table.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Engine, wordsOf } from "../engine/engine";
import type { CardShown, CaseShown } from "../protocol";
import { addressOf } from "../shell/route";
import { OnTable } from "./OnTable";
import type { CardPlace } from "./place";

/** How long nothing may change before cases are carried out, in milliseconds. */
const CALM = 1_500;

interface Props {
  engine: Engine;
  file: string;
  card: CardPlace | null;
  /** Changes whenever the project has. */
  kept: number;
}

export function Beside({ engine, file, card, kept }: Props) {
  return (
    <aside class="write-side" aria-label="Card and cases">
      {card && <CardView engine={engine} place={card} kept={kept} />}
      <Cases engine={engine} file={file} kept={kept} />
      <OnTable engine={engine} kept={kept} />
    </aside>
  );
}

function CardView({ engine, place, kept }: { engine: Engine; place: CardPlace; kept: number }) {
  const shown = useSignal<CardShown | null>(null);
  const trouble = useSignal("");
  useEffect(() => {
    let stale = false;
    engine.ask<"card">({ ask: "card", ...place }).then(
      (card) => {
        if (stale) return;
        shown.value = card;
        trouble.value = "";
      },
      (error: unknown) => {
        if (!stale) trouble.value = wordsOf(error);
      },
    );
    return () => {
      stale = true;
    };
  }, [engine, place.system, place.card, kept]);
  const card = shown.value;
  return (
    <section class="card-shown">
      <h2>{place.card}</h2>
      {trouble.value && <p class="faint">{trouble.value}</p>}
      {card?.unfit && <p class="faint">It cannot be printed: {card.unfit}.</p>}
      {card?.svg && <img alt={`The card ${place.card} as it is drawn`} src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(card.svg)}`} />}
      {card?.text.map((line, row) => <p class="rules" key={row}>{line}</p>)}
    </section>
  );
}

function Cases({ engine, file, kept }: { engine: Engine; file: string; kept: number }) {
  const cases = useSignal<CaseShown[] | null>(null);
  const trouble = useSignal("");
  const busy = useSignal(false);
  useEffect(() => {
    let stale = false;
    busy.value = true;
    // Carrying out cases takes seconds: not while somebody types.
    const timer = setTimeout(() => {
      engine.ask<"cases">({ ask: "cases", file }).then((list) => {
        if (!stale) [cases.value, trouble.value] = [list, ""];
      }, (error: unknown) => {
        if (!stale) trouble.value = wordsOf(error);
      }).finally(() => {
        if (!stale) busy.value = false;
      });
    }, CALM);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [engine, file, kept]);
  const list = cases.value ?? [];
  const failed = list.filter((one) => !one.passed);
  return (
    <section class="cases" aria-label="Cases" aria-busy={busy.value}>
      <h2>Cases {list.length > 0 && <small role="status" class={failed.length > 0 ? "red" : "green"}>{failed.length > 0 ? `${failed.length} of ${list.length} fail` : `all ${list.length} pass`}</small>}</h2>
      {trouble.value && <p class="faint">{trouble.value}</p>}
      {cases.value !== null && list.length === 0 && <p class="faint">No case names a card of this file.</p>}
      <ul>
        {[...failed, ...list.filter((one) => one.passed)].map((one) => (
          <li key={`${one.file}:${one.line}`} class={one.passed ? "green" : "red"}>
            <a href={addressOf("write", `${one.file}:${one.line}`)}><span aria-hidden="true">{one.passed ? "✓" : "✗"}</span><span class="unseen">{one.passed ? "passes" : "fails"}</span> {one.case}</a>
            {one.why && !one.passed && <p>{one.why}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
