// The cards one may add: searched and filtered, with their costs, and why some do not fit now.

import { useSignal } from "@preact/signals";
import type { ForceShown } from "../protocol";
import { cardOf, numberOf } from "./picks";

type Card = ForceShown["offered"][number];

interface Props {
  offered: readonly Card[];
  /** The names of cards that others go on. */
  names: ReadonlyMap<string, string>;
  onAdd: (card: string, on: string | null) => void;
}

/** How many cards are listed at once. */
const SHOWN = 200;

export function Offered({ offered, names, onAdd }: Props) {
  const sought = useSignal("");
  const kind = useSignal("");
  const fitting = useSignal(true);
  const words = sought.value.toLowerCase().split(/\s+/).filter(Boolean);
  const kinds = [...new Set(offered.map((card) => card.kind))];
  const found = offered.filter((card) => {
    const text = [card.name, card.kind, ...card.facts.flat()].join(" ").toLowerCase();
    return (kind.value === "" || card.kind === kind.value) && words.every((word) => text.includes(word)) && (!fitting.value || card.fits.length > 0);
  });
  return (
    <section class="offered" aria-label="Cards to add">
      <div class="offered-tools">
        <input type="search" aria-label="Search cards" placeholder="Search by name or fact" value={sought.value} onInput={(event) => (sought.value = event.currentTarget.value)} />
        <label class="check"><input type="checkbox" checked={fitting.value} onChange={(event) => (fitting.value = event.currentTarget.checked)} /> Only what fits now</label>
        {kinds.length > 1 && (
          <div class="chips" role="group" aria-label="Kind of card">
            <button type="button" aria-pressed={kind.value === ""} onClick={() => (kind.value = "")}>All</button>
            {kinds.map((one) => <button key={one} type="button" aria-pressed={kind.value === one} onClick={() => (kind.value = one)}>{one}</button>)}
          </div>
        )}
      </div>
      <p class="faint" role="status">{found.length} of {offered.length} cards</p>
      <ul class="cards">
        {found.slice(0, SHOWN).map((card) => <Row key={card.card} card={card} names={names} onAdd={onAdd} />)}
      </ul>
      {found.length === 0 && fitting.value && offered.length > 0 && <p class="faint">Nothing more fits. Without “Only what fits now” the list says why.</p>}
      {found.length > SHOWN && <p class="faint">Search to see the other {found.length - SHOWN}.</p>}
    </section>
  );
}

function Row({ card, names, onAdd }: { card: Card; names: ReadonlyMap<string, string>; onAdd: (card: string, on: string | null) => void }) {
  const places = card.fits;
  const nameOf = (place: string): string => {
    const [name, number] = [names.get(cardOf(place)) ?? cardOf(place), numberOf(place)];
    return number > 1 ? `${name} ${number}` : name;
  };
  return (
    <li class={places.length > 0 ? "" : "no"}>
      <span class="cost">{card.cost}</span>
      <span class="what"><b>{card.name}</b> <small class="faint">{card.kind}</small><small class="card-facts">{card.facts.map(([name, value]) => `${name} ${value}`).join(" · ")}</small>
        {card.why && <small class="why-not">{card.why}</small>}
      </span>
      <span class="adds">
        {places.slice(0, 8).map((place) => (
          <button key={place} type="button" aria-label={place ? `Add ${card.name} to ${nameOf(place)}` : `Add ${card.name}`} onClick={() => onAdd(card.card, place || null)}>
            {place ? `+ on ${nameOf(place)}` : "+ Add"}
          </button>
        ))}
      </span>
    </li>
  );
}
