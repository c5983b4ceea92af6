// The scene of the small game, with keys and shapes as the program draws them.

import type { Item, Scene, Thing } from "../../src/protocol";
import { type Moment, moved, type Piece, PLAYERS, SIZE } from "./rules";

const COLOURS: Record<string, string> = { north: "#d55e00", south: "#0072b2" };

export function sceneOf(moment: Moment, width: number, dark: boolean): Scene {
  const scale = width / SIZE.width;
  const { state } = moment;
  const items: Item[] = [ground(width, scale, dark)];
  if (state.ghost) items.push(ghost(`ghost:${state.ghost.piece}`, state.ghost, scale, "#888"));
  const shown = state.pieces.filter((piece) => piece.owner === null || piece.life > 0 || piece.most === 0);
  items.push(...shown.map((piece) => pieceItem(piece, scale)));
  const [from, to] = [state.attack?.from, state.attack?.to].map((id) => state.pieces.find((piece) => piece.id === id));
  if (from && to) items.push({ key: `line:${from.id}`, role: "line", title: "", transform: "translate(0 0)", body: `<polyline points="${from.x * scale},${from.y * scale} ${to.x * scale},${to.y * scale}" fill="none" stroke="#d33" stroke-width="3" stroke-dasharray="6 6"/>` });
  items.push(...shown.filter((piece) => piece.owner).map((piece) => tag(piece, scale, dark)));
  return { width, height: SIZE.height * scale, ground: dark ? "#16191f" : "#f7f6f2", title: "A field with rocks", defs: "", items };
}

function ground(width: number, scale: number, dark: boolean): Item {
  const lines = Array.from({ length: SIZE.width }, (_, x) => `<path d="M${x * scale} 0V${SIZE.height * scale}" stroke="${dark ? "#2a3140" : "#e2dfd4"}" fill="none"/>`);
  return { key: "table", role: "ground", title: "", transform: "translate(0 0)", body: `<rect width="${width}" height="${SIZE.height * scale}" fill="${dark ? "#1d2430" : "#ece9df"}"/>${lines.join("")}` };
}

function pieceItem(piece: Piece, scale: number): Item {
  const r = 0.6 * scale;
  const colour = piece.owner ? COLOURS[piece.owner] : "#8a8578";
  const shape = piece.most > 0
    ? `<rect x="${-r}" y="${-r}" width="${2 * r}" height="${2 * r}" rx="3" fill="#222" stroke="${colour}" stroke-width="2"/><polygon points="0,${-r * 0.8} ${r * 0.6},${r * 0.6} ${-r * 0.6},${r * 0.6}" fill="${colour}"/>`
    : `<circle r="${r}" fill="${colour}"/>`;
  return { key: `piece:${piece.id}`, role: "piece", title: piece.name, transform: place(piece, scale), body: `<title>${piece.name}</title>${shape}` };
}

function tag(piece: Piece, scale: number, dark: boolean): Item {
  const pips = Array.from({ length: piece.most }, (_, pip) => `<rect x="${pip * 8 - piece.most * 4}" y="4" width="7" height="5" fill="${pip < piece.life ? "#3aa655" : "#999"}"/>`);
  const ink = dark ? "#eee" : "#222";
  return { key: `tag:${piece.id}`, role: "tag", title: piece.name, transform: `translate(${piece.x * scale} ${piece.y * scale + 0.6 * scale + 14})`, body: `<text text-anchor="middle" font-size="12" fill="${ink}">${piece.name}</text>${pips.join("")}` };
}

function ghost(key: string, at: { x: number; y: number; turn: number }, scale: number, colour: string): Item {
  const r = 0.6 * scale;
  return { key, role: "ghost", title: "", transform: place(at, scale), body: `<rect x="${-r}" y="${-r}" width="${2 * r}" height="${2 * r}" rx="3" fill="${colour}" fill-opacity="0.2" stroke="${colour}" stroke-dasharray="4 3"/><path d="M0 0V${-r}" stroke="${colour}"/>` };
}

function place(at: { x: number; y: number; turn: number }, scale: number): string {
  return `translate(${round(at.x * scale)} ${round(at.y * scale)})${at.turn ? ` rotate(${round(at.turn)})` : ""}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The ghost of what an answer would move. */
export function previewOf(moment: Moment, reply: { options: string[] } | { picture: { x: number; y: number; turn: number; width: number } }, width: number): Item[] {
  const scale = width / SIZE.width;
  if ("picture" in reply) return [ghost("ghost:put", { x: reply.picture.x / scale, y: reply.picture.y / scale, turn: reply.picture.turn }, scale, "#f0a")];
  const name = /How should (\w+) move/.exec(moment.asked?.prompt ?? "")?.[1];
  const piece = moment.state.pieces.find((one) => one.name === name);
  return piece && reply.options[0] ? [ghost("ghost:plan", moved(piece, reply.options[0]), scale, COLOURS[piece.owner ?? ""] ?? "#888")] : [];
}

export function thingsOf(moment: Moment, viewer: string | null): Thing[] {
  const players: Thing[] = PLAYERS.map(({ id, name }) => ({ key: `player:${id}`, id, name, owner: id, on: null, kind: "player", facts: [], bars: [], badges: [], marks: [], text: [], faceDown: false, onBoard: false }));
  const pieces = moment.state.pieces.map((piece): Thing => ({
    key: `piece:${piece.id}`, id: piece.id, name: piece.name, owner: piece.owner, on: null, kind: piece.most > 0 ? "figure" : piece.owner ? "beacon" : "rock",
    facts: [["heading", `${Math.round(piece.turn)}°`], ...(viewer === piece.owner && piece.plan ? [["plan", piece.plan] as [string, string]] : [])],
    bars: piece.most > 0 ? [{ name: "life", now: piece.life, most: piece.most, colour: "#3aa655" }] : [], badges: piece.most > 0 ? [{ name: "attack", text: "3", colour: "#b3202a" }] : [],
    marks: piece.marks.map((name) => ({ name, count: 1, colour: "#7d5200" })), text: piece.most > 0 ? ["After it moves, it may take up to two marks."] : ["Nothing moves through it."], faceDown: false, onBoard: true,
  }));
  const cards = moment.state.pieces.filter((piece) => piece.most > 0).map((piece): Thing => ({
    key: `card:${piece.id}-charm`, id: `${piece.id}-charm`, name: "Charm", owner: piece.owner, on: piece.id, kind: "upgrade", facts: [["cost", "2"]], bars: [], badges: [], marks: [], text: ["Once a round: roll one die again."], faceDown: false, onBoard: false,
  }));
  return [...players, ...pieces, ...cards];
}
