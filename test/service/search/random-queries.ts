import fc from 'fast-check';
import { idOf } from './corpus.ts';
import {
  accountFields,
  clausesOn,
  experienceFields,
  flags,
  forms,
  minimum,
  on,
  plainClauses,
  recordFields,
} from './random-clauses.ts';

/** Random queries: clauses on fields under `bool` and `nested`. */

const connector = fc.nat(47).map((n) => idOf('c', n));
const origin = fc.constantFrom(
  'work_overlap',
  'xnet_connection',
  'manual_import',
  'Work_Overlap',
  'overlaps',
  'manual-url',
  'google',
);
const oneOf = (...clauses: readonly (fc.Arbitrary<object> | undefined)[]): fc.Arbitrary<object> =>
  fc.oneof(...clauses.filter((clause) => clause !== undefined));
const ofConnector = (field: string): fc.Arbitrary<object> =>
  oneOf(
    on('term', [field], connector),
    on('terms', [field], fc.array(connector, { maxLength: 5 })),
    on('prefix', [field], fc.constantFrom('cccc', 'd', '')),
    on('wildcard', [field], fc.constantFrom('c*3', 'cccccccc-0000-4000-8000-00000000000?')),
    fc.constant({ exists: { field } }),
  );

const matchesAny: fc.Arbitrary<object> = fc.constantFrom({ match_all: {} }, { match_none: {} }, { bool: {} });
const someIds = (count: number): fc.Arbitrary<object> =>
  fc
    .array(
      fc.nat(count).map((n) => idOf('a', n)),
      { maxLength: 20 },
    )
    .map((values) => ({ ids: { values } }));

/** Many clauses of which some must match. */
const many = (leaves: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc
    .tuple(fc.array(leaves, { minLength: 3, maxLength: 18, size: 'max' }), minimum)
    .map(([should, least]) => ({ bool: { should, minimum_should_match: least } }));

/** `bool` clauses over other clauses, so many levels deep. */
export function trees(leaves: fc.Arbitrary<object>, depth: number): fc.Arbitrary<object> {
  if (depth === 0) return leaves;
  const inner = trees(leaves, depth - 1);
  const some = fc.oneof(inner, fc.array(inner, { maxLength: 4 }));
  const rarely = fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: some });
  const bool = fc
    .record({
      must: rarely,
      should: rarely,
      must_not: rarely,
      filter: rarely,
      minimum_should_match: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, minimum),
    })
    .map((body) => ({ bool: JSON.parse(JSON.stringify(body)) }));
  return fc.oneof(
    { weight: 4, arbitrary: leaves },
    { weight: 5, arbitrary: bool },
    { weight: 1, arbitrary: many(leaves) },
  );
}

/** Random queries over a corpus of so many profiles, `a0` and on. */
export function queries(profiles: number): fc.Arbitrary<object> {
  const within = (name: string, leaves: fc.Arbitrary<object>) =>
    trees(fc.oneof({ weight: 12, arbitrary: leaves }, matchesAny, someIds(profiles)), 2).map((query) => ({
      nested: { path: name, query },
    }));
  const connection = oneOf(
    ofConnector('team_connections.connector_id'),
    on('term', ['team_connections.origins'], forms('value', origin, flags)),
    on('prefix', ['team_connections.origins'], fc.constantFrom('work', 'x', 'w_', 'over', 'manual-')),
    on('term', ['team_connections.team_id'], fc.constantFrom(idOf('b', 0), idOf('b', 1))),
    fc.constant({ exists: { field: 'team_connections.origins' } }),
  );
  return trees(
    fc.oneof(
      { weight: 20, arbitrary: clausesOn(recordFields) },
      { weight: 6, arbitrary: within('profile_info.experience', clausesOn(experienceFields)) },
      { weight: 2, arbitrary: within('profile_info.social_media', clausesOn(accountFields)) },
      { weight: 2, arbitrary: within('team_connections', connection) },
      { weight: 2, arbitrary: many(fc.oneof({ weight: 12, arbitrary: plainClauses(recordFields) }, matchesAny)) },
      { weight: 1, arbitrary: ofConnector('connected_users') },
      { weight: 1, arbitrary: someIds(profiles) },
      { weight: 1, arbitrary: matchesAny },
    ),
    3,
  );
}
