// The protocol between the page and the studio. One request, one answer; the server and the WebAssembly package answer alike.
// Server: POST /api with the header `x-cardwright-token`, body one Request as JSON, answer {"ok": ...} or {"error": "..."} .
//         GET /news?since=N waits up to 25 s and gives {"number": M, "changed": ["files" | "file:NAME" | "game:ID", ...]}.
// WebAssembly: `studio.answer(text: string): string`, the same texts, in a worker.

export type Request =
  // --- the project
  | { ask: "project" } // -> Project
  | { ask: "read"; file: string } // -> { text: string; version: string }   version: hash of the text
  | { ask: "write"; file: string; text: string; version: string | null } // -> { version } ; refused if the file has another version on the disk by now; null: new file
  | { ask: "check"; file?: string } // -> Problem[]   of one file, or of all
  | { ask: "lsp"; page: string; message: unknown } // -> unknown[]   a JSON-RPC message of the Language Server Protocol in, what the server says out (responses and notifications)
  | { ask: "card"; system: string; card: string } // -> CardShown
  | { ask: "cases"; file: string } // -> CaseShown[]   the cases of a file, or those that name a card of this file, with green and red
  // --- games
  | { ask: "new-game"; scenario: string; seed: number; seats: Record<string, SeatKind>; forces?: Record<string, ForcePick[]> } // -> { game: string }   refused if a force is not legal, in the words of the rules
  | { ask: "open-game"; replay: string; scenario?: string } // -> { game: string; parted?: { decision: number; why: string } }   the text of a replay
  | { ask: "games" } // -> { game: string; scenario: string; title: string; decisions: number; over: boolean }[]
  | { ask: "view"; game: string; viewer: Viewer; at?: number; width: number; dark: boolean } // -> View   at: after so many decisions; the present if absent
  | { ask: "story"; game: string; viewer: Viewer; from: number } // -> StoryLine[]   from this line on
  | { ask: "decide"; game: string; by: string; reply: Reply } // -> {}   agents of other seats then play until a person is asked
  | { ask: "let"; game: string } // -> { more: boolean }   agents decide for a while; more: they have more to decide
  | { ask: "close"; game: string } // -> {}   the studio forgets the game
  | { ask: "preview"; game: string; by: string; reply: Reply; width: number; dark: boolean } // -> Item[]   ghosts of what the decision would move
  | { ask: "undo"; game: string; by: string } // -> {}
  | { ask: "why"; game: string; viewer: Viewer; at?: number } // -> WhyShown
  | { ask: "branch"; game: string; at: number; seats?: Record<string, SeatKind> } // -> { game: string }
  | { ask: "save"; game: string } // -> { replay: string }
  | { ask: "case"; game: string; at: number; title: string } // -> { file: string; text: string }
  | { ask: "compare"; game: string; other: string } // -> { decision: number | null; why: string }
  // --- forces
  | { ask: "force"; scenario: string; player: string; chosen: ForcePick[] | null } // -> ForceShown   null: what the scenario has
  | { ask: "random-force"; scenario: string; player: string; seed: number } // -> ForcePick[]
  | { ask: "keep-force"; scenario: string; forces: Record<string, ForcePick[]>; id: string } // -> { file: string; scenario: string }   a new scenario with these forces

export type SeatKind = "human" | "novice" | "club" | "expert" | "search" | "random" | "default";
export type Viewer = { player: string } | "public" | "judge";

export interface Project { name: string; systems: { id: string; title: string }[]; files: { name: string; kind: string; errors: number; warnings: number }[];
  scenarios: { id: string; system: string; title: string; file: string; players: { id: string; name: string }[] }[]; writable: boolean }
export interface Problem { file: string; line: number; column: number; endLine: number; endColumn: number; severity: "error" | "warning"; code: string; message: string; help?: string }
export interface CardShown { svg: string | null /* its face, if it is printed */; unfit: string | null /* why its text has no room on it */; text: string[]; file: string; line: number }
export interface CaseShown { case: string; file: string; line: number; passed: boolean; why?: string }

export interface View {
  scene: Scene; number: number /* decisions made so far */; of: number /* decisions in all */; round: number; over?: { outcome: string; title: string; winners: string[] };
  asked?: Asked /* only if this viewer is asked */; waiting?: { by: string; name: string } /* somebody else is */; things: Thing[];
}
export interface Scene { width: number; height: number; ground: string; title: string; defs: string /* SVG markup of <defs> */; items: Item[] }
/** `body` is the inside of <g transform=...>. Keys stay the same from view to view, so only what changed needs to be touched. */
export interface Item { key: string; role: "ground" | "space" | "zone" | "wall" | "ruler" | "ghost" | "piece" | "tag" | "line" | "caption" | "panel"; title: string; transform: string; body: string }
export interface Thing { key: string /* piece:ID, card:ID, player:ID */; id: string; name: string; owner: string | null; on: string | null; kind: string; facts: [string, string][]; bars: { name: string; now: number; most: number; colour: string }[];
  badges: { name: string; text: string; colour: string }[]; marks: { name: string; count: number; colour: string }[]; text: string[] /* its rules in words */; faceDown: boolean; onBoard: boolean }
export interface Asked { by: string; name: string; prompt: string; options: Option[]; least: number; most: number; ordered: boolean; default: string[] | null; secret: boolean;
  place?: { piece: string; text: string; region?: [number, number][] /* where it may stand, in points of the scene */; facing?: number /* which way it looks at first: degrees clockwise in the picture */ } /* a place is asked for: click on the board, wheel or keys turn */ }
export interface Option { id: string; text: string; target?: string /* key of the scene item that it means: piece:ID or space:ID */ }
export type Reply = { options: string[] } | { place: { x: number; y: number; facing: number } } | { picture: { x: number; y: number; turn: number; width: number } /* a point of the picture; the studio turns it into inches */ };
export interface StoryLine { number: number; decision: number; depth: number; text: string; heading: boolean }
export interface WhyShown { prompt: string; options: { text: string; lines: string[] }[]; refused: { text: string; lines: string[] }[] }
/** `on`: a piece of the force, by its card, and with its number from the second one of that card on: `scout`, `scout#2`; null: what the player has himself. */
export interface ForcePick { card: string; on: string | null; count: number }
export interface ForceShown { points: number; limit: number | null; problems: string[]; picks: ForcePick[] /* what was asked about */; own: ForcePick[] /* what the scenario has */;
  chosen: { card: string; key: string /* as `on` of picks names it */; name: string; on: string | null; cost: number }[];
  offered: { card: string; name: string; kind: string; cost: number; fits: string[] /* where it can go now */; why?: string | null /* the rule that it would break */; facts: [string, string][] }[] }
