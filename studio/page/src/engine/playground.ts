// The playground as the page knows it: a script of its own (`studio/playground`) that brings projects and the engine's worker to a page
// without a server. No code here.

/** The texts of a project, by their paths in it. */
export type Documents = Record<string, string>;

/** A project that lies beside the page. */
export interface Listed {
  /** Its name in the address, `?project=NAME`. */
  name: string;
  title: string;
}

/** A project that is there to be opened. */
export interface Brought {
  /** Its name in the address; none if it came from a file or from within an address. */
  name: string | null;
  title: string;
  documents: Documents;
  /** How many files it came with that belong to no project. */
  passedOver: number;
}

/** A playground that has begun. */
export interface Begun {
  worker: Worker;
  brought: Brought;
  /** Why it is not the project that the address asks for; empty if it is. */
  trouble: string;
}

export interface Playground {
  readonly listed: readonly Listed[];
  /** Starts the engine, and fetches the project of the address. Fails with what to say to people. */
  begin(): Promise<Begun>;
  /** The first project of the list: what is shown if nothing else can be. */
  sample(): Promise<Brought>;
  fetched(name: string): Promise<Brought>;
  ofZip(file: File): Promise<Brought>;
  zipOf(documents: Documents): Uint8Array;
  /** This page's address with a project that lies beside it, or with a whole project in it. Fails if that is too long. */
  addressOf(name: string | null, title: string, documents: Documents): string;
}

declare global {
  interface Window {
    /** A page without a server sets this before the page's script runs. */
    cardwrightPlayground?: Playground;
  }
}
