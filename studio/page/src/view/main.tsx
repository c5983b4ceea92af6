// The entry of the one file of a game: the frames in it, shown as Watch shows a replay.

import { render } from "preact";
import { followTheme } from "../shell/settings";
import { ThemeButton } from "../shell/ThemeButton";
import { Replay } from "../watch/Replay";
import { type Frames, FramesEngine } from "./frames";
import "../style/base.css";
import "../style/board.css";
import "../style/table.css";

followTheme();
const place = document.getElementById("app");
const text = document.getElementById("frames")?.textContent;
if (place) render(text ? <Shown frames={JSON.parse(text) as Frames} /> : <p class="notice">This file holds no game.</p>, place);

function Shown({ frames }: { frames: Frames }) {
  document.title = frames.title;
  return (
    <>
      <header class="top"><h1 class="brand view-title">{frames.title}</h1><span class="spread" /><ThemeButton /></header>
      <main><Replay engine={new FramesEngine(frames)} game="" at={0} /></main>
    </>
  );
}
