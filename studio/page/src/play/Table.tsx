// The table one plays at: the board, the question, the story, the facts of what was clicked.

import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { BoardView } from "../board/BoardView";
import type { Board, BoardEvents } from "../board/board";
import type { Point } from "../board/camera";
import type { Engine } from "../engine/engine";
import { FactsCard } from "../game/FactsCard";
import { Session } from "../game/session";
import { StoryPanel } from "../game/StoryPanel";
import { ThingList } from "../game/ThingList";
import { WhyDialog } from "../game/WhyDialog";
import type { Asked, Option } from "../protocol";
import { useSignalEffectOn } from "../shell/effects";
import { Notice } from "../shell/Notice";
import { addressOf, go } from "../shell/route";
import { dark } from "../shell/settings";
import { Choice } from "./choice";
import { Curtain } from "./Curtain";
import { itemsOf, playersOf, thingOf } from "./keys";
import { Over } from "./Over";
import { PlacePanel } from "./PlacePanel";
import { Placing, STEPS } from "./placing";
import { Question } from "./Question";
import { tableKeys } from "./tableKeys";
import { TargetMenu } from "./TargetMenu";
import { Icon } from "../shell/Icon";

export function Table({ engine, game }: { engine: Engine; game: string }) {
  const session = useMemo(() => new Session(engine, game), [engine, game]);
  useEffect(() => () => session.destroy(), [session]);
  useSignalEffect(() => {
    session.dark.value = dark.value;
  });
  useEffect(() => {
    session.dark.value = dark.peek();
    void session.begin();
  }, [session]);
  const handing = session.handing.value;
  if (handing) return <Curtain to={handing} onReady={() => void session.sit({ player: handing.by })} />;
  return <OpenTable session={session} />;
}

/** The table while somebody looks at it. */
function OpenTable({ session }: { session: Session }) {
  const board = useSignal<Board | null>(null);
  const selected = useSignal<string | null>(null);
  const why = useSignal<string | null>(null);
  const tab = useSignal<"story" | "pieces">("story");
  const menu = useSignal<{ options: Option[]; at: Point } | null>(null);
  const view = session.view.value;
  const asked = session.asked.value;
  const { choice, placing } = useOpenQuestion(session, asked);
  const things = view?.things ?? [];
  const thing = things.find((one) => one.key === selected.value) ?? null;
  const players = useMemo(() => playersOf(things), [view]);

  useAskAgain(session);
  useGlow(board.value, choice, selected.value);
  usePreview(session, board.value, choice, placing);
  useEffect(() => {
    menu.value = null;
  }, [asked]);

  const answer = (options: string[]): void => {
    menu.value = null;
    void session.decide({ options });
  };
  const place = (): void => {
    const reply = placing?.reply();
    if (reply) void session.decide(reply);
  };
  const select = (key: string | null): void => {
    selected.value = key;
    const pose = key && board.value?.painter.pose(key);
    if (pose) board.value?.look(() => board.value?.camera.reveal(pose));
  };
  const choose = (options: Option[], at: Point): void => {
    if (!choice || session.busy.value) return;
    if (options.length > 1) menu.value = { options, at };
    else if (options[0]) take(options[0]);
  };
  const take = (option: Option): void => {
    menu.value = null;
    const whole = choice?.take(option.id);
    if (whole) answer(whole);
  };

  const events: Partial<BoardEvents> = {
    click: (keys, at, client) => {
      if (placing && !placing.grasps(at)) return placing.put(at);
      const meant = keys.flatMap((key) => itemsOf(key)).find((key) => choice && choice.meaning(key).length > 0);
      if (meant && choice) return choose(choice.meaning(meant), client);
      menu.value = null;
      selected.value = thingOf(keys, things)?.key ?? null;
    },
    hover: (keys, at) => {
      if (placing) return placing.carry(at);
      if (!choice) return;
      const over = keys.flatMap((key) => itemsOf(key)).flatMap((key) => choice.meaning(key))[0];
      if (over || choice.hot.value) choice.hot.value = over?.id ?? null;
    },
    turn: (steps, fine) => {
      placing?.turn(steps * (fine ? STEPS.little : STEPS.turn));
      return placing !== null;
    },
    grab: (at) => placing?.grasps(at) ?? false,
    pull: (at) => placing?.put(at),
    resized: (width, height) => session.fit.resized(width, height),
  };

  const keyed = useRef<(event: KeyboardEvent) => void>(() => undefined);
  keyed.current = (event) => tableKeys(event, {
    choice, placing, busy: session.busy.value, catching: session.catching.value, middle: () => ({ x: session.sceneWidth() / 2, y: (view?.scene.height ?? 0) / 2 }),
    answer, place, take, undo: () => void session.undo(), skip: () => session.skip(),
    close: () => {
      if (menu.value) menu.value = null;
      else selected.value = null;
    },
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => keyed.current(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);

  return (
    <div class="room table-room">
      <BoardView scene={view?.scene ?? null} events={events} onBoard={(made) => (board.value = made)} label="Board. Arrows move it, plus and minus zoom." onKey={() => placing !== null}>
        {!view && <p class="board-wait faint">{session.trouble.value === "" ? "Laying the table…" : ""}</p>}
        {thing && <FactsCard thing={thing} things={things} players={players} cards={session.cards} right={board.value?.isLeft(thing.key) ?? false} onClose={() => (selected.value = null)} onWhy={() => (why.value = thing.name)} />}
      </BoardView>
      <div class="side">
        <section class="question" aria-label="Question">
          {view && <p class="round">{roundOf(view.round)}</p>}
          <Notice text={session.trouble.value} />
          <Heading session={session} />
          {choice && <Question choice={choice} busy={session.busy.value} onAnswer={answer} />}
          {placing && <PlacePanel placing={placing} text={asked?.place?.region ? "" : (asked?.place?.text ?? "")} busy={session.busy.value} onPlace={place} />}
          {view?.over && !session.catching.value && <Over over={view.over} session={session} players={players} />}
        </section>
        <div class="tabs">
          <div role="tablist" aria-label="Beside the board">
            <button type="button" role="tab" id="tab-story" aria-controls="beside" aria-selected={tab.value === "story"} onClick={() => (tab.value = "story")}>Story</button>
            <button type="button" role="tab" id="tab-pieces" aria-controls="beside" aria-selected={tab.value === "pieces"} onClick={() => (tab.value = "pieces")}>Pieces</button>
          </div>
          <span class="spread" />
          <button type="button" class="plain" title="Take the last decision back (u)" disabled={session.busy.value || !view || view.number === 0} onClick={() => void session.undo()}><Icon name="undo" /> Undo</button>
          <button type="button" class="plain" onClick={() => (why.value = "")}>Why?</button>
          <a class="plain" href={addressOf("watch", session.game)} title="The whole game on a time line">Watch</a>
        </div>
        <div class="beside" id="beside" role="tabpanel" aria-labelledby={`tab-${tab.value}`}>
          {tab.value === "story"
            ? <StoryPanel lines={session.story} onLine={(line) => go({ room: "watch", parts: [session.game, line.decision] })} lineTitle="Look at this moment" />
            : <ThingList things={things} players={players} selected={selected.value} onSelect={select} />}
        </div>
      </div>
      {menu.value && <TargetMenu options={menu.value.options} at={menu.value.at} choice={choice} onTake={take} onClose={() => (menu.value = null)} />}
      {why.value !== null && <WhyDialog ask={() => session.why()} about={why.value} onClose={() => (why.value = null)} />}
    </div>
  );
}

/** The round in words. */
function roundOf(round: number): string {
  return round > 0 ? `Round ${round}` : "Set-up";
}

/** The heading: the question and who is asked, or what is waited for. */
function Heading({ session }: { session: Session }) {
  const view = session.view.value;
  const asked = session.asked.value;
  if (session.catching.value) {
    return <div class="heading"><p class="who faint">What the others do</p><button type="button" onClick={() => session.skip()}>Show it at once <small class="usual">Space</small></button></div>;
  }
  if (asked) {
    return <div class="heading" aria-live="polite"><p class="who">{asked.name}{asked.secret && <small class="faint"> · nobody else sees this</small>}</p><h2>{asked.prompt}</h2></div>;
  }
  if (view?.waiting && !view.over) return <div class="heading" aria-live="polite"><p class="who working">{view.waiting.name} is thinking…</p></div>;
  return null;
}

interface OpenQuestion {
  /** The decision that is asked for, and who is asked. */
  of: string;
  width: number;
  choice: Choice | null;
  placing: Placing | null;
}

/** The choice or placing for the open question. The question keeps it when it is asked again, on a board of another size. */
function useOpenQuestion(session: Session, asked: Asked | undefined): OpenQuestion {
  const last = useRef<OpenQuestion | null>(null);
  return useMemo(() => {
    const of = `${session.view.value?.number} ${asked?.by}`;
    const width = session.sceneWidth();
    const before = last.current?.of === of ? last.current : null;
    const choice = asked && !asked.place ? new Choice(asked) : null;
    const placing = asked?.place ? new Placing(asked.place, () => session.sceneWidth(), (reply) => session.preview(reply)) : null;
    if (before?.choice) choice?.takeOver(before.choice);
    if (before?.placing) placing?.takeOver(before.placing, width / before.width);
    return (last.current = { of, width, choice, placing });
  }, [asked]);
}

/** Asks for the view again when it would be drawn otherwise. */
function useAskAgain(session: Session): void {
  useSignalEffect(() => {
    void session.fit.width.value;
    void session.dark.value;
    const timer = setTimeout(() => void session.refresh().catch(() => undefined), 60);
    return () => clearTimeout(timer);
  });
}

/** The glow of options on the board. */
function useGlow(board: Board | null, choice: Choice | null, selected: string | null): void {
  useSignalEffectOn(() => {
    if (!board) return;
    const hot = choice?.hot.value;
    const taken = choice?.taken.value ?? [];
    const targets = new Map<string, { key: string; chosen: boolean; hot: boolean }>();
    for (const option of choice?.asked.options ?? []) {
      if (!option.target) continue;
      const target = targets.get(option.target) ?? { key: option.target, chosen: false, hot: false };
      target.chosen ||= taken.includes(option.id);
      target.hot ||= option.id === hot;
      targets.set(option.target, target);
    }
    board.mark([...targets.values()], selected);
  }, [board, choice, selected]);
}

/** The preview: ghosts of the option that is pointed at. */
function usePreview(session: Session, board: Board | null, choice: Choice | null, placing: Placing | null): void {
  useSignalEffectOn(() => {
    if (!board) return;
    if (placing) return board.preview([...placing.region(), ...placing.ghosts.value, ...placing.mark.value]);
    const id = choice?.hot.value;
    board.preview([]);
    if (!id) return;
    let stale = false;
    // A pointer that only passes over an option asks for nothing.
    const timer = setTimeout(() => {
      void session.preview({ options: [id] }).then(({ items }) => {
        if (!stale) board.preview(items);
      });
    }, 70);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [session, board, choice, placing]);
}
