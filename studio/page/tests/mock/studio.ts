// A studio without the program: answers the requests of the protocol about the small game and a project in memory.

import { createHash } from "node:crypto";
import type { ViewMore } from "../../src/engine/answers";
import type { Asked, ForcePick, Reply, Request, SeatKind, StoryLine, Viewer } from "../../src/protocol";
import { Documents } from "./documents";
import { forceShown, randomForce } from "./forces";
import { previewOf, sceneOf, thingsOf } from "./picture";
import { type Moment, PLAYERS, run, SIZE } from "./rules";

interface Game {
  seed: number;
  seats: Record<string, SeatKind>;
  decisions: Reply[];
  askers: string[];
}

export class Studio {
  readonly documents = new Documents();
  readonly games = new Map<string, Game>();
  /** Requests in their order: for tests of what was asked for. */
  readonly asked: Request[] = [];
  changed: (what: string[]) => void = () => undefined;

  answer(text: string): string {
    try {
      const request = JSON.parse(text) as Request;
      this.asked.push(request);
      return JSON.stringify({ ok: this.given(request) });
    } catch (error) {
      return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
    }
  }

  private keptForce(id: string): { file: string; scenario: string } {
    if (id === "field") throw new Error("there is already a scenario `field`; choose another id");
    return { file: `scenarios/small/${id}.yaml`, scenario: `small/${id}` };
  }

  private given(request: Request): unknown {
    switch (request.ask) {
      case "project": return this.documents.project();
      case "read": return this.documents.read(request.file);
      case "write": {
        const written = this.documents.write(request.file, request.text, request.version);
        this.changed(["files", `file:${request.file}`]);
        return written;
      }
      case "check": return this.documents.check(request.file);
      case "lsp": return this.documents.lsp(request.message);
      case "card": return this.documents.card(request.card);
      case "cases": return this.documents.cases(request.file);
      case "new-game": return this.begin({ seed: request.seed, seats: request.seats, decisions: [], askers: [] });
      case "open-game": return this.open(request.replay);
      case "games": return [...this.games].map(([game, one]) => ({ game, scenario: "field", title: "A field with rocks", decisions: one.decisions.length, over: this.moment(one).state.over !== null }));
      case "view": return this.view(this.game(request.game), request);
      case "story": return this.story(this.game(request.game), request.viewer).slice(request.from);
      case "decide": return this.decide(request.game, request.by, request.reply);
      case "preview": return "place" in request.reply ? [] : previewOf(this.moment(this.game(request.game)), request.reply, request.width);
      case "undo": return this.undo(request.game, request.by);
      case "why": return this.why(this.moment(this.game(request.game), request.at));
      case "branch": {
        const { seed, seats, decisions, askers } = this.game(request.game);
        return this.begin({ seed, seats, decisions: decisions.slice(0, request.at), askers: askers.slice(0, request.at) });
      }
      case "save": return { replay: JSON.stringify(this.game(request.game)) };
      case "case": return { file: "cases/from-here.yaml", text: `# ${request.title}\ncase: from-here\ntitle: ${request.title}\nafter: ${request.at}\n` };
      case "compare": return this.compare(this.game(request.game), this.game(request.other));
      case "force": return forceShown(request.chosen);
      case "random-force": return randomForce(request.seed);
      case "keep-force": return this.keptForce(request.id);
      case "let": return { more: false };
      case "close": return this.games.delete(request.game) && {};
    }
  }

  private game(id: string): Game {
    const game = this.games.get(id);
    if (!game) throw new Error(`there is no game \`${id}\``);
    return game;
  }

  private moment(game: Game, at = game.decisions.length): Moment {
    return run(game.seed, game.decisions.slice(0, at));
  }

  private begin(game: Game): { game: string } {
    const id = `game-${this.games.size + 1}`;
    this.games.set(id, game);
    this.agents(game);
    return { game: id };
  }

  private open(replay: string): unknown {
    const { seed, decisions, askers, parted } = JSON.parse(replay) as Game & { parted?: unknown };
    const seats = Object.fromEntries(PLAYERS.map(({ id }) => [id, "default" as const]));
    const id = `game-${this.games.size + 1}`;
    this.games.set(id, { seed, seats, decisions, askers });
    return { game: id, ...(parted ? { parted } : {}) };
  }

  /** Lets agents decide until a person is asked. Their places are anywhere; they take the usual. */
  private agents(game: Game): void {
    for (let asked = this.moment(game).asked; asked && game.seats[asked.by] !== "human"; asked = this.moment(game).asked) {
      game.decisions.push(asked.place ? { place: { x: 5 + game.decisions.length * 3, y: 8, facing: 0 } } : { options: asked.default ?? [] });
      game.askers.push(asked.by);
    }
  }

  private decide(id: string, by: string, reply: Reply): Record<string, never> {
    const game = this.game(id);
    const asked = this.moment(game).asked;
    if (!asked || asked.by !== by) throw new Error(`\`${by}\` is not asked now`);
    if (!("options" in reply) !== (asked.place !== undefined)) throw new Error(asked.place ? "a place is asked for" : "no place is asked for");
    if ("picture" in reply && reply.picture.y < 40) throw new Error("too near to the edge: put it farther in");
    game.decisions.push(reply);
    game.askers.push(by);
    this.agents(game);
    this.changed([`game:${id}`]);
    return {};
  }

  private undo(id: string, by: string): Record<string, never> {
    const game = this.game(id);
    const last = game.askers.lastIndexOf(by);
    if (last < 0) throw new Error("you have decided nothing yet");
    game.decisions.length = last;
    game.askers.length = last;
    this.changed([`game:${id}`]);
    return {};
  }

  private view(game: Game, { viewer, at, width, dark }: { viewer: Viewer; at?: number; width: number; dark: boolean }): ViewMore {
    const number = at ?? game.decisions.length;
    const moment = this.moment(game, number);
    const player = typeof viewer === "string" ? null : viewer.player;
    const { asked } = moment;
    return {
      scene: sceneOf(moment, width, dark), number, of: game.decisions.length, round: moment.state.round, things: thingsOf(moment, player), seats: game.seats,
      ...(moment.state.over ? { over: moment.state.over } : {}),
      ...(asked && asked.by === player && at === undefined ? { asked: regioned(asked, width) } : {}),
      ...(asked && asked.by !== player ? { waiting: { by: asked.by, name: asked.name } } : {}),
      ...(asked && number < game.decisions.length ? answered(asked, game.decisions[number], viewer) : {}),
    };
  }

  private story(game: Game, viewer: Viewer): StoryLine[] {
    const player = typeof viewer === "string" ? viewer : viewer.player;
    const lines = this.moment(game).story.filter((line) => !line.only || line.only === player || player === "judge");
    return lines.map(({ decision, depth, text, heading }, number) => ({ number, decision, depth, text, heading }));
  }

  private why(moment: Moment): unknown {
    return {
      prompt: moment.asked?.prompt ?? "Nothing is asked", options: (moment.asked?.options ?? []).map(({ text }) => ({ text, lines: [`The rule of moves allows ${text.toLowerCase()}.`, "rules/field.cw:12"] })),
      refused: [{ text: "Swift: run", lines: ["It has no haste mark.", "rules/field.cw:30"] }],
    };
  }

  private compare(one: Game, other: Game): { decision: number | null; why: string } {
    const text = (game: Game, at: number): string => JSON.stringify(game.decisions[at] ?? null);
    for (let at = 0; at < Math.max(one.decisions.length, other.decisions.length); at++) {
      if (text(one, at) !== text(other, at)) return { decision: at, why: "Another option was taken." };
    }
    return { decision: null, why: "" };
  }
}

/** The part of the board below its upper edge, as the place that is asked for. */
function regioned(asked: Asked, width: number): Asked {
  const height = (width * SIZE.height) / SIZE.width;
  return asked.place ? { ...asked, place: { ...asked.place, region: [[0, 40], [width, 40], [width, height], [0, height]] } } : asked;
}

function answered(asked: Asked, reply: Reply | undefined, viewer: Viewer): Pick<ViewMore, "answered"> {
  const player = typeof viewer === "string" ? viewer : viewer.player;
  if (asked.secret && player !== asked.by && player !== "judge") return {};
  return { answered: { by: asked.by, name: asked.name, prompt: asked.prompt, options: asked.options.map(({ id, text }) => ({ id, text })), chosen: reply && "options" in reply ? reply.options : ["a place"] } };
}

export function version(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

export type { ForcePick };
