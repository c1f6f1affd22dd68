import { foldedPath } from '../contract/catalogue.ts';
import { isObject } from '../contract/json.ts';
import type { QueryDsl } from '../contract/operation/parts.ts';
import type { Fallback } from './query-fallback.ts';

/** Builds a clause on a field. */
type ClauseOn = (path: string) => QueryDsl;

/**
 * Combines a clause on a name with the same clause on its sub-field without accents. Other upstreams may lack that
 * sub-field, an extension of ours, and find nothing by it, so the name itself is searched, too.
 */
export const withoutAccents = (path: string, clauseOn: ClauseOn): QueryDsl => ({
  bool: { should: [clauseOn(path), clauseOn(foldedPath(path))], minimum_should_match: 1 },
});

const example = (path: string): QueryDsl => withoutAccents(path, (name) => ({ match: { [name]: 'a' } }));

/** Replaces a clause of `withoutAccents` by that on the name alone. */
export const withAccents: Fallback = {
  people: example('profile_info.full_name'),
  companies: example('company_info.name'),
  replace: ({ bool }) => plainIn(bool),
};

function plainIn(bool: unknown): QueryDsl | undefined {
  const should: unknown = isObject(bool) ? bool.should : undefined;
  const [plain, folded, ...more]: readonly unknown[] = Array.isArray(should) ? should : [];
  if (!isObject(plain) || !isObject(folded) || more.length > 0) return undefined;
  const [[kind, on] = ['', undefined]] = Object.entries(plain);
  const [[path, asked] = ['', undefined]] = isObject(on) ? Object.entries(on) : [];
  const twin = { [kind]: { [foldedPath(path)]: asked } };
  return JSON.stringify(twin) === JSON.stringify(folded) ? plain : undefined;
}
