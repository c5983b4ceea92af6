// Where the page of the studio begins: finds out who answers, and shows the rooms.

import { render } from "preact";
import type { Engine } from "./engine/engine";
import { HttpEngine } from "./engine/http";
import { WorkerEngine } from "./engine/worker";
import { App } from "./shell/App";
import { followTheme } from "./shell/settings";
import { followProject } from "./shell/state";
import { takeToken } from "./shell/token";
import "./style/base.css";
import "./style/board.css";
import "./style/table.css";
import "./style/rooms.css";
import "./style/write.css";

declare global {
  interface Window {
    /** A page without a server sets this before the script runs: the worker that holds the WebAssembly package. */
    cardwrightWorker?: () => Worker;
  }
}

function engine(): Engine {
  return window.cardwrightWorker ? new WorkerEngine(window.cardwrightWorker()) : new HttpEngine(takeToken());
}

followTheme();
const answering = engine();
followProject(answering);
const place = document.getElementById("app");
if (place) render(<App engine={answering} />, place);
