// Held against the types of the package: `tsc --noEmit --strict types.ts`.
import { Content, Game, Session, Workshop, type Asked, type Reply, type Told } from "cardwright";
import { documentsOf } from "cardwright/folder";

const workshop: Workshop = new Workshop(documentsOf("."));
const content: Content = workshop.content("duel");
const session = new Session(content, 7n);
const asked: Asked | undefined = session.asked();
const first: string | undefined = asked?.options?.[0]?.id;
const reply: Reply = first ?? { x: 1, y: 2.5, facing: 90 };
session.decide(reply);
const texts: string[] = session.events("judge").map((told: Told) => told.text);
const game = new Game(content, 1n);
game.chooseAll(new Uint32Array([0]));
// @ts-expect-error a seed is a bigint
new Game(content, 1);
console.log(texts, session.snapshot().pieces.length, session.ended()?.title);
