// Effects that follow signals within components.

import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** An effect of signals that is made anew when other values change. */
export function useSignalEffectOn(run: () => void | (() => void), on: readonly unknown[]): void {
  useEffect(() => effect(run), [...on]);
}
