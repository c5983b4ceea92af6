// Answers as the rest of the page expects them: a key that is null is a key that is not there, and lists that were left out are empty.

import type { Asked, Request, Thing } from "../protocol";
import type { Answers, ViewMore } from "./answers";

/** Puts an answer in order. */
export function tidied<K extends Request["ask"]>(ask: K, answer: unknown): Answers[K] {
  if (ask === "view") return view(answer as Loose<ViewMore>) as Answers[K];
  if (ask === "open-game") return withoutNulls(answer as object) as Answers[K];
  return answer as Answers[K];
}

type Loose<T> = { [K in keyof T]: T[K] | null };

function view(loose: Loose<ViewMore>): ViewMore {
  const view = withoutNulls(loose) as ViewMore;
  view.things = view.things.map(thing);
  if (view.asked) {
    view.asked = asked(view.asked);
    // The one who is asked does not wait for anybody.
    delete view.waiting;
  }
  return view;
}

function asked(loose: Asked): Asked {
  const { default: usual, ...rest } = withoutNulls(loose) as Asked;
  const options = (rest.options ?? []).map((option) => withoutNulls(option) as Asked["options"][number]);
  const place = rest.place && { place: withoutNulls(rest.place) as NonNullable<Asked["place"]> };
  return { ...rest, ...place, options, default: usual ?? null };
}

/** Lists that a studio may leave out. */
const LISTS = { facts: [], bars: [], badges: [], marks: [], text: [] };

function thing(loose: Thing): Thing {
  return { ...LISTS, ...(withoutNulls(loose) as Thing), owner: loose.owner ?? null, on: loose.on ?? null };
}

function withoutNulls<T extends object>(value: T): object {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined));
}
