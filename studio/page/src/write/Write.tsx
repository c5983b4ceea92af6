// The room Write: files, the editor, the card and its cases beside it, all problems below.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Editor } from "../editor/interface";
import { type Engine, wordsOf } from "../engine/engine";
import { useSignalEffectOn } from "../shell/effects";
import { Notice } from "../shell/Notice";
import { go, route } from "../shell/route";
import { project } from "../shell/state";
import { Beside } from "./Beside";
import { KeepingLine } from "./KeepingLine";
import { openEditor } from "./loading";
import { Drafts, OpenFile } from "./open";
import { cardAt, type CardPlace } from "./place";
import { ProblemList } from "./ProblemList";
import { checkFile, followProblems, problems } from "./problems";
import { Tree } from "./Tree";

/** The name of this page for the language service. */
const PAGE = crypto.randomUUID();

export function Write({ engine }: { engine: Engine }) {
  const trouble = useSignal("");
  const list = useSignal<"files" | "text" | "beside">("text");
  const [file, line] = placeIn(route.value.parts[0] ?? "");
  const first = project.value?.files.find((one) => one.name.startsWith("cards/"))?.name ?? project.value?.files[0]?.name;
  useEffect(() => followProblems(engine), [engine]);
  useEffect(() => {
    if (file === "" && first) go({ room: "write", parts: [first], instead: true });
  }, [file, first]);
  const add = async (name: string): Promise<void> => {
    try {
      await engine.ask<"write">({ ask: "write", file: name, text: "", version: null });
      trouble.value = "";
      go({ room: "write", parts: [name] });
    } catch (error) {
      trouble.value = wordsOf(error);
    }
  };
  return (
    <div class={`room write-room shows-${list.value}`}>
      <div class="write-tabs" role="group" aria-label="What is shown">
        {(["files", "text", "beside"] as const).map((one) => (
          <button key={one} type="button" aria-pressed={list.value === one} onClick={() => (list.value = one)}>{{ files: "Files", text: "Text", beside: "Card and cases" }[one]}</button>
        ))}
      </div>
      <Tree open={file} onNew={(name) => void add(name)} />
      <div class="write-main">
        <Notice text={trouble.value} />
        {file !== "" && project.value && <Text engine={engine} file={file} line={line} />}
        <ProblemList file={file} onOpen={(problem) => {
          list.value = "text";
          go({ room: "write", parts: [`${problem.file}:${problem.line}:${problem.column}`] });
        }} />
      </div>
    </div>
  );
}

/** A file, and a line and column in it: `cards/a.yaml:12:3`. */
function placeIn(word: string): [string, { line: number; column: number } | null] {
  const found = /^(.*?)(?::(\d+))?(?::(\d+))?$/.exec(word);
  const line = found?.[2] ? { line: Number(found[2]), column: Number(found[3] ?? 1) } : null;
  return [found?.[1] ?? "", line];
}

/** The open file with its editor. */
function Text({ engine, file, line }: { engine: Engine; file: string; line: { line: number; column: number } | null }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useSignal<Editor | null>(null);
  const trouble = useSignal("");
  const card = useSignal<CardPlace | null>(null);
  const kept = useSignal(0);
  const at = useRef(1);
  const name = project.value?.name ?? "";
  const open = useMemo(() => new OpenFile(engine, file, new Drafts(name), () => {
    kept.value++;
    void checkFile(engine, file);
  }), [engine, file, name]);
  useEffect(() => () => open.close(), [open]);

  const latest = useRef(open);
  latest.current = open;
  const look = (): void => {
    const place = editor.peek() ? cardAt(editor.peek()?.text() ?? "", at.current) : null;
    if (place?.card !== card.peek()?.card || place?.system !== card.peek()?.system) card.value = place;
  };
  useEffect(() => {
    let gone = false;
    if (!host.current) return;
    const service = {
      root: project.peek()?.uri ?? "file:///",
      speak: (message: unknown) => engine.ask<"lsp">({ ask: "lsp", page: PAGE, message }),
      open: (to: string, row: number, column: number) => go({ room: "write", parts: [`${to}:${row}:${column}`] }),
    };
    openEditor({ host: host.current, service, onEdit: (text) => latest.current.edit(text), onCursor: (row) => {
      at.current = row;
      look();
    } }).then((made) => {
      if (gone) made.destroy();
      else editor.value = made;
    }, (error: unknown) => (trouble.value = wordsOf(error)));
    return () => {
      gone = true;
      editor.value?.destroy();
    };
  }, [engine]);

  useSignalEffectOn(() => {
    const text = open.shown.value;
    if (!editor.value || text === null) return;
    editor.value.show(file, text.text, project.peek()?.writable ?? false);
    look();
  }, [open]);
  useSignalEffectOn(() => {
    const { value } = open.keeping;
    editor.value?.compare(value.is === "conflict" ? value.theirs : null);
  }, [open]);
  useSignalEffectOn(() => {
    if (editor.value && open.shown.value && line) editor.value.goTo(line.line, line.column);
  }, [open, line?.line, line?.column]);
  useSignalEffectOn(() => {
    const own = (problems.value ?? []).filter((one) => one.file === file);
    editor.value?.problems(own);
  }, [open]);
  useEffect(() => engine.listen((changed) => {
    if (changed.includes("lsp")) editor.value?.collect();
    if (changed.includes("files") || changed.includes("*")) kept.value++;
  }), [engine]);
  return (
    <>
      <div class="write-text">
        <KeepingLine open={open} editor={editor.value} />
        <Notice text={trouble.value} />
        {project.value && !project.value.writable && <Notice kind="warn" text="This project cannot be written to: what you type stays in this page." />}
        <div class="editor" ref={host} />
      </div>
      <Beside engine={engine} file={file} card={card.value} kept={kept.value} />
    </>
  );
}
