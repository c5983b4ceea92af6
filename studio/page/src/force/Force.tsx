// The room Force: builds the force of a player for a scenario, legal while one builds. The studio says what fits and why not.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Engine, wordsOf } from "../engine/engine";
import type { ForcePick, ForceShown } from "../protocol";
import { Notice } from "../shell/Notice";
import { addressOf, go, route } from "../shell/route";
import { nameOf, scenarioOf } from "../shell/scenarios";
import { project } from "../shell/state";
import { Chosen } from "./Chosen";
import { KeepDialog } from "./KeepDialog";
import { forcesFor, keepForce } from "./kept";
import { Offered } from "./Offered";
import { added, removed } from "./picks";
import { TextDialog } from "./TextDialog";

export function Force({ engine }: { engine: Engine }) {
  const scenarios = project.value?.scenarios ?? [];
  const [wanted, player] = route.value.parts;
  const scenario = scenarioOf(project.value, wanted) ?? scenarios[0];
  const seat = scenario?.players.find((one) => one.id === player) ?? scenario?.players[0];
  if (!project.value) return <div class="room page"><p class="faint">Reading the project…</p></div>;
  const known = project.value;
  const name = scenario ? nameOf(known, scenario) : "";
  if (!scenario || !seat) return <div class="room page"><h1>Force</h1><p>A force is built for a scenario. This project has none yet.</p></div>;
  return (
    <div class="room page force">
      <h1>Force</h1>
      <div class="row force-for">
        <label>For the scenario{" "}
          <select value={name} onChange={(event) => go({ room: "force", parts: [event.currentTarget.value] })}>
            {project.value.systems.map((system) => (
              <optgroup key={system.id} label={system.title}>
                {scenarios.filter((one) => one.system === system.id).map((one) => <option key={one.file} value={nameOf(known, one)}>{one.title}</option>)}
              </optgroup>
            ))}
          </select>
        </label>
        <label>Player{" "}
          <select value={seat.id} onChange={(event) => go({ room: "force", parts: [name, event.currentTarget.value] })}>
            {scenario.players.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
          </select>
        </label>
      </div>
      <Builder key={`${name} ${seat.id}`} engine={engine} scenario={name} player={seat.id} />
    </div>
  );
}

function Builder({ engine, scenario, player }: { engine: Engine; scenario: string; player: string }) {
  // Nothing kept: the builder begins with what the scenario has.
  const picks = useSignal<ForcePick[] | null>(forcesFor(scenario)?.[player] ?? null);
  const shown = useSignal<ForceShown | null>(null);
  const trouble = useSignal("");
  const text = useSignal(false);
  const keeping = useSignal(false);
  const busy = useSignal(false);
  useEffect(() => {
    let stale = false;
    busy.value = true;
    engine.ask<"force">({ ask: "force", scenario, player, chosen: picks.value }).then(
      (answer) => {
        if (stale) return;
        [shown.value, trouble.value, busy.value] = [answer, "", false];
      },
      (error: unknown) => {
        if (!stale) [trouble.value, busy.value] = [wordsOf(error), false];
      },
    );
    return () => {
      stale = true;
    };
  }, [engine, scenario, player, picks.value]);
  const change = (next: ForcePick[]): void => {
    picks.value = next;
    keepForce(scenario, player, next);
  };
  const forget = (): void => {
    picks.value = null;
    keepForce(scenario, player, null);
  };
  const random = async (): Promise<void> => {
    busy.value = true;
    try {
      change(await engine.ask<"random-force">({ ask: "random-force", scenario, player, seed: Math.floor(Math.random() * 1e9) }));
    } catch (error) {
      [trouble.value, busy.value] = [wordsOf(error), false];
    }
  };
  const force = shown.value;
  const names = new Map(force?.offered.map((card) => [card.card, card.name]));
  const now = picks.value ?? force?.picks ?? [];
  const isOwn = picks.value === null;
  return (
    <>
      <div class="answers force-tools">
        <button type="button" disabled={busy.value} onClick={() => void random()}>Random force</button>
        <button type="button" onClick={() => (text.value = true)}>As text…</button>
        <button type="button" disabled={now.length === 0} onClick={() => change([])}>Empty it</button>
        <button type="button" disabled={isOwn} onClick={() => forget()}>As the scenario has it</button>
        <button type="button" disabled={isOwn || !force || force.problems.length > 0 || !project.value?.writable} onClick={() => (keeping.value = true)}>Keep as a scenario…</button>
        <span class="spread" />
        <a class={`button${force && force.problems.length === 0 ? " primary" : ""}`} href={addressOf("play")}>Play with it</a>
      </div>
      <Notice text={trouble.value} />
      {force && (
        <div class="force-parts" aria-busy={busy.value}>
          <Offered offered={force.offered} names={names} onAdd={(card, on) => change(added(now, card, on))} />
          <Chosen shown={force} onRemove={(card) => change(removed(now, card))} />
        </div>
      )}
      {keeping.value && <KeepDialog engine={engine} scenario={scenario} onClose={() => (keeping.value = false)} />}
      {text.value && <TextDialog picks={now} onTake={change} onClose={() => (text.value = false)} />}
    </>
  );
}
