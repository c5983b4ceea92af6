// The force so far: what is in it, what it costs, and what is not legal yet.

import type { ForceShown } from "../protocol";
import { Icon } from "../shell/Icon";

interface Props {
  shown: ForceShown;
  onRemove: (card: string, on: string | null) => void;
}

export function Chosen({ shown, onRemove }: Props) {
  const heads = shown.chosen.filter((one) => one.on === null || !shown.chosen.some((other) => other.card === one.on));
  const groups = new Map<string, { card: ForceShown["chosen"][number]; count: number }>();
  for (const card of heads) {
    const group = groups.get(`${card.card} ${card.on}`) ?? { card, count: 0 };
    group.count++;
    groups.set(`${card.card} ${card.on}`, group);
  }
  const over = shown.limit !== null && shown.points > shown.limit;
  return (
    <section class="chosen" aria-label="The force">
      <p class={over ? "points over-limit" : "points"} role="status"><b>{shown.points}</b>{shown.limit !== null && <span class="faint"> of {shown.limit} points</span>}{shown.limit === null && <span class="faint"> points</span>}</p>
      {shown.limit !== null && <div class="track" aria-hidden="true"><i style={{ width: `${Math.min(100, (100 * shown.points) / Math.max(1, shown.limit))}%` }} /></div>}
      {shown.problems.length > 0
        ? <ul class="force-problems" aria-label="Not legal yet">{shown.problems.map((problem) => <li key={problem}>{problem}</li>)}</ul>
        : <p class="legal">Legal</p>}
      <ul class="picks">
        {[...groups.values()].map(({ card, count }) => (
          <li key={card.card}>
            <Pick card={card} count={count} onRemove={onRemove} />
            <ul>
              {shown.chosen.filter((other) => other.on === card.card).map((other, place) => <li key={`${other.card}${place}`}><Pick card={other} count={1} onRemove={onRemove} /></li>)}
            </ul>
          </li>
        ))}
      </ul>
      {heads.length === 0 && <p class="faint">Nothing yet. Add cards from the list, or take a random force.</p>}
    </section>
  );
}

function Pick({ card, count, onRemove }: { card: ForceShown["chosen"][number]; count: number; onRemove: Props["onRemove"] }) {
  return (
    <div class="pick">
      <span class="cost">{card.cost}</span>
      <span class="what">{count > 1 ? `${count} × ` : ""}{card.name}</span>
      <button type="button" class="icon" aria-label={`Take ${card.name} away`} title="Take away" onClick={() => onRemove(card.card, card.on)}><Icon name="minus" /></button>
    </div>
  );
}
