// A moment of a game as a case: its name, its text, and the file it goes into.

import { useSignal } from "@preact/signals";
import { type Engine, wordsOf } from "../engine/engine";
import { Dialog } from "../shell/Dialog";
import { download } from "../shell/files";
import { Notice } from "../shell/Notice";
import { addressOf } from "../shell/route";

interface Props {
  engine: Engine;
  game: string;
  at: number;
  onClose: () => void;
}

export function CaseDialog({ engine, game, at, onClose }: Props) {
  const title = useSignal("");
  const made = useSignal<{ file: string; text: string } | null>(null);
  const trouble = useSignal("");
  const written = useSignal("");
  const make = async (event: Event): Promise<void> => {
    event.preventDefault();
    trouble.value = "";
    try {
      made.value = await engine.ask<"case">({ ask: "case", game, at, title: title.value });
    } catch (error) {
      trouble.value = wordsOf(error);
    }
  };
  const write = async (): Promise<void> => {
    if (!made.value) return;
    try {
      await engine.ask<"write">({ ask: "write", file: made.value.file, text: made.value.text, version: null });
      written.value = made.value.file;
    } catch (error) {
      trouble.value = wordsOf(error);
    }
  };
  const shown = made.value;
  return (
    <Dialog title="A case from here" onClose={onClose} wide>
      <form class="row" onSubmit={(event) => void make(event)}>
        <label class="grow">What it shows <input required value={title.value} placeholder="what should happen here" onInput={(event) => (title.value = event.currentTarget.value)} /></label>
        <button type="submit" class={shown ? "" : "primary"}>Make the case</button>
      </form>
      <Notice text={trouble.value} />
      {shown && (
        <>
          <label>File <input value={shown.file} onInput={(event) => (made.value = { ...shown, file: event.currentTarget.value })} /></label>
          <textarea class="code" rows={16} aria-label="The case" value={shown.text} onInput={(event) => (made.value = { ...shown, text: event.currentTarget.value })} />
          {written.value
            ? <Notice kind="good" text={`Written to ${written.value}.`}><a href={addressOf("write", written.value)} onClick={onClose}>Open it</a></Notice>
            : <div class="answers">
                <button type="button" class="primary" onClick={() => void write()}>Write it into the project</button>
                <button type="button" onClick={() => download(shown.file.split("/").at(-1) ?? "case.yaml", shown.text)}>Keep it as a file</button>
              </div>}
        </>
      )}
    </Dialog>
  );
}
