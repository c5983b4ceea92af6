// The facts that one may know of a piece, a card or a player: bars, badges, marks, facts, rules, and the things on it.

import type { Thing } from "../protocol";
import type { CardTexts } from "./cards";
import { RuleText } from "./RuleText";
import { Icon } from "../shell/Icon";

interface Props {
  thing: Thing;
  things: readonly Thing[];
  players: ReadonlyMap<string, string>;
  cards: CardTexts | null;
  /** On which side of the board it lies: where it hides nothing of what it is about. */
  right: boolean;
  onClose: () => void;
  onWhy?: () => void;
}

export function FactsCard({ thing, things, players, cards, right, onClose, onWhy }: Props) {
  const owner = thing.owner === null ? null : (players.get(thing.owner) ?? thing.owner);
  const kind = thing.faceDown ? `${thing.kind}, face down` : thing.kind;
  return (
    <aside class={right ? "facts right over-board" : "facts over-board"} aria-label={`Facts of ${thing.name}`}>
      <header>
        <div>
          <h2>{thing.name}</h2>
          <p class="faint">{[kind, owner].filter(Boolean).join(" · ")}</p>
        </div>
        <button type="button" class="icon" aria-label="Close" title="Close (Esc)" onClick={onClose}><Icon name="close" /></button>
      </header>
      <div class="facts-body" tabIndex={0} role="region" aria-label="All facts">
        <Values thing={thing} />
        {thing.facts.length > 0 && (
          <dl>
            {thing.facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
          </dl>
        )}
        <RuleText thing={thing} cards={cards} />
        <OnIt thing={thing} things={things} cards={cards} />
      </div>
      {onWhy && <footer><button type="button" onClick={onWhy}>Why can it do this, or not?</button></footer>}
    </aside>
  );
}

/** Bars, badges and marks, as on the board. */
function Values({ thing }: { thing: Thing }) {
  return (
    <>
      {thing.bars.map((bar) => (
        <div class="bar" key={bar.name}>
          <span>{bar.name}</span>
          <span class="track" aria-hidden="true"><i style={{ width: `${share(bar)}%`, background: bar.colour }} /></span>
          <b>{bar.now}<small> of {bar.most}</small></b>
        </div>
      ))}
      {thing.badges.length + thing.marks.length > 0 && (
        <ul class="badges">
          {thing.badges.map((badge) => <li key={badge.name} style={{ borderColor: badge.colour }}>{badge.name} <b>{badge.text}</b></li>)}
          {thing.marks.map((mark) => <li key={mark.name} class="mark" style={{ borderColor: mark.colour }}>{mark.name}{mark.count > 1 && <b> ×{mark.count}</b>}</li>)}
        </ul>
      )}
    </>
  );
}

function share({ now, most }: { now: number; most: number }): number {
  return most > 0 ? Math.min(100, Math.max(0, (100 * now) / most)) : 0;
}

/** The things that lie on it: cards, mostly. Their rules open in place. */
function OnIt({ thing, things, cards }: { thing: Thing; things: readonly Thing[]; cards: CardTexts | null }) {
  const onIt = things.filter((other) => other.on !== null && (other.on === thing.id || other.on === thing.key));
  if (onIt.length === 0) return null;
  return (
    <>
      <h3>On it</h3>
      <ul class="on-it">
        {onIt.map((other) => (
          <li key={other.key}>
            <details>
              <summary>{other.name}<Small thing={other} /></summary>
              <Values thing={other} />
              <RuleText thing={other} cards={cards} />
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}

function Small({ thing }: { thing: Thing }) {
  const marks = thing.marks.map((mark) => (mark.count > 1 ? `${mark.name} ×${mark.count}` : mark.name));
  const words = [thing.faceDown ? "face down" : "", ...marks].filter(Boolean).join(", ");
  return words ? <small class="faint"> {words}</small> : null;
}
