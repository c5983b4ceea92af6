// The settings of a person on this page: light or dark. Kept by the browser.

import { computed, effect, signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";
const PLACE = "cardwright-theme";

function kept(): Theme {
  try {
    const word = localStorage.getItem(PLACE);
    return word === "light" || word === "dark" ? word : "auto";
  } catch {
    return "auto";
  }
}

export const theme = signal<Theme>(kept());
const system = signal(matchMedia("(prefers-color-scheme: dark)").matches);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => (system.value = event.matches));

/** Whether the page is dark now. */
export const dark = computed(() => (theme.value === "auto" ? system.value : theme.value === "dark"));

/** Sets the page's colours, now and whenever they change. */
export function followTheme(): void {
  effect(() => {
    document.documentElement.dataset["theme"] = dark.value ? "dark" : "light";
    try {
      localStorage.setItem(PLACE, theme.value);
    } catch {
      // A browser that keeps nothing asks its system each time.
    }
  });
}
