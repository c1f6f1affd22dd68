import { closestMatch } from 'leven';
import { allSettings, type Environment, secretFileOf, textIn } from './read-settings.ts';
import { configFile } from './settings.ts';

/** Variables of the tests, which may be set in a developer's shell. */
const ofTests = /^KITH_(TEST|PROPERTY)_/;

/** Limit on the edit distance of a suggested name. */
const maxEdits = 4;

const known: ReadonlySet<string> = new Set(
  allSettings().flatMap((setting) => (setting.secret ? [setting.name, secretFileOf(setting)] : [setting.name])),
);

/** The variables that a configuration file can set: all but the one that names the file. */
export const settable: ReadonlySet<string> = new Set([...known].filter((name) => name !== configFile.name));

/** One sentence for each `KITH_…` variable that is set but unknown, and so has no effect. */
export const ineffectiveVariables = (env: Environment): readonly string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith('KITH_') && textIn(env, name) && !ofTests.test(name) && !known.has(name))
    .map((name) => `${name} is not a variable of Kith and is ignored${hint(name)}.`);

/** The known variable with the most similar name, if any is close enough. */
export const closestName = (name: string): string | undefined =>
  closestMatch(name, [...known], { maxDistance: maxEdits });

const hint = (name: string): string => {
  const closest = closestName(name);
  return closest === undefined ? '' : `; the closest is ${closest}`;
};
