// A runner of conformance vectors: `cardwright conform VECTORS -- node runner.mjs PROJECT`.
import { createInterface } from "node:readline";
import { Runner } from "cardwright";
import { documentsOf } from "cardwright/folder";

const runner = new Runner(documentsOf(process.argv[2] ?? "."));
for await (const line of createInterface({ input: process.stdin })) {
  const reply = runner.reply(line);
  if (reply === undefined) break;
  process.stdout.write(`${reply}\n`);
}
