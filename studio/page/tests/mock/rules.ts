// A small game of its own, so that the page is tested without the program: pieces, a place, secret plans, moves, attacks, marks.
// It is played by running it again from its decisions: undo, branches and earlier moments need nothing more.

import type { Asked, Reply } from "../../src/protocol";

export interface Piece {
  id: string;
  name: string;
  owner: string | null;
  x: number;
  y: number;
  turn: number;
  life: number;
  most: number;
  marks: string[];
  plan: string | null;
}

export interface State {
  pieces: Piece[];
  round: number;
  /** The former place of the piece that moved last. */
  ghost: { piece: string; x: number; y: number; turn: number } | null;
  attack: { from: string; to: string } | null;
  over: { outcome: string; title: string; winners: string[] } | null;
}

export interface Told {
  depth: number;
  text: string;
  heading: boolean;
  /** The one player who is told; everybody if absent. */
  only?: string;
}

export interface Moment {
  state: State;
  asked: Asked | null;
  story: (Told & { decision: number })[];
}

export const PLAYERS = [{ id: "north", name: "North" }, { id: "south", name: "South" }];
export const SIZE = { width: 24, height: 16 };
const NAMES: Record<string, string[]> = { north: ["Swift", "Anvil", "Lantern"], south: ["Kestrel", "Bulwark", "Ember"] };
const PLANS = [["ahead-2", "Straight ahead, 2"], ["left-2", "Turn left, 2"], ["right-2", "Turn right, 2"], ["ahead-1", "Straight ahead, 1"], ["stay", "Stay where it is"]] as const;
const TURNS: Record<string, number> = { left: -45, right: 45 };

/** Runs a game from its decisions. */
export function run(seed: number, decisions: readonly Reply[]): Moment {
  const state = begun();
  const story: Moment["story"] = [];
  let made = 0;
  const tell = (text: string, depth = 1, heading = false, only?: string): void => {
    story.push({ text, depth, heading, decision: made, ...(only ? { only } : {}) });
  };
  const game = rules(state, tell, dice(seed));
  let step = game.next();
  while (!step.done && made < decisions.length) {
    const reply = decisions[made++];
    if (!reply) break;
    step = game.next(reply);
  }
  return { state, asked: step.done ? null : step.value, story };
}

/** The place of a piece after a plan. */
export function moved(piece: Piece, plan: string): { x: number; y: number; turn: number } {
  const [way, far] = plan.split("-");
  const turn = piece.turn + (TURNS[way ?? ""] ?? 0);
  const length = Number(far ?? 0) * 1.5;
  const angle = (turn * Math.PI) / 180;
  const kept = (value: number, most: number): number => Math.min(Math.max(value, 1), most - 1);
  return { x: kept(piece.x + Math.sin(angle) * length, SIZE.width), y: kept(piece.y - Math.cos(angle) * length, SIZE.height), turn };
}

function begun(): State {
  const pieces: Piece[] = PLAYERS.flatMap(({ id }) => (NAMES[id] ?? []).map((name, place) => ({
    id: `${id}-${place + 1}`, name, owner: id, x: 6 + place * 6, y: id === "north" ? 2.5 : 13.5, turn: id === "north" ? 180 : 0, life: 4, most: 4, marks: [], plan: null,
  })));
  for (let rock = 1; rock <= 5; rock++) {
    pieces.push({ id: `rock-${rock}`, name: "Rock", owner: null, x: 3 + rock * 3.4, y: 6 + ((rock * 7) % 5), turn: rock * 40, life: 0, most: 0, marks: [], plan: null });
  }
  return { pieces, round: 0, ghost: null, attack: null, over: null };
}

function dice(seed: number): (sides: number) => number {
  let value = seed * 2654435761 + 1;
  return (sides) => {
    value = (Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return 1 + (Math.abs(value >> 5) % sides);
  };
}

type Tell = (text: string, depth?: number, heading?: boolean, only?: string) => void;

function* rules(state: State, tell: Tell, roll: (sides: number) => number): Generator<Asked, void, Reply> {
  tell("The table is laid", 0, true);
  for (const player of PLAYERS) yield* beacon(state, player, tell);
  for (state.round = 1; state.round <= 3; state.round++) {
    tell(`Round ${state.round}`, 0, true);
    for (const player of PLAYERS) for (const piece of alive(state, player.id)) yield* plan(piece, player, tell);
    for (const piece of alive(state)) {
      if (piece.life > 0) yield* activate(state, piece, tell, roll);
      if (PLAYERS.some(({ id }) => alive(state, id).length === 0)) return ended(state, tell);
    }
  }
  state.round = 3;
  ended(state, tell);
}

function alive(state: State, owner?: string): Piece[] {
  return state.pieces.filter((piece) => piece.owner !== null && piece.life > 0 && (!owner || piece.owner === owner));
}

function ended(state: State, tell: Tell): void {
  const counts = PLAYERS.map(({ id, name }) => ({ id, name, life: alive(state, id).reduce((sum, piece) => sum + piece.life, 0) }));
  const most = Math.max(...counts.map(({ life }) => life));
  const winners = counts.filter(({ life }) => life === most);
  state.over = { outcome: "most-life", title: winners.length > 1 ? "A draw" : `${winners[0]?.name} holds the field`, winners: winners.map(({ id }) => id) };
  tell(state.over.title, 0, true);
}

function question(player: { id: string; name: string }, prompt: string, rest: Partial<Asked>): Asked {
  return { by: player.id, name: player.name, prompt, options: [], least: 1, most: 1, ordered: false, default: null, secret: false, ...rest };
}

function* beacon(state: State, player: { id: string; name: string }, tell: Tell): Generator<Asked, void, Reply> {
  const reply = yield question(player, "Set up your beacon", { place: { piece: `beacon-${player.id}`, text: "anywhere but at the upper edge", facing: player.id === "north" ? 180 : 0 } });
  const put = "place" in reply ? { ...reply.place, turn: reply.place.facing } : "picture" in reply ? { x: (reply.picture.x / reply.picture.width) * SIZE.width, y: (reply.picture.y / reply.picture.width) * SIZE.width, turn: reply.picture.turn } : { x: 12, y: 8, turn: 0 };
  state.pieces.push({ id: `beacon-${player.id}`, name: "Beacon", owner: player.id, x: put.x, y: put.y, turn: put.turn, life: 0, most: 0, marks: [], plan: null });
  tell(`${player.name} sets up a beacon.`);
}

function* plan(piece: Piece, player: { id: string; name: string }, tell: Tell): Generator<Asked, void, Reply> {
  const options = PLANS.map(([id, text]) => ({ id, text }));
  const reply = yield question(player, `How should ${piece.name} move?`, { options, default: ["ahead-2"], secret: true });
  piece.plan = taken(reply)[0] ?? "stay";
  tell(`You plan for ${piece.name}: ${PLANS.find(([id]) => id === piece.plan)?.[1]}.`, 1, false, player.id);
}

function taken(reply: Reply): string[] {
  return "options" in reply ? reply.options : [];
}

function* activate(state: State, piece: Piece, tell: Tell, roll: (sides: number) => number): Generator<Asked, void, Reply> {
  const player = PLAYERS.find(({ id }) => id === piece.owner);
  if (!player) return;
  const to = moved(piece, piece.plan ?? "stay");
  state.ghost = { piece: piece.id, x: piece.x, y: piece.y, turn: piece.turn };
  state.attack = null;
  Object.assign(piece, to);
  tell(`${piece.name} moves: ${PLANS.find(([id]) => id === piece.plan)?.[1].toLowerCase()}.`);
  piece.plan = null;
  const marks = yield question(player, `Which marks does ${piece.name} take?`, { options: [{ id: "aim", text: "Aim" }, { id: "guard", text: "Guard" }, { id: "haste", text: "Haste" }], least: 0, most: 2, default: ["aim"] });
  piece.marks = taken(marks);
  if (piece.marks.length > 0) tell(`It takes ${piece.marks.join(" and ")}.`, 2);
  yield* attack(state, piece, player, tell, roll);
}

function* attack(state: State, piece: Piece, player: { id: string; name: string }, tell: Tell, roll: (sides: number) => number): Generator<Asked, void, Reply> {
  const foes = alive(state).filter((foe) => foe.owner !== piece.owner);
  const options = foes.flatMap((foe) => [{ id: `${foe.id}/bolt`, text: `${foe.name} with the bolt`, target: `piece:${foe.id}` }, { id: `${foe.id}/blade`, text: `${foe.name} with the blade`, target: `piece:${foe.id}` }]);
  const reply = yield question(player, `Whom does ${piece.name} attack?`, { options, least: 0, most: 1, default: options[0] ? [options[0].id] : [] });
  const [target] = (taken(reply)[0] ?? "").split("/");
  const foe = foes.find((one) => one.id === target);
  if (!foe) return;
  const damage = Math.max(0, roll(6) - 3 + (piece.marks.includes("aim") ? 1 : 0) - (foe.marks.includes("guard") ? 1 : 0));
  foe.life = Math.max(0, foe.life - damage);
  state.attack = { from: piece.id, to: foe.id };
  tell(`${piece.name} attacks ${foe.name}: ${damage} damage.${foe.life === 0 ? ` ${foe.name} is destroyed.` : ""}`);
}
