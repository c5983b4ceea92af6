// The entry of the studio's page: finds out who answers, and shows the rooms.

import { render } from "preact";
import { type Engine, wordsOf } from "./engine/engine";
import { HttpEngine } from "./engine/http";
import { WorkerEngine } from "./engine/worker";
import { App } from "./shell/App";
import { Opening } from "./shell/Opening";
import { firstOpened, said } from "./shell/projects";
import { followTheme } from "./shell/settings";
import { followProject } from "./shell/state";
import { takeToken } from "./shell/token";
import "./style/base.css";
import "./style/board.css";
import "./style/table.css";
import "./style/rooms.css";
import "./style/write.css";

const place = document.getElementById("app");

/** The engine: the studio that served this page, or the playground if there is one. */
async function engine(): Promise<Engine> {
  const playground = window.cardwrightPlayground;
  if (!playground) return new HttpEngine(takeToken());
  if (place) render(<Opening />, place);
  const { worker, brought, trouble } = await playground.begin();
  const answering = new WorkerEngine(worker, playground);
  said.value = await firstOpened(answering, brought, trouble, () => playground.sample());
  return answering;
}

followTheme();
engine().then((answering) => {
  followProject(answering);
  if (place) render(<App engine={answering} />, place);
}, (error: unknown) => {
  if (place) render(<Opening trouble={wordsOf(error)} />, place);
});
