// Forces of the small game: ten points, figures with at most one upgrade each, lanterns as often as one likes, one banner in all.

import type { ForcePick, ForceShown } from "../../src/protocol";

const LIMIT = 10;
const CARDS = [
  { card: "swift", name: "Swift", kind: "figure", cost: 4, facts: [["speed", "2"], ["life", "4"]] },
  { card: "anvil", name: "Anvil", kind: "figure", cost: 5, facts: [["speed", "1"], ["life", "6"]] },
  { card: "lantern", name: "Lantern", kind: "figure", cost: 3, facts: [["speed", "2"], ["life", "3"]] },
  { card: "charm", name: "Charm", kind: "upgrade", cost: 2, facts: [["slot", "charm"]] },
  { card: "banner", name: "Banner", kind: "upgrade", cost: 3, facts: [["slot", "charm"], ["unique", "yes"]] },
] satisfies { card: string; name: string; kind: string; cost: number; facts: [string, string][] }[];

const OWN: ForcePick[] = [{ card: "lantern", on: null, count: 1 }];

export function forceShown(asked: ForcePick[] | null): ForceShown {
  const chosen = asked ?? OWN;
  const found = (id: string) => CARDS.find(({ card }) => card === id);
  const points = chosen.reduce((sum, pick) => sum + (found(pick.card)?.cost ?? 0) * pick.count, 0);
  const figures = chosen.filter((pick) => found(pick.card)?.kind === "figure").flatMap(({ card, count }) => Array.from({ length: count }, (_, place) => keyOf(card, place + 1)));
  const free = figures.filter((figure) => !chosen.some((pick) => pick.on === figure));
  const unknown = chosen.filter((pick) => !found(pick.card)).map((pick) => `there is no card \`${pick.card}\``);
  const numbers = new Map<string, number>();
  const keyed = (card: string): string => {
    const number = (numbers.get(card) ?? 0) + 1;
    numbers.set(card, number);
    return keyOf(card, number);
  };
  return {
    points, limit: LIMIT, problems: [...unknown, ...(points > LIMIT ? [`${points} points are more than the limit of ${LIMIT}`] : []), ...(figures.length === 0 ? ["a force needs a figure"] : [])],
    picks: chosen, own: OWN,
    chosen: chosen.flatMap((pick) => Array.from({ length: pick.count }, () => ({ card: pick.card, key: keyed(pick.card), name: found(pick.card)?.name ?? pick.card, on: pick.on, cost: found(pick.card)?.cost ?? 0 }))),
    offered: CARDS.map((card) => {
      const fits = card.kind === "figure" ? (card.card !== "lantern" && figures.includes(card.card) ? [] : [""]) : chosen.some((pick) => pick.card === "banner" && card.card === "banner") ? [] : free;
      const dear = points + card.cost > LIMIT;
      const why = dear ? `costs ${card.cost}, and ${LIMIT - points} are left` : fits.length === 0 ? (card.kind === "figure" ? "is in the force already" : "there is no free slot for it") : null;
      return { ...card, fits: dear ? [] : fits, why };
    }),
  };
}

function keyOf(card: string, number: number): string {
  return number === 1 ? card : `${card}#${number}`;
}

export function randomForce(seed: number): ForcePick[] {
  return seed % 2 === 0 ? [{ card: "swift", on: null, count: 1 }, { card: "charm", on: "swift", count: 1 }] : [{ card: "anvil", on: null, count: 1 }, { card: "banner", on: "anvil", count: 1 }];
}
