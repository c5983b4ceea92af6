// The frame of the page: the rooms, how it stands with the connection, light and dark.

import type { Engine } from "../engine/engine";
import { Force } from "../force/Force";
import { Play } from "../play/Play";
import { Watch } from "../watch/Watch";
import { Write } from "../write/Write";
import { KeysDialog } from "./KeysDialog";
import { ProjectMenu, ProjectNotice } from "./ProjectMenu";
import { addressOf, type Room, route } from "./route";
import { project } from "./state";
import { ThemeButton } from "./ThemeButton";

const NAMES: Record<Room, string> = { write: "Write", play: "Play", watch: "Watch", force: "Force" };
/** The last place in each room, so that going back leads there. */
const last: Partial<Record<Room, string>> = {};
/** The number of the project that these places are in. */
let lastOf: number | undefined;

export function App({ engine }: { engine: Engine }) {
  const { room } = route.value;
  const number = engine.projects?.open.value.number;
  if (number !== lastOf) for (const one of Object.keys(last) as Room[]) delete last[one];
  lastOf = number;
  last[room] = addressOf(room, ...route.value.parts);
  const errors = project.value?.files.reduce((sum, file) => sum + file.errors, 0) ?? 0;
  document.title = `${NAMES[room]} · ${project.value?.name ?? "Studio"}`;
  return (
    <>
      <header class="top">
        <span class="brand" title={project.value?.name ?? ""}>{project.value?.name ?? "Studio"}</span>
        <nav aria-label="Rooms">
          {(Object.keys(NAMES) as Room[]).map((one) => (
            <a key={one} href={one === room ? addressOf(one) : (last[one] ?? addressOf(one))} aria-current={one === room ? "page" : undefined}>
              {NAMES[one]}
              {one === "write" && errors > 0 && <span class="count bad" title={`${errors} errors`}>{errors}</span>}
            </a>
          ))}
        </nav>
        <span class="spread" />
        <Connection engine={engine} />
        {engine.projects && <ProjectMenu projects={engine.projects} />}
        <ThemeButton />
      </header>
      {engine.projects && <ProjectNotice />}
      {/* Nothing of a room outlives its project. */}
      <main key={number} class={`main-${room}`}>
        {room === "play" && <Play engine={engine} />}
        {room === "watch" && <Watch engine={engine} />}
        {room === "write" && <Write engine={engine} />}
        {room === "force" && <Force engine={engine} />}
      </main>
      <KeysDialog room={room} />
    </>
  );
}

function Connection({ engine }: { engine: Engine }) {
  const state = engine.connection.value;
  const words = {
    open: "",
    lost: "The studio does not answer. What you typed is kept; trying again…",
    refused: "This address is not valid any more. Open the one that the studio prints.",
    stopped: "The engine has stopped. Download the project as a zip, and open this page again.",
  }[state];
  return <span class={`connection ${state}`} role="status">{words}</span>;
}
