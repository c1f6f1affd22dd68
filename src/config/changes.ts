import { type Variable, variables } from './env.ts';
import type { Environment } from './env-reader.ts';

/** The names of variables whose values differ between two environments: those that a running graph takes up, and the others. */
export interface Changes {
  readonly applied: readonly string[];
  /** They count from the next start on. */
  readonly pending: readonly string[];
}

export function changesBetween(before: Environment, after: Environment): Changes {
  const changed = Object.values<Variable>(variables).filter(
    (variable) => settingOf(variable, before) !== settingOf(variable, after),
  );
  const names = (reloads: boolean): readonly string[] =>
    changed.filter((variable) => (variable.reloads ?? false) === reloads).map(({ name }) => name);
  return { applied: names(true), pending: names(false) };
}

const settingOf = (variable: Variable, env: Environment): string | undefined =>
  env[variable.name]?.trim() || variable.default;
