// All problems of the project, below the editor; a click leads to the place.

import type { Problem } from "../protocol";
import { checking, problems } from "./problems";

export function ProblemList({ file, onOpen }: { file: string; onOpen: (problem: Problem) => void }) {
  const found = problems.value;
  const errors = found?.filter((one) => one.severity === "error").length ?? 0;
  const sorted = [...(found ?? [])].sort((one, other) => rank(one, file) - rank(other, file) || one.line - other.line);
  const title = found === null ? "Checking…" : found.length === 0 ? "No problems" : `${errors} ${errors === 1 ? "error" : "errors"}, ${found.length - errors} ${found.length - errors === 1 ? "warning" : "warnings"}`;
  return (
    <section class="problems" aria-label="Problems">
      <h2><span role="status">{title}</span>{checking.value && found !== null && <small class="faint"> checking…</small>}</h2>
      <ul tabIndex={0} aria-label="All problems">
        {sorted.slice(0, 500).map((one, place) => (
          <li key={place}>
            <button type="button" onClick={() => onOpen(one)}>
              <span class={`severity ${one.severity}`}>{one.severity}</span>
              <span><b>{one.message}</b>{one.help && <small> {one.help}</small>}<small class="faint"> {one.file}:{one.line} · {one.code}</small></span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Errors before warnings, and of each the ones of the open file first. */
function rank(problem: Problem, file: string): number {
  return (problem.severity === "error" ? 0 : 2) + (problem.file === file ? 0 : 1);
}
