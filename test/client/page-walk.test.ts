import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pino from 'pino';
import { createClient } from '../../src/client/client.ts';
import { UpstreamMalformed } from '../../src/client/errors.ts';
import { searchProfiles } from '../../src/contract/operation/profiles.ts';
import { findRelationships } from '../../src/contract/operation/relationships.ts';
import { openGraph } from '../../src/graph/server.ts';
import { answers, openUpstream, type Step } from './scripted-upstream.ts';

const id = (n: number) => `0192f0c1-2a7b-7c3d-8e4f-${String(n).padStart(12, '0')}`;
const idsFrom = (n: number, count = 2) => Array.from({ length: count }, (_, at) => id(n + at));
const item = (of: string) => ({
  profile: { id: of, full_name: `Person ${of.slice(-2)}`, current_company_website: 'kestrel.example' },
  connections: [{ connector_id: id(999), connector_name: 'Mei', sources: [{ origin: 'xnet_connection' }] }],
});

/** A page for searches and relationships alike. */
const paged = (ids: readonly string[], token: unknown, total = 4): object => ({
  ids,
  items: ids.map(item),
  count: ids.length,
  total_count: total,
  usage: 0,
  ...(token !== undefined && { pagination_token: token }),
});
const pagesOf =
  (of: (token: string | undefined) => object): Step =>
  (response, request, body) =>
    answers(200, of(body ? JSON.parse(body).pagination_token : undefined))(response, request);

/** Answers of the graph over an upstream. */
async function ask(step: Step, query: string) {
  await using upstream = await openUpstream(step);
  await using graph = await openGraph({ upstreamUrl: upstream.url, log: pino({ level: 'silent' }) });
  const response = await fetch(`${graph.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'any' },
    body: JSON.stringify({ query }),
  });
  return { ...Object(await response.json()), calls: upstream.seen.length };
}

const searches = [
  ['relationships', 'relationships(first: 10)', 'profile { id }'],
  ['searchProfiles', 'searchProfiles(first: 10)', 'id'],
  ['searchCompanies', 'searchCompanies(first: 10)', 'id'],
] as const;

describe('a page without a next one', () => {
  for (const [what, token] of [
    ['absent', undefined],
    ['null', null],
    ['an empty text', ''],
  ] as const)
    for (const [name, field, node] of searches)
      it(`is the last of ${name} where the token is ${what}`, async () => {
        const { data, calls } = await ask(
          pagesOf(() => paged(idsFrom(1), token, 2)),
          `{ found: ${field} { totalCount nodes { ${node} } pageInfo { hasNextPage } } }`,
        );
        assert.equal(data.found.nodes.length, 2);
        assert.equal(data.found.pageInfo.hasNextPage, false);
        assert.equal(calls, 1);
      });
});

describe('a walk over pages', () => {
  for (const [name, field, node] of searches) {
    const found = `{ found: ${field} { totalCount nodes { ${node} } } }`;

    it(`ends with an error where a token leads to its own page, in ${name}`, async () => {
      const { errors, calls } = await ask(
        pagesOf(() => paged(idsFrom(1), 'again', 200)),
        found,
      );
      assert.equal(errors?.[0]?.extensions?.code, 'UPSTREAM_MALFORMED');
      assert.ok(calls <= 3, `${calls} calls`);
    });

    it(`ends with an error where tokens alternate, in ${name}`, async () => {
      const step = pagesOf((token) => (token === 'a' ? paged(idsFrom(3), 'b', 200) : paged(idsFrom(1), 'a', 200)));
      const { errors, calls } = await ask(step, found);
      assert.equal(errors?.[0]?.extensions?.code, 'UPSTREAM_MALFORMED');
      assert.ok(calls <= 4, `${calls} calls`);
    });

    it(`shows what comes twice once, in ${name}`, async () => {
      const step = pagesOf((token) =>
        token === undefined ? paged([...idsFrom(1), id(1)], 'next') : paged([id(2), ...idsFrom(3)], undefined),
      );
      const { data } = await ask(step, found);
      const ids = data.found.nodes.map((one: { id?: string; profile?: { id: string } }) => one.id ?? one.profile?.id);
      assert.deepEqual(ids, idsFrom(1, 4));
    });
  }

  it('counts a person once for introductions, and ends with an error where tokens alternate', async () => {
    const query = '{ introPaths(to: { companyWebsite: "kestrel.example" }, first: 10) { totalCount } }';
    const atOneCompany =
      (step: Step): Step =>
      (response, request, body) =>
        (request.url?.includes('/companies/') ? answers(200, paged(idsFrom(1, 1), undefined, 1)) : step)(
          response,
          request,
          body,
        );
    const twice = pagesOf((token) =>
      token === undefined ? paged([...idsFrom(1), id(1)], 'next', 3) : paged(idsFrom(2), undefined, 3),
    );
    assert.equal((await ask(atOneCompany(twice), query)).data.introPaths.totalCount, 3);
    const step = pagesOf((token) => (token === 'a' ? paged(idsFrom(3), 'b', 200) : paged(idsFrom(1), 'a', 200)));
    const { errors } = await ask(atOneCompany(step), query);
    assert.equal(errors?.[0]?.extensions?.code, 'UPSTREAM_MALFORMED');
  });

  it('does not show a total below zero, nor an item that is null', async () => {
    const { errors } = await ask(
      pagesOf(() => paged(idsFrom(1), undefined, -1)),
      '{ relationships(first: 2) { totalCount } }',
    );
    assert.equal(errors?.[0]?.extensions?.code, 'UPSTREAM_MALFORMED');
    const { data } = await ask(
      pagesOf(() => ({ ...paged(idsFrom(1), undefined, 2), items: [null, item(id(1))] })),
      '{ relationships(first: 2) { nodes { profile { id } } } }',
    );
    assert.deepEqual(data.relationships.nodes, [{ profile: { id: id(1) } }]);
  });
});

it('is read by the client: a token is text, and not the one that was sent', async () => {
  for (const operation of [searchProfiles, findRelationships])
    for (const token of [7, {}, 'sent']) {
      await using upstream = await openUpstream(answers(200, paged(idsFrom(1), token)));
      await using client = createClient({ baseUrl: upstream.url });
      const request = { query: { match_all: {} }, pagination_token: 'sent' };
      await assert.rejects(
        client.call(operation as typeof searchProfiles, request, { apiKey: 'any' }),
        UpstreamMalformed,
      );
    }
});
