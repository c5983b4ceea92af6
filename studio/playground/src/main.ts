// The entry of the playground: it runs before the page's own script, which finds `cardwrightPlayground` and asks it.

import { gunzipSync } from "fflate";
import type { Begun, Brought, Documents, Listed, Playground } from "../../page/src/engine/playground";
import { askedProject, isShared, takeShared } from "./asked";
import { fromBase64 } from "./base64";
import { dataOf } from "./data";
import { startedWorker } from "./engine";
import { titleOf } from "./fetched";
import { dataOf as linkOf } from "./link";
import { MOST_ZIP_BYTES, projectOf, zipOf } from "./zip";

/** The projects beside the page, the sample first: written in by the build. */
declare const PROJECTS: readonly Listed[];

const shared = takeShared();
// A link that is put into the address of an open page is opened as in a new one; the browser asks first if something would be lost.
addEventListener("hashchange", () => {
  if (isShared(location.hash)) location.reload();
});

async function fetched(name: string): Promise<Brought> {
  const listed = PROJECTS.find((one) => one.name === name);
  if (!listed) throw new Error(`There is no project \`${name}\` here.`);
  const packed = await dataOf(`projects/${name}.js`, `project:${name}`);
  const documents = JSON.parse(new TextDecoder().decode(gunzipSync(fromBase64(packed)))) as Documents;
  return { ...listed, documents, passedOver: 0 };
}

function sample(): Promise<Brought> {
  return fetched(PROJECTS[0]?.name ?? "");
}

/** The project that is opened first. If the one that was asked for cannot be opened, it is the sample, with the reason. */
async function first(): Promise<{ brought: Brought; trouble: string }> {
  try {
    return { brought: await askedProject(shared, PROJECTS, fetched), trouble: "" };
  } catch (error) {
    return { brought: await sample(), trouble: error instanceof Error ? error.message : String(error) };
  }
}

async function begin(): Promise<Begun> {
  const [worker, opened] = await Promise.all([startedWorker(), first()]);
  return { worker, ...opened };
}

async function ofZip(file: File): Promise<Brought> {
  try {
    if (file.size > MOST_ZIP_BYTES) throw new Error(`It has more than ${MOST_ZIP_BYTES >> 20} MiB.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { name: null, title: titleOf(file.name), ...projectOf(bytes) };
  } catch (error) {
    throw new Error(`${file.name} cannot be opened. ${error instanceof Error ? error.message : String(error)}`);
  }
}

function addressOf(name: string | null, title: string, documents: Documents): string {
  const address = new URL(location.href);
  address.hash = "";
  address.searchParams.delete("project");
  if (name !== null) address.searchParams.set("project", name);
  return name === null ? `${address.href}#project=${linkOf(title, documents)}` : address.href;
}

const playground: Playground = { listed: PROJECTS, begin, sample, fetched, ofZip, zipOf, addressOf };
window.cardwrightPlayground = playground;
