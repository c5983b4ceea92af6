// All pieces and players of a game as a list, by owner: the board for those who use keys or hear the page.

import type { Thing } from "../protocol";

interface Props {
  things: readonly Thing[];
  players: ReadonlyMap<string, string>;
  selected: string | null;
  onSelect: (key: string) => void;
}

export function ThingList({ things, players, selected, onSelect }: Props) {
  const owners = [...new Set(things.map((thing) => thing.owner))];
  const listed = things.filter((thing) => thing.onBoard || thing.on === null);
  return (
    <div class="things" tabIndex={0} role="region" aria-label="Pieces">
      {owners.map((owner) => {
        const mine = listed.filter((thing) => thing.owner === owner);
        if (mine.length === 0) return null;
        return (
          <section key={owner ?? ""}>
            <h3>{owner === null ? "Nobody's" : (players.get(owner) ?? owner)}</h3>
            <ul>
              {mine.map((thing) => (
                <li key={thing.key}>
                  <button type="button" class="thing" aria-pressed={thing.key === selected} onClick={() => onSelect(thing.key)}>
                    <span>{thing.name}</span>
                    <Brief thing={thing} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** The bars and marks of a piece in one line. */
function Brief({ thing }: { thing: Thing }) {
  return (
    <small>
      {thing.bars.map((bar) => <span key={bar.name} title={bar.name}><i class="dot" style={{ background: bar.colour }} />{bar.now}/{bar.most} </span>)}
      {thing.marks.map((mark) => <span key={mark.name} class="faint">{mark.name}{mark.count > 1 ? ` ×${mark.count}` : ""} </span>)}
      {!thing.onBoard && thing.bars.length + thing.marks.length === 0 && <span class="faint">{thing.faceDown ? "face down" : thing.kind}</span>}
    </small>
  );
}
