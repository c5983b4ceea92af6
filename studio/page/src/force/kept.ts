// Forces that were built at this page, by scenario and player: kept by the browser for the next game.

import type { ForcePick } from "../protocol";

const PLACE = "cardwright-force:";

export type Forces = Record<string, ForcePick[]>;

/** The forces built for a scenario; nothing if there are none. */
export function forcesFor(scenario: string): Forces | null {
  try {
    const text = localStorage.getItem(PLACE + scenario);
    const forces = text ? (JSON.parse(text) as Forces) : {};
    return Object.keys(forces).length > 0 ? forces : null;
  } catch {
    return null;
  }
}

/** Keeps a force; without one the scenario's own plays again. */
export function keepForce(scenario: string, player: string, picks: readonly ForcePick[] | null): void {
  const { [player]: _, ...others } = forcesFor(scenario) ?? {};
  const forces: Forces = picks ? { ...others, [player]: [...picks] } : others;
  try {
    localStorage.setItem(PLACE + scenario, JSON.stringify(forces));
  } catch {
    // A browser that keeps nothing still builds.
  }
}
