// A line that says what went wrong, and how it goes on.

import type { ComponentChildren } from "preact";

export function Notice({ text, kind = "bad", children }: { text: string; kind?: "bad" | "warn" | "good"; children?: ComponentChildren }) {
  if (text === "") return null;
  return (
    <div class={`notice ${kind}`} role={kind === "bad" ? "alert" : "status"}>
      <span>{text}</span>
      {children}
    </div>
  );
}
