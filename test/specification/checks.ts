import assert from 'node:assert/strict';
import { searchCompanies } from '../../src/contract/operation/companies.ts';
import type { QueryDsl } from '../../src/contract/operation/parts.ts';
import { searchProfiles } from '../../src/contract/operation/profiles.ts';
import { companies, type PersonName, people, type TeamName } from '../support/cast/cast.ts';
import type { Asking } from '../support/service.ts';
import { check, type Proof } from './row.ts';

const peoplesNames = new Map(Object.entries(people).map(([name, { id }]) => [id, name]));
const companiesNames = new Map(Object.entries(companies).map(([name, { id }]) => [id, name]));

const written = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
};

/** A profile search by Orchard finds exactly these people of the cast, and counts them. */
export const finds = (query: QueryDsl, ...expected: readonly PersonName[]): Proof =>
  check(`finds ${expected.join(', ') || 'nobody'} by ${written(query)}`, async ({ ask }) => {
    const { ids, total_count: total } = await ask('orchard', searchProfiles, { query, limit: 1000 });
    assert.deepEqual(ids.map((id) => peoplesNames.get(id)).toSorted(), expected.toSorted());
    assert.equal(total, expected.length);
  });

/** A company search finds exactly these companies of the cast. */
export const findsCompanies = (query: QueryDsl, ...expected: readonly (keyof typeof companies)[]): Proof =>
  check(`finds ${expected.join(', ') || 'no company'} by ${written(query)}`, async ({ ask }) => {
    const { ids } = await ask('orchard', searchCompanies, { query });
    assert.deepEqual(ids.map((id) => companiesNames.get(id)).toSorted(), expected.toSorted());
  });

/** A request is refused with the standard body, whose sentences are these or match this. */
export const refuses = (
  status: number,
  path: string,
  body: unknown,
  says: RegExp,
  as: TeamName = 'harbor',
  asking?: Asking,
): Proof =>
  check(`refuses ${path} ${written(body)} with ${status}`, async ({ post, spent }) => {
    const before = await spent(as);
    const answer = await post(as, path, body, asking);
    assert.equal(answer.status, status, written(answer.body));
    assertStandard(answer.body, status);
    assert.match(JSON.stringify(answer.body), says);
    assert.equal(await spent(as), before);
  });

/** A query is refused with a sentence that matches. */
export const refusesQuery = (query: unknown, says: RegExp): Proof =>
  refuses(400, '/v3/profiles/search', { query }, says, 'orchard');

/** {code integer, errors string[]}, and nothing else. */
export function assertStandard(body: unknown, status: number): void {
  assert.ok(typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors));
  assert.deepEqual(body, { code: status, errors: body.errors.filter((sentence) => typeof sentence === 'string') });
  assert.ok(body.errors.length > 0);
}
