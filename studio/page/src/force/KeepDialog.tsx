// A scenario with the forces that were built for it: a file of the project, which is then played, tested and handed on like any other.

import { useSignal } from "@preact/signals";
import { type Engine, wordsOf } from "../engine/engine";
import { Dialog } from "../shell/Dialog";
import { Notice } from "../shell/Notice";
import { addressOf } from "../shell/route";
import { forcesFor } from "./kept";

export function KeepDialog({ engine, scenario, onClose }: { engine: Engine; scenario: string; onClose: () => void }) {
  const id = useSignal(`${scenario.split("/").pop() ?? scenario}-of-mine`);
  const kept = useSignal<{ file: string; scenario: string } | null>(null);
  const trouble = useSignal("");
  const keep = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      kept.value = await engine.ask<"keep-force">({ ask: "keep-force", scenario, forces: forcesFor(scenario) ?? {}, id: id.value.trim() });
      trouble.value = "";
    } catch (error) {
      trouble.value = wordsOf(error);
    }
  };
  return (
    <Dialog title="Keep as a scenario" onClose={onClose}>
      {kept.value
        ? <p role="status">It is in <a href={addressOf("write", kept.value.file)}>{kept.value.file}</a>. Play it like any other scenario.</p>
        : (
          <form onSubmit={(event) => void keep(event)}>
            <p class="faint">A new scenario, with the forces that you have built here for all of its players. The scenario itself stays as it is.</p>
            <label>Its id <input type="text" required pattern="[a-z][a-z0-9]*(-[a-z0-9]+)*" value={id.value} onInput={(event) => (id.value = event.currentTarget.value)} /></label>
            <Notice text={trouble.value} />
            <div class="answers"><button type="submit" class="primary">Write it</button></div>
          </form>
        )}
    </Dialog>
  );
}
