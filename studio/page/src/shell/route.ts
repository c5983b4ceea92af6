// Which room of the page is open, in the address: `#play/GAME`, `#watch/GAME/AT`, `#write/FILE:LINE`, `#force/SCENARIO/PLAYER`.

import { signal } from "@preact/signals";

export type Room = "write" | "play" | "watch" | "force";
export const ROOMS: readonly Room[] = ["write", "play", "watch", "force"];

export interface Route {
  room: Room;
  /** The address of what is open in the room, part by part. */
  parts: string[];
}

function read(): Route {
  const [room, ...parts] = location.hash.replace(/^#/, "").split("/").map((part) => decodeURIComponent(part));
  const known = ROOMS.find((one) => one === room);
  return known ? { room: known, parts } : { room: "play", parts: [] };
}

export const route = signal<Route>(read());
addEventListener("hashchange", () => (route.value = read()));

export function addressOf(room: Room, ...parts: (string | number)[]): string {
  return `#${[room, ...parts].map((part) => encodeURIComponent(part)).join("/")}`;
}

/** Opens a room. `instead` leaves no step in the browser's history. */
export function go(to: { room: Room; parts?: (string | number)[]; instead?: boolean }): void {
  const address = addressOf(to.room, ...(to.parts ?? []));
  if (to.instead) history.replaceState(null, "", address);
  else location.hash = address;
  route.value = read();
}
