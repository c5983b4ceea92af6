// The seats of the games that this page began, and their players, so that a page that is loaded again still knows who sits here.

import type { Seat } from "../engine/answers";

const PLACE = "cardwright-seats:";

export type Seats = Record<string, Seat>;

export function keepSeats(game: string, seats: Seats): void {
  try {
    sessionStorage.setItem(PLACE + game, JSON.stringify(seats));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function keptSeats(game: string): Seats | null {
  try {
    const text = sessionStorage.getItem(PLACE + game);
    return text ? (JSON.parse(text) as Seats) : null;
  } catch {
    return null;
  }
}
