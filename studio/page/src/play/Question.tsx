// The open question: what is asked, its options with numbers, and the buttons that answer it.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Option } from "../protocol";
import type { Choice } from "./choice";

interface Props {
  choice: Choice;
  busy: boolean;
  onAnswer: (options: string[]) => void;
}

/** From how many options on they can be searched. */
const MANY = 20;
/** From how many short options on they stand in two rows, and what is short. */
const TWO_ROWS = 7;
const SHORT = 20;

export function Question({ choice, busy, onAnswer }: Props) {
  const { asked } = choice;
  const filter = useSignal("");
  useEffect(() => {
    filter.value = "";
  }, [choice]);
  const sought = filter.value.trim().toLowerCase();
  const usual = asked.default;
  const options = asked.options.filter((option) => option.text.toLowerCase().includes(sought));
  const take = (option: Option): void => {
    const answer = choice.take(option.id);
    if (answer) onAnswer(answer);
  };
  return (
    <div class="question-body">
      {choice.amount.value && <p class="faint">{choice.amount.value}{asked.ordered ? " The order counts." : ""}</p>}
      {asked.options.length > MANY && (
        <input type="search" placeholder="Search the options" aria-label="Search the options" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
      )}
      <ol class={options.length > TWO_ROWS && options.every((option) => option.text.length <= SHORT) ? "options two-rows" : "options"}>
        {options.map((option) => (
          <OptionRow key={option.id} option={option} choice={choice} busy={busy} number={asked.options.indexOf(option) + 1} usual={usual?.length === 1 && usual[0] === option.id} onTake={() => take(option)} />
        ))}
      </ol>
      <Answers choice={choice} busy={busy} onAnswer={onAnswer} />
    </div>
  );
}

interface RowProps {
  option: Option;
  choice: Choice;
  busy: boolean;
  number: number;
  usual: boolean;
  onTake: () => void;
}

function OptionRow({ option, choice, busy, number, usual, onTake }: RowProps) {
  const place = choice.taken.value.indexOf(option.id);
  const several = !choice.single.value;
  const heat = (on: boolean) => () => (choice.hot.value = on ? option.id : choice.hot.value === option.id ? null : choice.hot.value);
  const pressed = several ? { "aria-pressed": place >= 0 } : {};
  return (
    <li>
      <button
        type="button"
        class={`option${choice.hot.value === option.id ? " hot" : ""}`}
        data-option={option.id}
        disabled={busy}
        {...pressed}
        onClick={onTake}
        onMouseEnter={heat(true)}
        onMouseLeave={heat(false)}
        onFocus={heat(true)}
        onBlur={heat(false)}
      >
        <kbd aria-hidden="true">{number <= 9 ? number : ""}</kbd>
        <span>{option.text}</span>
        {usual && !several && <small class="usual" title="Enter takes this"><span class="wide-only">Enter </span>↵</small>}
        {place >= 0 && <small class="taken">{choice.asked.ordered ? `${place + 1}.` : "✓"}</small>}
      </button>
    </li>
  );
}

/** The buttons that confirm several options, or take none. */
function Answers({ choice, busy, onAnswer }: Props) {
  const { asked } = choice;
  const taken = choice.taken.value;
  if (choice.single.value) {
    if (asked.least > 0) return null;
    const usual = asked.default?.length === 0;
    return <div class="answers"><button type="button" disabled={busy} onClick={() => onAnswer([])}>None of these {usual && <small class="usual">Enter ↵</small>}</button></div>;
  }
  return (
    <div class="answers">
      <button type="button" class="primary" disabled={busy || !choice.enough.value} onClick={() => onAnswer([...taken])}>
        {taken.length === 0 && asked.least === 0 ? "None of these" : `Confirm ${taken.length || ""}`}
      </button>
      {taken.length === 0 && asked.default && asked.default.length > 0 && (
        <button type="button" disabled={busy} onClick={() => onAnswer([...(asked.default ?? [])])}>The usual <small class="usual">Enter ↵</small></button>
      )}
    </div>
  );
}
