// Another project instead of the one that is open: what is asked before, what is forgotten then, and what is said behind.

import { signal } from "@preact/signals";
import { type Projects, wordsOf } from "../engine/engine";
import type { Brought } from "../engine/playground";
import { isTyping, writeOpen } from "../write/open";
import { forgetProblems } from "../write/problems";
import { downloadBytes } from "./files";
import { go, route } from "./route";
import { project } from "./state";

/** Something that is said to the person until it is read. */
export interface Said {
  text: string;
  kind: "bad" | "warn" | "good";
}

export const said = signal<Said | null>(null);
export const isMenuOpen = signal(false);
export const busy = signal(false);
/** A project that waits for the person's word, since the open one has changes that nobody has kept. */
export const waiting = signal<Brought | null>(null);

/** Opens the first project of the page; the sample if it cannot be opened. Gives what is to be said. */
export async function firstOpened(holder: { open(brought: Brought): Promise<void> }, brought: Brought, trouble: string, sample: () => Promise<Brought>): Promise<Said | null> {
  if (trouble === "") {
    try {
      await holder.open(brought);
      return passedOver(brought);
    } catch (error) {
      trouble = `This project cannot be opened: ${wordsOf(error)}`;
    }
  }
  await holder.open(await sample());
  return { text: trouble, kind: "bad" };
}

/** Brings a project, and opens it if nothing is lost by that. */
export async function bring(projects: Projects, from: () => Promise<Brought>): Promise<void> {
  await doing(async () => {
    const brought = await from();
    if (await hasChanges(projects)) {
      waiting.value = brought;
      isMenuOpen.value = true;
    } else await open(projects, brought);
  });
}

/** Opens the project that waits. */
export async function openWaiting(projects: Projects): Promise<void> {
  const brought = waiting.value;
  if (brought) await doing(() => open(projects, brought));
}

export async function downloadZip(projects: Projects): Promise<boolean> {
  return doing(async () => {
    const isWritten = await writeOpen();
    const { name, bytes } = await projects.zip();
    downloadBytes(name, bytes, "application/zip");
    if (!isWritten) throw new Error("What you typed last could not be written, so the zip does not have it. See the room Write.");
  });
}

/** An address with the project in it; nothing if there is none, which is said. */
export async function projectAddress(projects: Projects): Promise<string | null> {
  let address: string | null = null;
  await doing(async () => {
    await writeOpen();
    address = await projects.address();
  });
  return address;
}

/** Warns before the page is closed with changes that nobody has kept. Gives back what ends it. */
export function warnBeforeLeaving(projects: Projects): () => void {
  const warn = (event: BeforeUnloadEvent): void => {
    if (projects.isChanged.peek() || isTyping()) event.preventDefault();
  };
  addEventListener("beforeunload", warn);
  return () => removeEventListener("beforeunload", warn);
}

async function hasChanges(projects: Projects): Promise<boolean> {
  const isWritten = await writeOpen();
  return projects.isChanged.value || !isWritten;
}

async function open(projects: Projects, brought: Brought): Promise<void> {
  await projects.take(brought, () => {
    project.value = null;
    forgetProblems();
    keepInAddress(brought.name);
    go({ room: route.value.room, instead: true });
  });
  waiting.value = null;
  isMenuOpen.value = false;
  said.value = passedOver(brought);
}

function passedOver({ passedOver: number }: Brought): Said | null {
  if (number === 0) return null;
  return { text: number === 1 ? "One file was passed over, since it belongs to no project." : `${number} files were passed over, since they belong to no project.`, kind: "warn" };
}

/** The page that is loaded again shows the same project, if it lies beside the page. */
function keepInAddress(name: string | null): void {
  const address = new URL(location.href);
  address.searchParams.delete("project");
  if (name !== null) address.searchParams.set("project", name);
  try {
    history.replaceState(null, "", address);
  } catch {
    // Some browsers keep the address of a file as it is.
  }
}

/** Does something that may fail; what is wrong is said. Whether it was done. */
async function doing(work: () => Promise<void>): Promise<boolean> {
  if (busy.value) return false;
  busy.value = true;
  said.value = null;
  try {
    await work();
    return true;
  } catch (error) {
    said.value = { text: wordsOf(error), kind: "bad" };
    return false;
  } finally {
    busy.value = false;
  }
}
