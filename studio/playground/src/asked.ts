// Which project the address asks for: `#project=DATA`, `?project=NAME`, or `?project=some.zip`.

import type { Brought, Listed } from "../../page/src/engine/playground";
import { fetchedZip } from "./fetched";
import { projectOfData } from "./link";

const SHARED = "#project=";

/** Whether there is a whole project behind the hash of an address. */
export function isShared(hash: string): boolean {
  return hash.startsWith(SHARED);
}

/** Takes DATA out of the address, since the rooms of the page live there; empty if there is none. */
export function takeShared(): string {
  if (!isShared(location.hash)) return "";
  const data = location.hash.slice(SHARED.length);
  const address = new URL(location.href);
  address.hash = "";
  // The name of a project in the address would be that of another one than is shown.
  address.searchParams.delete("project");
  try {
    history.replaceState(null, "", address);
  } catch {
    location.hash = "";
  }
  return data;
}

/** The project that the address asks for; the sample if it asks for none. Fails with what to say to people. */
export async function askedProject(shared: string, listed: readonly Listed[], byName: (name: string) => Promise<Brought>): Promise<Brought> {
  if (shared !== "") return said("The project in this link cannot be opened", async () => projectOfData(shared));
  const name = new URL(location.href).searchParams.get("project") ?? listed[0]?.name ?? "";
  if (listed.some((one) => one.name === name)) return byName(name);
  if (/\.zip$/i.test(name.replace(/[?#].*$/, ""))) return said(`${name} cannot be opened`, () => fetchedZip(name));
  throw new Error(`There is no project \`${name}\` here. Choose one in the menu Project.`);
}

async function said(what: string, work: () => Promise<Brought>): Promise<Brought> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
