// Parts of the page that need no browser.

import { describe, expect, test } from "vitest";
import { Camera } from "../src/board/camera";
import { rising } from "../src/board/order";
import { cssOf, nearTurn, poseOf } from "../src/board/pose";
import { tidied } from "../src/engine/tidy";
import { added, picksOf, removed, textOf } from "../src/force/picks";
import { Fit } from "../src/game/size";
import { Choice } from "../src/play/choice";
import { itemsOf } from "../src/play/keys";
import { Placing } from "../src/play/placing";
import type { Asked, StoryLine } from "../src/protocol";
import { firstDifference } from "../src/write/difference";
import { cardAt } from "../src/write/place";

describe("the camera", () => {
  const looking = (): Camera => {
    const camera = new Camera();
    camera.resize({ width: 1000, height: 500 }, { width: 500, height: 500 });
    return camera;
  };

  test("shows the whole scene in the middle", () => {
    const { scale, x, y } = looking();
    expect([scale, x, y]).toEqual([0.5, 0, 125]);
  });

  test("keeps the point under the pointer while it comes closer", () => {
    const camera = looking();
    const at = { x: 100, y: 200 };
    const before = camera.toScene(at);
    camera.zoom(3, at);
    expect(camera.toScene(at).x).toBeCloseTo(before.x);
    expect(camera.toScene(at).y).toBeCloseTo(before.y);
  });

  test("never loses the scene, however far one pulls", () => {
    const camera = looking();
    camera.pan(1e9, -1e9);
    expect(camera.x).toBe(440);
    expect(camera.y).toBe(60 - 250);
  });

  test("keeps what is in the middle when the window changes", () => {
    const camera = looking();
    camera.zoom(4);
    const middle = camera.toScene({ x: 250, y: 250 });
    camera.resize({ width: 1000, height: 500 }, { width: 800, height: 300 });
    expect(camera.toScene({ x: 400, y: 150 }).x).toBeCloseTo(middle.x);
  });
});

describe("a pose", () => {
  test("is read from a transform and written for motion", () => {
    expect(poseOf("translate(1.5 -2) rotate(90)")).toEqual({ x: 1.5, y: -2, turn: 90 });
    expect(poseOf("translate(1 2)")).toEqual({ x: 1, y: 2, turn: 0 });
    expect(poseOf("scale(2)")).toBeNull();
    expect(cssOf({ x: 1, y: 2, turn: 0 })).toBe("translate(1px, 2px) rotate(0deg)");
  });

  test("turns the short way", () => {
    expect(nearTurn(10, 350)).toBe(370);
    expect(nearTurn(350, 10)).toBe(-10);
    expect(nearTurn(180, 0)).toBe(180);
  });
});

describe("a new order", () => {
  test("moves as few as can be", () => {
    expect([...rising([1, 2, 3, 0])].sort()).toEqual([0, 1, 2]);
    expect([...rising([4, 1, 2, 3])].sort()).toEqual([1, 2, 3]);
    expect(rising([]).size).toBe(0);
  });
});

describe("a scene's width", () => {
  test("is chosen so that all of a tall board is seen", () => {
    const fit = new Fit();
    fit.resized(1000, 500);
    expect(fit.width.value).toBe(1000);
    expect(fit.learn({ width: 1000, height: 1000 })).toBe(true);
    expect(fit.width.value).toBe(500);
    expect(fit.learn({ width: 500, height: 505 })).toBe(false);
  });
});

const ASKED: Asked = { by: "a", name: "A", prompt: "?", least: 1, most: 2, ordered: true, default: ["x"], secret: false, options: [{ id: "x", text: "X", target: "piece:1" }, { id: "y", text: "Y" }, { id: "z", text: "Z" }] };

describe("a choice", () => {
  test("of one is the answer at once", () => {
    expect(new Choice({ ...ASKED, most: 1 }).take("y")).toEqual(["y"]);
  });

  test("of several is marked in order, given back, and no more than allowed", () => {
    const choice = new Choice(ASKED);
    for (const id of ["z", "x", "y"]) expect(choice.take(id)).toBeNull();
    expect(choice.taken.value).toEqual(["z", "x"]);
    choice.take("z");
    expect(choice.taken.value).toEqual(["x"]);
    expect(choice.usual()).toEqual(["x"]);
  });

  test("says how many are to be chosen", () => {
    const amount = (least: number, most: number): string => new Choice({ ...ASKED, least, most }).amount.value;
    expect([amount(1, 1), amount(0, 1), amount(2, 2), amount(0, 3), amount(0, 2), amount(1, 2)]).toEqual(["", "Choose one, or none.", "Choose 2.", "Choose as many as you like.", "Choose up to 2.", "Choose 1 to 2."]);
  });

  test("knows what an item means, and that a name means its piece", () => {
    expect(new Choice(ASKED).meaning("piece:1").map(({ id }) => id)).toEqual(["x"]);
    expect(itemsOf("tag:1")).toEqual(["tag:1", "piece:1"]);
  });
});

describe("picks of a force", () => {
  test("are added, taken away with what lies on them, and go through text unchanged", () => {
    let picks = added(added(added([], "a", null), "a", null), "b", "a");
    expect(textOf(picks)).toBe("2 x a\nb on a");
    expect(picksOf(textOf(picks))).toEqual(picks);
    picks = removed(picks, { card: "a", key: "a#2", on: null });
    expect(picks).toContainEqual({ card: "b", on: "a", count: 1 });
    expect(removed(picks, { card: "a", key: "a", on: null })).toEqual([]);
  });

  test("of several pieces of a card move up when one before them goes", () => {
    const picks = [{ card: "a", on: null, count: 3 }, { card: "b", on: "a#3", count: 1 }, { card: "c", on: "a", count: 1 }];
    expect(removed(picks, { card: "a", key: "a", on: null })).toEqual([{ card: "a", on: null, count: 2 }, { card: "b", on: "a#2", count: 1 }]);
  });

  test("of a text are bounded, and a line that cannot be read is named", () => {
    expect(() => picksOf("a\nb c d")).toThrow("Line 2");
    expect(() => picksOf("a\n".repeat(500))).toThrow("200");
    expect(picksOf("# a comment\n\n3 x a # tail")).toEqual([{ card: "a", on: null, count: 3 }]);
  });
});

describe("the card under the cursor", () => {
  const text = "set: s\nsystem: g\ncards:\n  - id: one\n    name: One\n  - { id: two, name: Two }\n";
  test("is the one above, in a set alone", () => {
    expect(cardAt(text, 5)).toEqual({ system: "g", card: "one" });
    expect(cardAt(text, 6)).toEqual({ system: "g", card: "two" });
    expect(cardAt(text, 2)).toBeNull();
    expect(cardAt("scenario: s\nsystem: g\n  - id: x\n", 3)).toBeNull();
  });
});

describe("an answer with nulls", () => {
  test("is put in order, and who is asked waits for nobody", () => {
    const scene = { width: 1, height: 1, ground: "", title: "", defs: "", items: [] };
    const asked = { ...ASKED, default: null, place: null, options: [{ id: "x", text: "X", target: null }] };
    const thing = { key: "piece:1", id: "1", name: "One", owner: null, on: null, kind: "k", card: null, faceDown: false, onBoard: true };
    const view = tidied("view", { scene, number: 0, of: 0, round: 0, over: null, asked, waiting: { by: "a", name: "A" }, things: [thing], answered: null });
    expect("over" in view || "waiting" in view || "answered" in view).toBe(false);
    expect(view.asked).toEqual({ ...ASKED, default: null, options: [{ id: "x", text: "X" }] });
    expect(view.things[0]).toMatchObject({ owner: null, facts: [], bars: [], text: [] });
  });
});

describe("what a change does on the table", () => {
  const line = (number: number, decision: number, text: string): StoryLine => ({ number, decision, depth: 0, text, heading: false });
  const story = [line(0, 0, "The sides"), line(1, 1, "A moves 2."), line(2, 3, "B moves 1.")];

  test("the first lines that differ are shown", () => {
    expect(firstDifference(story, story)).toEqual({ decision: null, before: "", now: "" });
    const other = [story[0], line(1, 1, "A moves 3."), story[2]] as StoryLine[];
    expect(firstDifference(story, other)).toEqual({ decision: 1, before: "A moves 2.", now: "A moves 3." });
  });

  test("a game that ends before, goes on, or cannot go on is a difference", () => {
    const parted = { decision: 3, why: "this is no option" };
    expect(firstDifference(story, story.slice(0, 2), parted)).toEqual({ decision: 3, before: "B moves 1.", now: "this is no option" });
    expect(firstDifference(story.slice(0, 2), story)).toEqual({ decision: 3, before: "The story ends.", now: "B moves 1." });
    expect(firstDifference(story, story, parted)).toEqual({ decision: 3, before: "The game went on.", now: "this is no option" });
  });
});

describe("the same question, asked again", () => {
  const asked = { by: "a", name: "A", prompt: "Which?", least: 0, most: 2, options: ["x", "y", "z"].map((id) => ({ id, text: id })) } as unknown as Asked;

  test("keeps what was taken, if it is still there", () => {
    const before = new Choice(asked);
    before.take("x");
    before.take("z");
    const after = new Choice({ ...asked, options: asked.options.slice(1) });
    after.takeOver(before);
    expect(after.taken.value).toEqual(["z"]);
  });

  test("keeps where a piece stands, on a board of another size", () => {
    const placing = (): Placing => new Placing({ text: "" } as NonNullable<Asked["place"]>, () => 800, async () => ({ items: [], why: "" }));
    const [before, after] = [placing(), placing()];
    before.put({ x: 100, y: 40 });
    before.turn(15);
    after.takeOver(before, 1.5);
    expect(after.set.value).toEqual({ x: 150, y: 60, turn: 15 });
  });
});
