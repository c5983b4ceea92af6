// How it stands with the open file, and what a person decides when it has changed on the disk.

import type { Editor } from "../editor/interface";
import { Notice } from "../shell/Notice";
import type { Keeping, OpenFile } from "./open";

const WORDS: Record<Keeping["is"], string> = {
  reading: "Reading…", kept: "Kept", typed: "Typing…", writing: "Writing…", waiting: "Not written yet: the studio does not answer", conflict: "Changed on the disk", trouble: "Not written",
};

export function KeepingLine({ open, editor }: { open: OpenFile; editor: Editor | null }) {
  const keeping = open.keeping.value;
  return (
    <>
      <div class="file-line">
        <b>{open.file}</b>
        <span class={`keeping ${keeping.is}`} role="status">{WORDS[keeping.is]}</span>
      </div>
      {keeping.is === "trouble" && (
        <Notice text={keeping.why}><button type="button" onClick={() => void open.write()}>Try again</button></Notice>
      )}
      {keeping.is === "conflict" && (
        <Notice kind="warn" text="This file has changed on the disk while you typed. Both texts are kept until you decide. Marked below: what differs from the disk.">
          <button type="button" class="primary" onClick={() => editor && open.solve(editor.text())}>Write what stands below</button>
          <button type="button" onClick={() => open.solve(keeping.theirs)}>Take the one from the disk</button>
        </Notice>
      )}
    </>
  );
}
