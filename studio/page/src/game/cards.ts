// The words of cards of a game: asked for when somebody looks, and kept.

import type { Engine } from "../engine/engine";
import { scenarioOf } from "../shell/scenarios";
import { project } from "../shell/state";

export class CardTexts {
  private readonly kept = new Map<string, Promise<string[]>>();
  private system: Promise<string | null> | null = null;

  constructor(private readonly engine: Engine, private readonly game: string) {}

  /** The text of a card, line by line; empty if it cannot be told. */
  of(card: string): Promise<string[]> {
    const known = this.kept.get(card) ?? this.ask(card).catch(() => []);
    this.kept.set(card, known);
    return known;
  }

  private async ask(card: string): Promise<string[]> {
    if (!this.engine.can.files) return [];
    this.system ??= this.findSystem();
    const system = await this.system;
    return system === null ? [] : (await this.engine.ask<"card">({ ask: "card", system, card })).text;
  }

  /** The system of the game, by its scenario. */
  private async findSystem(): Promise<string | null> {
    const games = await this.engine.ask<"games">({ ask: "games" });
    const scenario = games.find((one) => one.game === this.game)?.scenario;
    return scenarioOf(project.peek(), scenario)?.system ?? null;
  }
}
