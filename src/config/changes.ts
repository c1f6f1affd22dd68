import { allSettings, type Environment, textIn } from './read-settings.ts';
import type { Setting } from './setting.ts';

/** The names of variables whose values differ between two environments: those that a running graph takes up, and the others. */
export interface Changes {
  readonly applied: readonly string[];
  /** They count from the next start on. */
  readonly pending: readonly string[];
}

export function changesBetween(before: Environment, after: Environment): Changes {
  const changed = allSettings().filter((setting) => textOf(setting, before) !== textOf(setting, after));
  const names = (reloads: boolean): readonly string[] =>
    changed.filter((setting) => (setting.reloads ?? false) === reloads).map(({ name }) => name);
  return { applied: names(true), pending: names(false) };
}

const textOf = (setting: Setting, env: Environment): string | undefined => textIn(env, setting.name) ?? setting.default;
