// The menu of projects, where no disk keeps them: choose one, bring one as a zip, take the open one along.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Projects } from "../engine/engine";
import { Dialog } from "./Dialog";
import { Icon } from "./Icon";
import { Notice } from "./Notice";
import { bring, busy, downloadZip, isMenuOpen, openWaiting, projectAddress, said, waiting, warnBeforeLeaving } from "./projects";

export function ProjectMenu({ projects }: { projects: Projects }) {
  useEffect(() => warnBeforeLeaving(projects), [projects]);
  useEffect(() => takeDrops(projects), [projects]);
  const close = (): void => {
    isMenuOpen.value = false;
    waiting.value = null;
  };
  return (
    <>
      <button type="button" class="project-button" aria-haspopup="dialog" onClick={() => {
        said.value = null;
        isMenuOpen.value = true;
      }}>
        <Icon name="folder" /><span>Project</span>
      </button>
      {isMenuOpen.value && <Dialog title="Project" onClose={close}>{waiting.value ? <Question projects={projects} onClose={close} /> : <Choices projects={projects} />}</Dialog>}
    </>
  );
}

/** The notice about the project, if the menu is not open to show it. */
export function ProjectNotice() {
  if (!said.value || isMenuOpen.value) return null;
  return (
    <div class="project-notice">
      <Notice text={said.value.text} kind={said.value.kind}>
        <button type="button" class="plain" onClick={() => (said.value = null)}>Close</button>
      </Notice>
    </div>
  );
}

function Choices({ projects }: { projects: Projects }) {
  const open = projects.open.value;
  return (
    <>
      <p>Open: <b>{open.title}</b>{projects.isChanged.value && <span class="faint">, with changes that are not downloaded</span>}</p>
      <p class="busy-line faint" role="status">{busy.value ? "One moment…" : ""}</p>
      <Notice text={said.value?.text ?? ""} kind={said.value?.kind ?? "bad"} />
      <ul class="project-list">
        {projects.listed.map(({ name, title }) => (
          <li key={name}>
            <button type="button" aria-current={name === open.name ? "true" : undefined} disabled={busy.value} onClick={() => void bring(projects, () => projects.fetched(name))}>{title}</button>
          </li>
        ))}
      </ul>
      <Yours projects={projects} />
    </>
  );
}

/** A project of the person's own: brought, and taken along. */
function Yours({ projects }: { projects: Projects }) {
  const link = useSignal("");
  const isCopied = useSignal(false);
  const copy = async (): Promise<void> => {
    const address = await projectAddress(projects);
    link.value = address ?? "";
    isCopied.value = address !== null && (await navigator.clipboard?.writeText(address).then(() => true, () => false)) === true;
  };
  return (
    <>
      <div class="answers">
        <ZipInput projects={projects} />
        <button type="button" disabled={busy.value} onClick={() => void downloadZip(projects)}>Download as zip</button>
        <button type="button" disabled={busy.value} onClick={() => void copy()}>Copy a link to this</button>
      </div>
      {link.value !== "" && <Address address={link.value} isCopied={isCopied.value} />}
      <p class="faint small">Everything stays in this page: nothing is sent anywhere, and nothing is kept when it is closed. A zip can also be dropped on the page. A link holds the project itself. <a href="./licences.txt" target="_blank" rel="noopener">Licences</a></p>
    </>
  );
}

function Address({ address, isCopied }: { address: string; isCopied: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isCopied) field.current?.select();
  }, [address, isCopied]);
  return (
    <div class="project-link">
      <span role="status">{isCopied ? "The link is copied:" : "Copy this link:"}</span>
      <input ref={field} aria-label="Link to this project" readOnly value={address} />
    </div>
  );
}

function ZipInput({ projects }: { projects: Projects }) {
  return (
    <label class="button">
      Open a zip…
      <input type="file" accept=".zip,application/zip" class="unseen" disabled={busy.value} onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        if (file) void bring(projects, () => projects.ofZip(file));
        event.currentTarget.value = "";
      }} />
    </label>
  );
}

/** Before a project is left whose changes nobody has kept. */
function Question({ projects, onClose }: { projects: Projects; onClose: () => void }) {
  const leave = async (): Promise<void> => {
    if (await downloadZip(projects)) await openWaiting(projects);
  };
  return (
    <>
      <p>You changed <b>{projects.open.value.title}</b> and have not downloaded it. What you changed is gone when <b>{waiting.value?.title}</b> is opened.</p>
      <Notice text={said.value?.text ?? ""} kind={said.value?.kind ?? "bad"} />
      <div class="answers">
        <button type="button" class="primary" disabled={busy.value} onClick={() => void leave()}>Download, then open</button>
        <button type="button" disabled={busy.value} onClick={() => void openWaiting(projects)}>Open without it</button>
        <button type="button" onClick={onClose}>Stay here</button>
      </div>
    </>
  );
}

/** Takes zips that are dropped on the page, before an editor takes them for text. Gives back what ends it. */
function takeDrops(projects: Projects): () => void {
  const over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    void bring(projects, () => projects.ofZip(file));
  };
  addEventListener("dragover", over, true);
  addEventListener("drop", drop, true);
  return () => {
    removeEventListener("dragover", over, true);
    removeEventListener("drop", drop, true);
  };
}
