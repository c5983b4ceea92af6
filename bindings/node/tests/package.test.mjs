// What the installed package does in node: `node --test`, with the folder of the sample project in SAMPLE.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Content, Game, Session, Studio, Workshop } from "cardwright";
import { documentsOf } from "cardwright/folder";

const documents = documentsOf(process.env.SAMPLE);
const workshop = new Workshop(documents);
const content = workshop.content("duel");

function played(session, answer = (asked) => asked.default) {
  for (let asked; (asked = session.asked()); ) session.decide(answer(asked));
  return session;
}

const fails = (code, action) => assert.throws(action, (error) => error instanceof Error && error.code === code);

test("a project is read, checked, explained and laid out", () => {
  assert.ok(workshop.isFine, workshop.told());
  assert.ok(workshop.scenarios().includes("duel"));
  assert.equal(Workshop.format("word  slot{elite}"), "word slot { elite }\n");
  fails("not-readable", () => Workshop.format("word {"));
  assert.equal(workshop.explain("no-such-card"), undefined);
});

test("what is wrong is told at its place", () => {
  const [path, text] = Object.entries(documents).find(([name]) => name.endsWith(".cw"));
  const broken = new Workshop({ ...documents, [path]: `${text}\nvalue broken(c: nothing-known): number = 0\n` });
  assert.ok(!broken.isFine);
  assert.match(broken.told(), new RegExp(path.replaceAll(".", "\\.")));
  assert.ok(JSON.stringify(broken.diagnostics()).includes("nothing-known"));
  fails("not-playable", () => broken.content("duel"));
  fails("not-playable", () => workshop.content("no-such-scenario"));
});

test("a game is played by names, looked at, saved and gone on with", () => {
  const session = new Session(content, 7n);
  const first = session.asked();
  assert.ok(first.options.length > 0 || first.place);
  assert.equal(session.snapshot().scenario, "duel");
  assert.equal(session.snapshot(first.by).decision.prompt, first.prompt);
  assert.equal(session.snapshot().decision.options, null, "only who is asked sees the options");
  session.decide(first.default);
  assert.ok(session.events("judge").every((told) => told.text.length > 0));
  const saved = session.save();
  const again = Session.resume(content, saved);
  assert.equal(again.hash(), session.hash());
  assert.equal(played(again).hash(), played(session).hash());
  assert.ok(session.ended().title.length > 0);
  assert.equal(session.asked(), undefined);
});

test("a bad answer is refused with a reason, and nothing has changed", () => {
  const session = new Session(content, 7n);
  const before = session.hash();
  fails("unknown-option", () => session.decide("no such option"));
  fails("not-json", () => session.decide({ x: "wide" }));
  fails("not-json", () => session.decide(undefined));
  fails("unknown-viewer", () => session.snapshot("nobody-here"));
  fails("not-json", () => Session.resume(content, "{}"));
  fails("no-undo", () => session.undo());
  assert.equal(session.hash(), before);
  session.decide(session.asked().default);
});

test("a pack comes back from its bytes, and damaged ones are refused", () => {
  const pack = workshop.pack("duel");
  assert.equal(played(new Session(Content.load(pack), 3n)).hash(), played(new Session(content, 3n)).hash());
  fails("unsound", () => Content.load(new Uint8Array([1, 2, 3])));
  const damaged = pack.slice();
  damaged[damaged.length >> 1] ^= 1;
  fails("unsound", () => Content.load(damaged));
  fails("unsound", () => Content.load(pack.slice(0, pack.length - 1)));
});

test("a game by numbers is the game by names", () => {
  const game = new Game(content, 5n);
  while (!game.isOver) {
    assert.ok(game.seat >= 0);
    fails("illegal", () => game.choose(1_000_000));
    game.chooseDefault();
  }
  assert.equal(game.hash(), played(new Session(content, 5n)).hash());
  assert.equal(game.seat, -1);
  fails("illegal", () => game.chooseDefault());
});

test("the studio answers a page without a server", () => {
  const studio = new Studio(documents);
  const ask = (request) => JSON.parse(studio.answer(JSON.stringify(request)));
  const { ok: project } = ask({ ask: "project" });
  const [scenario] = project.scenarios;
  const seats = Object.fromEntries(scenario.players.map(({ id }) => [id, "random"]));
  const { ok } = ask({ ask: "new-game", scenario: `${scenario.system}/${scenario.id}`, seed: 7, seats });
  for (let more = true; more;) more = ask({ ask: "let", game: ok.game }).ok.more;
  assert.ok(studio.takeChanged().includes(`game:${ok.game}`));
  const view = ask({ ask: "view", game: ok.game, viewer: "judge", width: 900, dark: false }).ok;
  assert.ok(view.over && view.scene.items.length > 0);
  const file = project.files.find(({ kind }) => kind === "document").name;
  const { version } = ask({ ask: "read", file }).ok;
  ask({ ask: "write", file, text: "system: 3", version });
  assert.equal(ask({ ask: "read", file }).ok.text, "system: 3");
  assert.ok(ask({ ask: "nothing" }).error);
});
