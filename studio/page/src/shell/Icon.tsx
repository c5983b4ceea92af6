// The signs on buttons, as outlines: letters of a font would be missing on some machines.

const PATHS = {
  close: "M5 5l10 10M15 5L5 15",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  whole: "M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4",
  sun: "M10 6.5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6L16 16M16 4l-1.4 1.4M5.4 14.6L4 16",
  moon: "M16 12.5A7 7 0 017.5 4a7 7 0 108.5 8.5z",
  left: "M12 5l-5 5 5 5",
  right: "M8 5l5 5-5 5",
  "far-left": "M10 5l-5 5 5 5M16 5l-5 5 5 5",
  "far-right": "M4 5l5 5-5 5M10 5l5 5-5 5",
  start: "M15 5l-6 5 6 5zM5 5v10",
  end: "M5 5l6 5-6 5zM15 5v10",
  play: "M6 4l10 6-10 6z",
  pause: "M7 4v12M13 4v12",
  "turn-left": "M4 4v5h5M4.5 9A6.5 6.5 0 1110 16.5",
  "turn-right": "M16 4v5h-5M15.5 9A6.5 6.5 0 1010 16.5",
  folder: "M2.5 5.5v10h15v-8h-8l-2-2z",
  undo: "M8 4L4 8l4 4M4 8h8a4 4 0 010 8H8",
} as const;

/** Signs that are filled, too. */
const FILLED: ReadonlySet<string> = new Set(["play", "start", "end"]);

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="sign" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={PATHS[name]} fill={FILLED.has(name) ? "currentColor" : "none"} stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}
