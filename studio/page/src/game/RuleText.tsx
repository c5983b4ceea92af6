// The text on a thing: its own words, or those of its card once they have come.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ThingMore } from "../engine/answers";
import type { CardTexts } from "./cards";

export function RuleText({ thing, cards }: { thing: ThingMore; cards: CardTexts | null }) {
  const asked = useSignal<string[]>([]);
  useEffect(() => {
    let stale = false;
    asked.value = [];
    if (thing.text.length === 0 && thing.card && cards) {
      void cards.of(thing.card).then((lines) => {
        if (!stale) asked.value = lines;
      });
    }
    return () => {
      stale = true;
    };
  }, [thing.key, thing.card, cards]);
  const lines = thing.text.length > 0 ? thing.text : asked.value;
  return <>{lines.map((line, row) => <p class="rules" key={row}>{line}</p>)}</>;
}
