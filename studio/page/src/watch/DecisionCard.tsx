// The decision that came next from the moment that is shown: who made it, what was open, and what was taken.

import type { Answered } from "../engine/answers";

export function DecisionCard({ answered, onWhy }: { answered: Answered; onWhy: (() => void) | null }) {
  const chosen = answered.options.filter((option) => answered.chosen.includes(option.id));
  const others = answered.options.filter((option) => !answered.chosen.includes(option.id));
  const words = chosen.length > 0 ? chosen.map((option) => option.text) : answered.chosen;
  const none = answered.options.length === 0 ? "A place on the board" : "None of these";
  return (
    <section class="decision" aria-label="The decision from here">
      <p class="who">{answered.name}<span class="faint"> decides next</span></p>
      <h2>{answered.prompt}</h2>
      <p class="chosen">{words.length > 0 ? words.join(", ") : none}</p>
      {others.length > 0 && (
        <details>
          <summary>{others.length} other {others.length === 1 ? "option was" : "options were"} open</summary>
          <ul>{others.map((option) => <li key={option.id}>{option.text}</li>)}</ul>
        </details>
      )}
      {onWhy && <button type="button" class="plain" onClick={onWhy}>Why these?</button>}
    </section>
  );
}
