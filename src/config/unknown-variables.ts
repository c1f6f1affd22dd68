import { closestMatch } from 'leven';
import { allSettings, type Environment, secretFileOf, textIn } from './read-settings.ts';
import { configFile } from './settings.ts';

/** Variables of the tests, which a developer's shell may hold. */
const ofTests = /^KITH_(TEST|PROPERTY)_/;

/** How many letters of a name may be mistaken for another to be suggested. */
const maxEdits = 4;

const known: ReadonlySet<string> = new Set(
  allSettings().flatMap((setting) => (setting.secret ? [setting.name, secretFileOf(setting)] : [setting.name])),
);

/** What a configuration file can set: everything but where it is itself. */
export const settable: ReadonlySet<string> = new Set([...known].filter((name) => name !== configFile.name));

/** A sentence for each variable that is set but has no effect, since its name is misspelt. */
export const ineffectiveVariables = (env: Environment): readonly string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith('KITH_') && textIn(env, name) && !ofTests.test(name) && !known.has(name))
    .map((name) => `${name} is not a variable of Kith and is ignored${hint(name)}.`);

/** The name of a variable that this one may be meant to be. */
export const closestName = (name: string): string | undefined =>
  closestMatch(name, [...known], { maxDistance: maxEdits });

const hint = (name: string): string => {
  const closest = closestName(name);
  return closest === undefined ? '' : `; the closest is ${closest}`;
};
