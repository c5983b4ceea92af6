// One game on its time line: the board at any moment, the story, the decisions, and what one can make of a moment.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type Engine, wordsOf } from "../engine/engine";
import { StoryPanel } from "../game/StoryPanel";
import { ThingList } from "../game/ThingList";
import { viewerOf, wordOf } from "../game/viewer";
import { WhyDialog } from "../game/WhyDialog";
import { playersOf } from "../play/keys";
import { useSignalEffectOn } from "../shell/effects";
import { Notice } from "../shell/Notice";
import { addressOf } from "../shell/route";
import { dark } from "../shell/settings";
import { CaseDialog } from "./CaseDialog";
import { Compare } from "./Compare";
import { DecisionCard } from "./DecisionCard";
import { MomentMenu } from "./MomentMenu";
import { Reel } from "./reel";
import { ReelBoard } from "./ReelBoard";
import { Timeline } from "./Timeline";

interface Props {
  engine: Engine;
  game: string;
  /** The moment to begin at; the present if none is given. */
  at: number | null;
}

export function Replay({ engine, game, at }: Props) {
  const reel = useReel(engine, game, at);
  const beside = useSignal<{ game: string; at: number | null; why: string } | null>(null);
  const other = beside.value;
  const selected = useSignal<string | null>(null);
  const tab = useSignal<"story" | "pieces">("story");
  const open = useSignal<"why" | "case" | "compare" | null>(null);
  const second = useSignal<Reel | null>(null);
  const trouble = useSignal("");
  const view = reel.view.value;
  const things = view?.things ?? [];
  const players = useMemo(() => playersOf(things), [view]);
  const answered = reel.answered();

  const jump = (to: number): void => {
    void reel.jump(to);
    void second.value?.jump(to);
    if (engine.can.games) history.replaceState(null, "", addressOf("watch", game, to));
  };
  const look = (word: string): void => {
    void reel.look(viewerOf(word));
    void second.value?.look(viewerOf(word));
  };
  const compare = async (with_: string): Promise<void> => {
    open.value = null;
    try {
      const { decision, why } = await engine.ask<"compare">({ ask: "compare", game, other: with_ });
      beside.value = { game: with_, at: decision, why };
      await reel.jump(decision ?? reel.of.value);
    } catch (error) {
      trouble.value = wordsOf(error);
    }
  };

  return (
    <div class={`room table-room watch-room${other ? " two" : ""}`}>
      <div class="boards">
        <ReelBoard reel={reel} selected={selected.value} onSelect={(key) => (selected.value = key)} {...(other ? { caption: "This game" } : {})} />
        {other && <SecondBoard key={other.game} engine={engine} game={other.game} at={other.at ?? reel.of.value} word={wordOf(reel.viewer.value)} onReel={(made) => (second.value = made)} selected={selected.value} onSelect={(key) => (selected.value = key)} />}
      </div>
      <div class="side">
        <section class="question" aria-label="Moment">
          <Notice text={trouble.value || reel.trouble.value} />
          {other && (
            <Notice kind="warn" text={other.at === null ? "The two games are the same." : `The first difference is at decision ${other.at}. ${other.why}`}>
              <button type="button" onClick={() => (beside.value = null)}>One board again</button>
            </Notice>
          )}
          <Viewers players={players} reel={reel} onLook={look} />
          {answered
            ? <DecisionCard answered={answered} onWhy={engine.can.games ? () => (open.value = "why") : null} />
            : view?.over && reel.at.value === reel.of.value && <section class="decision"><p class="who">The game is over</p><h2>{view.over.title || view.over.outcome}</h2></section>}
          {engine.can.games && <MomentMenu engine={engine} game={game} at={reel.at.value} seats={reel.seats.value} onCase={() => (open.value = "case")} onCompare={() => (open.value = "compare")} onTrouble={(text) => (trouble.value = text)} />}
        </section>
        <div class="tabs">
          <div role="tablist" aria-label="Beside the board">
            <button type="button" role="tab" id="tab-story" aria-controls="beside" aria-selected={tab.value === "story"} onClick={() => (tab.value = "story")}>Story</button>
            <button type="button" role="tab" id="tab-pieces" aria-controls="beside" aria-selected={tab.value === "pieces"} onClick={() => (tab.value = "pieces")}>Pieces</button>
          </div>
          <span class="spread" />
          {engine.can.games && !view?.over && reel.at.value === reel.of.value && <a class="plain" href={addressOf("play", game)}>Play on</a>}
        </div>
        <div class="beside" id="beside" role="tabpanel" aria-labelledby={`tab-${tab.value}`}>
          {tab.value === "story"
            ? <StoryPanel lines={reel.telling.lines.value} at={reel.at.value} onLine={(line) => jump(line.decision)} lineTitle="Jump here" />
            : <ThingList things={things} players={players} selected={selected.value} onSelect={(key) => (selected.value = key)} />}
        </div>
      </div>
      <Timeline reel={reel} onJump={jump} />
      {open.value === "why" && <WhyDialog about="" ask={() => engine.ask<"why">({ ask: "why", game, viewer: reel.viewer.value, at: reel.at.value })} onClose={() => (open.value = null)} />}
      {open.value === "case" && <CaseDialog engine={engine} game={game} at={reel.at.value} onClose={() => (open.value = null)} />}
      {open.value === "compare" && <Compare engine={engine} game={game} onChoose={(chosen) => void compare(chosen)} onClose={() => (open.value = null)} />}
    </div>
  );
}

function useReel(engine: Engine, game: string, at: number | null): Reel {
  const reel = useMemo(() => new Reel(engine, game), [engine, game]);
  useEffect(() => () => reel.destroy(), [reel]);
  useEffect(() => {
    reel.dark.value = dark.peek();
    void reel.begin(at);
  }, [reel]);
  useEffect(() => {
    if (at !== null && at !== reel.at.peek() && reel.of.peek() > 0) void reel.jump(at);
  }, [at]);
  useSignalEffectOn(() => {
    reel.dark.value = dark.value;
    void reel.fit.width.value;
    const timer = setTimeout(() => void reel.show(), 60);
    return () => clearTimeout(timer);
  }, [reel]);
  return reel;
}

interface SecondProps {
  engine: Engine;
  game: string;
  at: number;
  word: string;
  onReel: (reel: Reel | null) => void;
  selected: string | null;
  onSelect: (key: string | null) => void;
}

function SecondBoard({ engine, game, at, word, onReel, selected, onSelect }: SecondProps) {
  const reel = useReel(engine, game, at);
  useEffect(() => {
    void reel.look(viewerOf(word));
    onReel(reel);
    return () => onReel(null);
  }, [reel]);
  return <ReelBoard reel={reel} selected={selected} onSelect={onSelect} caption="The other" />;
}

/** By whose eyes one looks. */
function Viewers({ players, reel, onLook }: { players: ReadonlyMap<string, string>; reel: Reel; onLook: (word: string) => void }) {
  return (
    <label class="viewers">By the eyes of{" "}
      <select value={wordOf(reel.viewer.value)} onChange={(event) => onLook(event.currentTarget.value)}>
        {reel.shows("public") && <option value="public">the public</option>}
        {[...players].filter(([id]) => reel.allows({ player: id })).map(([id, name]) => <option key={id} value={`player:${id}`}>{name}</option>)}
        {reel.allows("judge") && reel.shows("judge") && <option value="judge">a judge, who sees all</option>}
      </select>
    </label>
  );
}
