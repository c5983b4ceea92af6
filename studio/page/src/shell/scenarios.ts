// How a scenario is named: by its id, and by its system, too, where two systems have the same id.

import type { Project } from "../protocol";

export type Scenario = Project["scenarios"][number];

export function nameOf(project: Project, scenario: Scenario): string {
  const same = project.scenarios.filter((one) => one.id === scenario.id).length;
  return same > 1 ? `${scenario.system}/${scenario.id}` : scenario.id;
}

export function scenarioOf(project: Project | null, name: string | undefined): Scenario | null {
  if (!project || name === undefined) return null;
  return project.scenarios.find((one) => nameOf(project, one) === name || `${one.system}/${one.id}` === name) ?? project.scenarios.find((one) => one.id === name) ?? null;
}
