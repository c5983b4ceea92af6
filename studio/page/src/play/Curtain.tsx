// Between two people at one machine: nothing of either's view is on the page while this is.

import { useEffect, useRef } from "preact/hooks";
import type { Handing } from "../game/session";

export function Curtain({ to, onReady }: { to: Handing; onReady: () => void }) {
  const ready = useRef<HTMLButtonElement>(null);
  useEffect(() => ready.current?.focus(), [to.by]);
  return (
    <section class="curtain" aria-label="Hand over">
      <p>Hand over to</p>
      <h1>{to.name}</h1>
      <button type="button" class="primary large" ref={ready} onClick={onReady}>I am {to.name}: show my table</button>
      <p class="faint">What {to.name} sees is shown only then.</p>
    </section>
  );
}
