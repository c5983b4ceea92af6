import type { Engine } from "../engine/engine";
export function Write({ engine }: { engine: Engine }) { void engine; return <p>soon</p>; }
