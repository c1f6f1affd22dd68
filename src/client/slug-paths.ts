import { accountsPath, usernamesPath } from '../contract/catalogue.ts';
import { isObject } from '../contract/json.ts';
import type { QueryDsl } from '../contract/operation/parts.ts';
import type { Fallback } from './query-fallback.ts';

/**
 * Combines a clause on the slugs in a person's accounts, a nested list, with one on the list of slugs alone. Upstreams
 * may index only one of the two, and find nothing by the other, or refuse it.
 */
export const byEitherPath = (inAccounts: QueryDsl, inUsernames: QueryDsl): QueryDsl => ({
  bool: { should: [inAccounts, inUsernames], minimum_should_match: 1 },
});

const example = byEitherPath(
  { nested: { path: accountsPath, query: { term: { [`${accountsPath}.slug`]: 'a' } } } },
  { terms: { [usernamesPath]: ['a'] } },
);

/** Replaces a clause of `byEitherPath` by that on the list of slugs. */
export const byUsernames: Fallback = { people: example, replace: (clause) => alternativesIn(clause)?.[1] };

/** Replaces a clause of `byEitherPath` by that on accounts. */
export const byAccounts: Fallback = { people: example, replace: (clause) => alternativesIn(clause)?.[0] };

function alternativesIn({ bool }: QueryDsl): readonly [QueryDsl, QueryDsl] | undefined {
  const should: unknown = isObject(bool) ? bool.should : undefined;
  const [one, other, ...more]: readonly unknown[] = Array.isArray(should) ? should : [];
  if (!isObject(one) || !isObject(other) || more.length > 0) return undefined;
  const isEither =
    isObject(one.nested) &&
    one.nested.path === accountsPath &&
    JSON.stringify(other).includes(JSON.stringify(usernamesPath));
  return isEither ? [one, other] : undefined;
}
