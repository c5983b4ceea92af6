import type { Engine } from "../engine/engine";
export function Force({ engine }: { engine: Engine }) { void engine; return <p>soon</p>; }
