// The projects of the playground: which one is open in the worker, and whether it was changed. Not here: how zips and addresses
// are read and made, see `studio/playground`; what is asked before a project is left, see `shell/projects.ts`.

import { signal } from "@preact/signals";
import type { OpenProject, Projects } from "./engine";
import type { Brought, Documents, Listed, Playground } from "./playground";

/** The holder of the open project's documents. */
interface Holder {
  open(brought: Brought, forget: () => void): Promise<void>;
  documents(): Promise<Documents>;
}

export class BroughtProjects implements Projects {
  readonly open = signal<OpenProject>({ name: null, title: "", number: 0 });
  readonly isChanged = signal(false);

  constructor(private readonly playground: Playground, private readonly holder: Holder) {}

  get listed(): readonly Listed[] {
    return this.playground.listed;
  }

  fetched(name: string): Promise<Brought> {
    return this.playground.fetched(name);
  }

  ofZip(file: File): Promise<Brought> {
    return this.playground.ofZip(file);
  }

  take(brought: Brought, forget: () => void): Promise<void> {
    return this.holder.open(brought, forget);
  }

  async zip(): Promise<{ name: string; bytes: Uint8Array }> {
    const bytes = this.playground.zipOf(await this.holder.documents());
    this.isChanged.value = false;
    const name = this.open.value.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").toLowerCase();
    return { name: `${name || "project"}.zip`, bytes };
  }

  async address(): Promise<string> {
    const { name, title } = this.open.value;
    // A project that is as it lies beside the page needs only its name. One that was changed and downloaded is changed all the same.
    const documents = await this.holder.documents();
    const fresh = name === null ? null : (await this.playground.fetched(name)).documents;
    return this.playground.addressOf(fresh && isSame(fresh, documents) ? name : null, title, documents);
  }

  /** A project is open now, fresh from where it came. */
  opened({ name, title }: Brought): void {
    this.open.value = { name, title, number: this.open.value.number + 1 };
    this.isChanged.value = false;
  }
}

function isSame(one: Documents, other: Documents): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
