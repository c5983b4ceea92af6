// The start of a game: its scenario and the player of each seat; and the games that one can go on with.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameListed } from "../engine/answers";
import { type Engine, wordsOf } from "../engine/engine";
import { forcesFor } from "../force/kept";
import { keepSeats } from "../game/seats";
import type { SeatKind } from "../protocol";
import { Dialog } from "../shell/Dialog";
import { Icon } from "../shell/Icon";
import { Notice } from "../shell/Notice";
import { addressOf, go } from "../shell/route";
import { nameOf, type Scenario, scenarioOf } from "../shell/scenarios";
import { project, projectTrouble } from "../shell/state";
import { OpenReplay } from "./OpenReplay";

const KINDS: { kind: SeatKind; name: string }[] = [
  { kind: "human", name: "A person here" },
  { kind: "novice", name: "Computer: novice" },
  { kind: "club", name: "Computer: club" },
  { kind: "expert", name: "Computer: expert" },
  { kind: "random", name: "Computer: at random" },
  { kind: "default", name: "Computer: takes the usual" },
];

export function Start({ engine }: { engine: Engine }) {
  const chosen = useSignal<string | null>(null);
  const shown = project.value;
  const scenario = chosen.value === null ? null : scenarioOf(shown, chosen.value);
  if (!shown) return <div class="room page"><Notice text={projectTrouble.value} />{projectTrouble.value === "" && <p class="faint">Reading the project…</p>}</div>;
  return (
    <div class="room page start">
      <Games engine={engine} />
      <h1>Play</h1>
      {shown.scenarios.length === 0 && <p>This project has no scenario yet. A scenario is a document in <code>scenarios/</code>.</p>}
      {shown.systems.map((system) => {
        const scenarios = shown.scenarios.filter((one) => one.system === system.id);
        return scenarios.length === 0 ? null : (
          <section key={system.id} class="system">
            {shown.systems.length > 1 && <h2>{system.title}</h2>}
            <div class="scenarios">
              {scenarios.map((one) => <Card key={one.file} scenario={one} onOpen={() => (chosen.value = nameOf(shown, one))} />)}
            </div>
          </section>
        );
      })}
      <OpenReplay engine={engine} />
      {scenario && <Dialog title={scenario.title} onClose={() => (chosen.value = null)} wide><Setup engine={engine} scenario={scenario} name={nameOf(shown, scenario)} /></Dialog>}
    </div>
  );
}

function Card({ scenario, onOpen }: { scenario: Scenario; onOpen: () => void }) {
  return (
    <button type="button" class="scenario" aria-haspopup="dialog" onClick={onOpen}>
      <b>{scenario.title}</b>
      <small class="faint">{scenario.players.map((player) => player.name).join(" · ")}</small>
    </button>
  );
}

/** The players of the seats, and the seed of chance. */
function Setup({ engine, scenario, name }: { engine: Engine; scenario: Scenario; name: string }) {
  const seats = useSignal<Record<string, SeatKind>>(Object.fromEntries(scenario.players.map((player, place) => [player.id, place === 0 ? "human" : "club"] as const)));
  const seed = useSignal(String(1 + Math.floor(Math.random() * 999_999)));
  const trouble = useSignal("");
  const busy = useSignal(false);
  const begin = async (event: Event): Promise<void> => {
    event.preventDefault();
    busy.value = true;
    trouble.value = "";
    try {
      const forces = forcesFor(name);
      const { game } = await engine.ask<"new-game">({ ask: "new-game", scenario: name, seed: Number(seed.value) || 1, seats: seats.value, ...(forces ? { forces } : {}) });
      keepSeats(game, seats.value);
      const people = Object.values(seats.value).includes("human");
      go({ room: people ? "play" : "watch", parts: [game] });
    } catch (error) {
      trouble.value = wordsOf(error);
    }
    busy.value = false;
  };
  const forces = forcesFor(name);
  return (
    <form class="setup" onSubmit={(event) => void begin(event)}>
      <div class="seats">
        {scenario.players.map((player) => (
          <label key={player.id}>
            <span>{player.name}</span>
            <select value={seats.value[player.id]} onChange={(event) => (seats.value = { ...seats.value, [player.id]: event.currentTarget.value as SeatKind })}>
              {KINDS.map(({ kind, name }) => <option key={kind} value={kind}>{name}</option>)}
            </select>
            <a class="plain" href={addressOf("force", name, player.id)}>{forces?.[player.id] ? "Your own force ✓" : "Build a force"}</a>
          </label>
        ))}
      </div>
      <Notice text={trouble.value} />
      <div class="answers">
        <button type="submit" class="primary large" disabled={busy.value}>{busy.value ? "Laying the table…" : "Begin"}</button>
        <label class="seed" title="The same number gives the same dice and draws">Chance <input inputMode="numeric" pattern="[0-9]{1,9}" size={8} value={seed.value} onInput={(event) => (seed.value = event.currentTarget.value)} /></label>
      </div>
    </form>
  );
}

/** How many games are listed at first. */
const FEW = 3;

/** Games that are kept by the studio, the newest first. */
function Games({ engine }: { engine: Engine }) {
  const games = useSignal<GameListed[]>([]);
  const all = useSignal(false);
  useEffect(() => {
    const ask = (): void => void engine.ask<"games">({ ask: "games" }).then((list) => (games.value = list), () => undefined);
    ask();
    return engine.listen((changed) => {
      if (changed.some((what) => what === "*" || what === "games" || what.startsWith("game:"))) ask();
    });
  }, [engine]);
  const close = async (game: string): Promise<void> => {
    await engine.ask<"close">({ ask: "close", game }).catch(() => undefined);
    games.value = games.value.filter((one) => one.game !== game);
  };
  if (games.value.length === 0) return null;
  const number = (game: GameListed): number => Number(/\d+$/.exec(game.game)?.[0] ?? 0);
  const newest = [...games.value].sort((one, other) => number(other) - number(one));
  const shown = all.value ? newest : newest.slice(0, FEW);
  return (
    <section class="games">
      <h2>Go on</h2>
      <ul>
        {shown.map((game) => (
          <li key={game.game}>
            <a href={game.over ? addressOf("watch", game.game, 0) : addressOf("play", game.game)}>{game.title}</a>
            <small class="faint"> {game.over ? "over" : "open"}, {game.decisions} {game.decisions === 1 ? "decision" : "decisions"}</small>
            <a class="plain" href={addressOf("watch", game.game)}>Watch</a>
            <span class="spread" />
            <button type="button" class="icon bare" aria-label={`Close ${game.title}`} title="Close: the studio forgets this game" onClick={() => void close(game.game)}><Icon name="close" /></button>
          </li>
        ))}
      </ul>
      {games.value.length > FEW && <button type="button" class="plain" onClick={() => (all.value = !all.value)}>{all.value ? "Fewer" : `All ${games.value.length} games`}</button>}
    </section>
  );
}
