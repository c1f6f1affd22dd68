import fc from 'fast-check';
import { InvalidQuery } from '../../../../../src/service/search/dsl/invalid-query.ts';
import { parseQuery } from '../../../../../src/service/search/dsl/parse.ts';
import { chosenQueries } from './chosen.ts';
import { randomQueries } from './random.ts';
import { vocabulary } from './vocabulary.ts';
import type { World } from './world.ts';

export const chosenIn = ({ kind, records }: World): readonly object[] => chosenQueries(kind, vocabulary(kind, records));

/** The same for the same seed, as long as the records stay the same. */
export function randomIn({ kind, records }: World, seed: number, count: number): readonly object[] {
  const ids = records.map(({ id }) => id);
  /** A query that asks for more than a query may is no query. */
  const isAllowed = (query: object): boolean => {
    try {
      parseQuery(kind, query);
      return true;
    } catch (error) {
      if (error instanceof InvalidQuery && /at most/.test(error.message)) return false;
      throw error;
    }
  };
  return fc.sample(randomQueries(vocabulary(kind, records), ids).filter(isAllowed), { seed, numRuns: count });
}
