// The state that all rooms share: the engine, and the project.

import { signal } from "@preact/signals";
import type { ProjectMore } from "../engine/answers";
import { type Engine, wordsOf } from "../engine/engine";

export const project = signal<ProjectMore | null>(null);
/** Why there is no project. */
export const projectTrouble = signal("");

/** Asks for the project, now and whenever its files change. */
export function followProject(engine: Engine): void {
  let asking = false;
  let again = false;
  const refresh = async (): Promise<void> => {
    again = asking;
    if (asking) return;
    asking = true;
    try {
      project.value = await engine.ask<"project">({ ask: "project" });
      projectTrouble.value = "";
    } catch (error) {
      projectTrouble.value = wordsOf(error);
    }
    asking = false;
    if (again) await refresh();
  };
  engine.listen((changed) => {
    if (changed.some((what) => what === "*" || what === "files" || what.startsWith("file:"))) void refresh();
  });
  void refresh();
}
