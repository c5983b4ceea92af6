// Why each option of the open question is there, and why other rules are refused.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { wordsOf } from "../engine/engine";
import type { WhyShown } from "../protocol";
import { Dialog } from "../shell/Dialog";
import { Notice } from "../shell/Notice";

interface Props {
  ask: () => Promise<WhyShown>;
  /** The first text to search for: the name of a piece. */
  about: string;
  onClose: () => void;
}

export function WhyDialog({ ask, about, onClose }: Props) {
  const why = useSignal<WhyShown | null>(null);
  const trouble = useSignal("");
  const filter = useSignal(about);
  useEffect(() => {
    ask().then(
      (answer) => {
        // If the name of a piece finds nothing, everything is shown instead of nothing.
        if (![...answer.options, ...answer.refused].some((part) => matches(part, about))) filter.value = "";
        why.value = answer;
      },
      (error: unknown) => (trouble.value = wordsOf(error)),
    );
  }, []);
  const shown = why.value;
  const found = (parts: WhyShown["options"]) => parts.filter((part) => matches(part, filter.value));
  return (
    <Dialog title={shown ? `Why: ${shown.prompt}` : "Why?"} onClose={onClose} wide>
      <Notice text={trouble.value} />
      <input type="search" aria-label="Search in the reasons" placeholder="Search" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
      {shown ? (
        <>
          <Part title="May be chosen" parts={found(shown.options)} />
          <Part title="Not now" parts={found(shown.refused)} />
        </>
      ) : trouble.value === "" && <p class="faint">Looking…</p>}
    </Dialog>
  );
}

function matches(part: { text: string; lines: string[] }, filter: string): boolean {
  const sought = filter.trim().toLowerCase();
  return sought === "" || [part.text, ...part.lines].some((text) => text.toLowerCase().includes(sought));
}

function Part({ title, parts }: { title: string; parts: WhyShown["options"] }) {
  if (parts.length === 0) return null;
  return (
    <section class="why">
      <h3>{title}</h3>
      {parts.map((part, place) => (
        <details key={place} open={parts.length < 4}>
          <summary>{part.text}</summary>
          {part.lines.map((line, row) => <p key={row}>{line}</p>)}
        </details>
      ))}
    </section>
  );
}
