import { closestMatch } from 'leven';
import { retiredVariables, secretFileOf, type Variable, variables } from './env.ts';
import type { Environment } from './env-reader.ts';

/** Variables of the tests, which a developer's shell may hold. */
const ofTests = /^KITH_(TEST|PROPERTY)_/;

/** How many letters of a name may be mistaken for another to be suggested. */
const mostEdits = 4;

const known: ReadonlySet<string> = new Set(
  Object.values<Variable>(variables).flatMap((variable) =>
    variable.secret ? [variable.name, secretFileOf(variable)] : [variable.name],
  ),
);

/** What a configuration file can set: everything but where it is itself. */
export const settable: ReadonlySet<string> = new Set([...known].filter((name) => name !== variables.config.name));

/** A sentence for each variable that is set but has no effect: one that is no longer read, or a name misspelt. */
export const ineffectiveVariables = (env: Environment): readonly string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith('KITH_') && env[name]?.trim() && !ofTests.test(name) && !known.has(name))
    .map((name) => `${name} ${retiredVariables[name] ?? `is not a variable of Kith and is ignored${hint(name)}.`}`);

/** The name of a variable that this one may be meant to be. */
export const closestName = (name: string): string | undefined =>
  closestMatch(name, [...known], { maxDistance: mostEdits });

const hint = (name: string): string => {
  const closest = closestName(name);
  return closest === undefined ? '' : `; the closest is ${closest}`;
};
