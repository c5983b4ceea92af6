// How many random games a second: `node speed.mjs PROJECT SCENARIO GAMES`. The agent stands here; each choice crosses the border.
import { Game, Workshop } from "cardwright";
import { documentsOf } from "cardwright/folder";

const [project, scenario, games] = process.argv.slice(2);
const content = new Workshop(documentsOf(project)).content(scenario);

function answer(game) {
  const { options, least, most } = game;
  if (options === 0) return game.chooseAny();
  if (most <= 1) {
    const option = Math.floor(Math.random() * (options + (least === 0 ? 1 : 0)));
    return option < options ? game.choose(option) : game.chooseAll(new Uint32Array(0));
  }
  game.chooseAny();
}

function play(seed) {
  const game = new Game(content, seed);
  let decisions = 0;
  for (; !game.isOver && decisions < 100_000; decisions += 1) answer(game);
  game.free();
  return decisions;
}

for (let seed = 0; seed < 20; seed += 1) play(BigInt(seed));
const begun = performance.now();
let decisions = 0;
for (let seed = 0; seed < Number(games); seed += 1) decisions += play(BigInt(seed));
const seconds = (performance.now() - begun) / 1000;
console.log(`${scenario}: ${(games / seconds).toFixed(1)} games a second, ${decisions} decisions`);
