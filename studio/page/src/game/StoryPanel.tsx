// The story of a game: headings, lines, and where one is in it. Follows the newest line unless one has scrolled away from it.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { StoryLine } from "../protocol";

interface Props {
  lines: readonly StoryLine[];
  /** The decision that is looked at; the lines behind it are told faintly. */
  at?: number;
  /** Called with a line that is clicked. */
  onLine?: (line: StoryLine) => void;
  lineTitle?: string;
}

/** From how many pixels above the end on one has scrolled away. */
const NEAR_END = 80;

export function StoryPanel({ lines, at, onLine, lineTitle }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const last = useRef(0);
  const current = at === undefined ? -1 : lastUpTo(lines, at);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    if (at !== undefined) bringIntoSight(box, box.querySelector<HTMLElement>("[data-current]"));
    else if (follows.current) box.scrollTop = box.scrollHeight;
  }, [lines, at]);

  const scrolled = (): void => {
    const box = scroller.current;
    if (!box) return;
    // Lines may have come since the box was scrolled to its end: only who scrolls up leaves the end.
    if (box.scrollTop < last.current) follows.current = false;
    if (box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END) follows.current = true;
    last.current = box.scrollTop;
  };
  const lead = onLine ? { onLine, title: lineTitle ?? "" } : null;
  return (
    <div class="story" ref={scroller} onScroll={scrolled} tabIndex={0} role="region" aria-label="Story">
      {lines.length === 0 && <p class="faint empty">Nothing has happened yet.</p>}
      {lines.map((line, place) => <Line key={line.number} line={line} current={place === current} later={at !== undefined && place > current} lead={lead} />)}
      <Spoken line={current >= 0 ? lines[current] : lines.at(-1)} />
    </div>
  );
}

interface LineProps {
  line: StoryLine;
  current: boolean;
  later: boolean;
  lead: { onLine: (line: StoryLine) => void; title: string } | null;
}

function Line({ line, current, later, lead }: LineProps) {
  const classes = `line depth-${Math.min(line.depth, 4)}${later ? " later" : ""}${current ? " current" : ""}`;
  const text = lead ? <button type="button" title={lead.title} onClick={() => lead.onLine(line)}>{line.text}</button> : line.text;
  const marks = current ? { "data-current": "" } : {};
  if (line.heading && line.depth === 0) return <h3 class={classes} {...marks}>{text}</h3>;
  if (line.heading) return <h4 class={classes} {...marks}>{text}</h4>;
  return <p class={classes} {...marks}>{text}</p>;
}

/** The newest line, for those who hear the page. */
function Spoken({ line }: { line: StoryLine | undefined }) {
  return <div class="unseen" aria-live="polite">{line?.text ?? ""}</div>;
}

function lastUpTo(lines: readonly StoryLine[], at: number): number {
  let last = -1;
  lines.forEach((line, place) => {
    if (line.decision <= at) last = place;
  });
  return last;
}

/** Scrolls the box alone: `scrollIntoView` would move the page, too. */
function bringIntoSight(box: HTMLElement, line: HTMLElement | null): void {
  if (!line) return;
  const top = line.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top + line.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
}
