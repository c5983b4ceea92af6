// The room Play: the games one can begin or go on with, or the table of one of them.

import type { Engine } from "../engine/engine";
import { route } from "../shell/route";
import { Start } from "./Start";
import { Table } from "./Table";

export function Play({ engine }: { engine: Engine }) {
  const game = route.value.parts[0];
  return game ? <Table key={game} engine={engine} game={game} /> : <Start engine={engine} />;
}
