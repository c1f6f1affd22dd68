import { closestMatch } from 'leven';
import { retiredVariables, type Variable, variables } from './env.ts';
import type { Environment } from './judge.ts';

/** Variables of the tests, which a developer's shell may hold. */
const ofTests = /^KITH_(TEST|PROPERTY)_/;

/** How many letters of a name may be mistaken for another to be suggested. */
const mostEdits = 4;

/** A sentence for each variable that is set but has no effect: one that is no longer read, or a name misspelt. */
export const ineffectiveVariables = (env: Environment): readonly string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith('KITH_') && env[name]?.trim() && !ofTests.test(name) && !known.has(name))
    .map((name) => `${name} ${retiredVariables[name] ?? `is not a variable of Kith and is ignored${hint(name)}.`}`);

const known: ReadonlySet<string> = new Set(Object.values<Variable>(variables).map(({ name }) => name));

const hint = (name: string): string => {
  const closest = closestMatch(name, [...known], { maxDistance: mostEdits });
  return closest === undefined ? '' : `; the closest is ${closest}`;
};
