// The force so far: what is in it, what it costs, and what is not legal yet.

import type { ForceShown } from "../protocol";
import { Icon } from "../shell/Icon";

type Card = ForceShown["chosen"][number];

interface Props {
  shown: ForceShown;
  onRemove: (card: Card) => void;
}

export function Chosen({ shown, onRemove }: Props) {
  const over = shown.limit !== null && shown.points > shown.limit;
  return (
    <section class="chosen" aria-label="The force">
      <p class={over ? "points over-limit" : "points"} role="status"><b>{shown.points}</b>{shown.limit !== null && <span class="faint"> of {shown.limit} points</span>}{shown.limit === null && <span class="faint"> points</span>}</p>
      {shown.limit !== null && <div class="track" aria-hidden="true"><i style={{ width: `${Math.min(100, (100 * shown.points) / Math.max(1, shown.limit))}%` }} /></div>}
      {shown.problems.length > 0
        ? <ul class="force-problems" aria-label="Not legal yet">{shown.problems.map((problem) => <li key={problem}>{problem}</li>)}</ul>
        : <p class="legal">Legal</p>}
      <ul class="picks">
        {groups(shown.chosen).map(({ card, count, held }) => (
          <li key={card.key}>
            <Pick card={card} count={count} onRemove={onRemove} />
            <ul>
              {held.map((other, place) => <li key={`${other.card}${place}`}><Pick card={other} count={1} onRemove={onRemove} /></li>)}
            </ul>
          </li>
        ))}
      </ul>
      {shown.chosen.length === 0 && <p class="faint">Nothing yet. Add cards from the list, or take a random force.</p>}
    </section>
  );
}

interface Group {
  card: Card;
  count: number;
  held: Card[];
}

/** The cards that stand on their own, each with the cards on it; alike ones that hold nothing are counted. */
function groups(chosen: readonly Card[]): Group[] {
  const groups: Group[] = [];
  const isHead = (card: Card): boolean => card.on === null || !chosen.some((other) => other.key === card.on);
  for (const card of chosen.filter(isHead)) {
    const held = chosen.filter((other) => other.on === card.key);
    const alike = groups.find((group) => group.card.card === card.card && group.card.on === card.on && group.held.length === 0);
    if (alike && held.length === 0) {
      // The last of them is the one that is taken away: then no other one has another number.
      alike.count++;
      alike.card = card;
    } else groups.push({ card, count: 1, held });
  }
  return groups;
}

function Pick({ card, count, onRemove }: { card: Card; count: number; onRemove: Props["onRemove"] }) {
  return (
    <div class="pick">
      <span class="cost">{card.cost}</span>
      <span class="what">{count > 1 ? `${count} × ` : ""}{card.name}</span>
      <button type="button" class="icon" aria-label={`Take ${card.name} away`} title="Take away" onClick={() => onRemove(card)}><Icon name="minus" /></button>
    </div>
  );
}
