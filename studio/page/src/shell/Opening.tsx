// The opening of the playground, shown before its engine is there, and instead of it if it cannot start.

import { Notice } from "./Notice";

export function Opening({ trouble }: { trouble?: string }) {
  return (
    <main class="opening">
      <h1>Playground</h1>
      {trouble === undefined
        ? <p class="faint" role="status"><span class="spinner" aria-hidden="true" />Loading the engine. Everything happens in this page: nothing is sent anywhere.</p>
        : <Notice text={trouble} />}
    </main>
  );
}
