/** Documents by their paths, with `/`: `{"systems/mine/system.yaml": "..."}`. */
export type Documents = Record<string, string>;

/** What `cardwright check --format json` prints; `docs/reports.md` describes it. */
export type Diagnostics = unknown;

/** A name, a number, a yes or no, a place, or a list of them. */
export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

/** What somebody is asked. */
export interface Asked {
  /** The id of the player who decides. */
  by: string;
  /** The question. */
  prompt: string;
  kind: "choose" | "yes-no" | "ability" | "offer" | "place";
  /** How many options have to be chosen at least. */
  least: number;
  /** How many can be chosen at most. */
  most: number;
  /** Whether the order counts in which options are chosen. */
  ordered: boolean;
  /** Whether only who decides learns the answer. */
  secret: boolean;
  /** What there is to choose from. */
  options: { id: string; text: string }[] | null;
  /** An answer that is always legal. */
  default: Reply | null;
  /** Where a piece can be put, if a place is asked for. */
  place: PlaceWanted | null;
}

/** Where a piece can be put. Lengths are inches, angles degrees. */
export interface PlaceWanted {
  piece: string;
  base: Record<string, number>;
  region: Record<string, number>;
  facing: number[] | null;
  towards: Record<string, number> | null;
  text: string;
}

/** An answer: ids of options, one id, or a place in inches and degrees. */
export type Reply = string | string[] | { x: number; y: number; facing: number };

/** Something that happened. */
export interface Told {
  event: string;
  text: string;
  about: Record<string, Value>;
}

/** How a game ended. */
export interface Ended {
  outcome: string;
  title: string;
  winners: string[];
  /** Whether a limit ended it. */
  fault: boolean;
}

/** How a game stands, as somebody may know it; `docs/embedding.md` describes each key. */
export interface Snapshot {
  format: number;
  system: string;
  scenario: string;
  viewer: string | null;
  round: number;
  running: Value[];
  open: Value[];
  game: Record<string, Value>;
  players: Record<string, Value>[];
  pieces: Record<string, Value>[];
  cards: Record<string, Value>[];
  decks: Record<string, Value>[];
  pools: Value[];
  effects: Value[];
  decision: Asked | null;
  outcome: Ended | null;
  [key: string]: unknown;
}

/** Where something is written. */
export interface Location {
  file: string;
  line: number;
  column: number;
  "end-line": number;
  "end-column": number;
}

/** A question that decided something, and its answer. */
export interface Finding {
  text: string;
  /** Yes or no; `null` if the answer is hidden from the viewer. */
  holds: boolean | null;
  at: Location;
  inside: Finding[];
  value: unknown;
  statements: { name: string; at: Location; allows: boolean; decides: boolean }[];
}

/** Why a rule can or cannot be used. */
export interface RuleWhy {
  rule: number;
  name: string;
  source: { entity: number; effect: number };
  at: Location;
  /** A word such as `usable`, `condition-no`, `hidden`, `face-down`; or `{ "other-player": NAME }`. */
  verdict: string | { "other-player": string };
  condition: Finding[];
  limit: { used: number; times: number; per: string } | null;
}

/** Why a decision is as it is. Options and refused rules are there for who is asked, and for a judge. */
export interface Why {
  by: string;
  prompt: string;
  asked: { what: string; at: Location }[];
  options: { label: string; rule: RuleWhy | null; at: Location }[];
  refused: RuleWhy[];
}
