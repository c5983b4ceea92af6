// The answer to each request, as types. `protocol.ts` says it in words beside each request; this table is what the compiler holds us to.
// Also here: the keys that the page understands beyond the protocol, and can do without.

import type {
  CardShown, CaseShown, ForcePick, ForceShown, Item, Problem, Project, Request, SeatKind, StoryLine, Thing, View, WhyShown,
} from "../protocol";

/** A request of one sort. */
export type Ask<K extends Request["ask"]> = Extract<Request, { ask: K }>;

/** A decision that was made: what was open, and what was taken. */
export interface Answered {
  by: string;
  name: string;
  prompt: string;
  options: { id: string; text: string }[];
  chosen: string[];
}

/** A view, with what a studio may tell besides: who plays each seat, and which decision came next in a game that went on. */
export type ViewMore = View & { seats?: Record<string, Seat>; answered?: Answered; /** An agent decides next: `let` lets it. */ more?: boolean };

/** A thing, with the printed card that it is and its colour. */
export type ThingMore = Thing & { card?: string; colour?: string };

/** The player of a seat: the one that this page asked for, or just `agent`. */
export type Seat = SeatKind | "agent";

/** A project, with the address that the language service knows its root by. */
export type ProjectMore = Project & { uri?: string };

/** The answer to each request. */
export interface Answers {
  project: ProjectMore;
  read: { text: string; version: string };
  write: { version: string };
  check: Problem[];
  lsp: unknown[];
  card: CardShown;
  cases: CaseShown[];
  "new-game": { game: string };
  "open-game": { game: string; parted?: { decision: number; why: string } };
  games: GameListed[];
  view: ViewMore;
  story: StoryLine[];
  decide: Record<string, never>;
  preview: Item[];
  let: { more: boolean };
  close: Record<string, never>;
  undo: Record<string, never>;
  why: WhyShown;
  branch: { game: string };
  save: { replay: string };
  case: { file: string; text: string };
  compare: { decision: number | null; why: string };
  force: ForceShown;
  "random-force": ForcePick[];
  "keep-force": { file: string; scenario: string };
}

/** A game that the studio keeps. */
export interface GameListed {
  game: string;
  scenario: string;
  title: string;
  decisions: number;
  over: boolean;
}
