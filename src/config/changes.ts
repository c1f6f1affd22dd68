import { allSettings, type Environment, textIn } from './read-settings.ts';
import type { Setting } from './setting.ts';

/** Names of the variables with different values in two environments. */
export interface Changes {
  /** A running graph applies these on reload. */
  readonly applied: readonly string[];
  /** These take effect at the next start. */
  readonly pending: readonly string[];
}

export function changesBetween(before: Environment, after: Environment): Changes {
  const changed = allSettings().filter((setting) => textOf(setting, before) !== textOf(setting, after));
  const names = (reloads: boolean): readonly string[] =>
    changed.filter((setting) => (setting.reloads ?? false) === reloads).map(({ name }) => name);
  return { applied: names(true), pending: names(false) };
}

const textOf = (setting: Setting, env: Environment): string | undefined => textIn(env, setting.name) ?? setting.default;
