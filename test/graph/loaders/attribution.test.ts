import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pino from 'pino';
import { openGraph } from '../../../src/graph/server.ts';
import { answers, openUpstream } from '../../client/scripted-upstream.ts';

const ids = [1, 2, 3].map((n) => `0192f0c1-2a7b-7c3d-8e4f-5a6b7c8d9e0${n}`) as [string, string, string];
const [one, two, three] = ids;
const person = (id: string | null, name: string, more: object = {}) => ({
  id,
  profile_info: { full_name: name },
  ...more,
});
const slugged = (id: string, slug: string, more: object = {}) =>
  person(id, slug, {
    profile_info: { full_name: slug, social_media: [{ network: 'xnet', slug }] },
    ...more,
  });

/** What the graph says of each identifier: a name, or the type of the failure. */
async function answered(by: readonly string[], answer: object): Promise<{ readonly found: unknown[]; calls: number }> {
  await using upstream = await openUpstream(answers(200, answer));
  await using graph = await openGraph({ upstreamUrl: upstream.url, log: pino({ level: 'silent' }) });
  const ask = async () => {
    const response = await fetch(`${graph.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'any' },
      body: JSON.stringify({
        query: `{ profiles(by: [${by}]) { __typename ... on Profile { fullName } } }`,
      }),
    });
    const { data } = Object(await response.json());
    return data.profiles.map((one: { __typename: string; fullName?: string }) => one.fullName ?? one.__typename);
  };
  const found = await ask();
  // What is known to be absent is cached, and what failed is not.
  await ask();
  return { found, calls: upstream.seen.length };
}

const byIds = ids.map((id) => `{ id: "${id}" }`);
const bySlugs = ['ada', 'bob', 'cy'].map((slug) => `{ xnetSlug: "${slug}" }`);

describe('an answer whose found_by repeats the request', () => {
  it('gives each id its own record', async () => {
    const echo = { found_by: { ids } };
    const results = [person(one, 'Ada', echo), person(two, 'Bob'), person(three, 'Cy')];
    assert.deepEqual(await answered(byIds, { results, not_found: [] }), { found: ['Ada', 'Bob', 'Cy'], calls: 1 });
  });

  it('gives each slug the record that has it', async () => {
    const echo = { found_by: { xnet_names: ['ada', 'bob', 'cy'] } };
    const results = [slugged(one, 'ada', echo), slugged(two, 'bob', echo), slugged(three, 'cy', echo)];
    assert.deepEqual((await answered(bySlugs, { results, not_found: [] })).found, ['ada', 'bob', 'cy']);
  });

  it('fails an id whose record has another id, and is asked again', async () => {
    const results = [person(one, 'Ada', { found_by: { ids: [one, two] } })];
    assert.deepEqual(await answered(byIds.slice(0, 2), { results, not_found: [] }), {
      found: ['Ada', 'UpstreamFailed'],
      calls: 2,
    });
  });

  it('fails a slug that it gives to two records of which none has it', async () => {
    const both = { found_by: { xnet_names: ['ada', 'bob'] } };
    const results = [person(one, 'Ada', both), person(two, 'Bob', both)];
    assert.deepEqual((await answered(bySlugs.slice(0, 2), { results, not_found: [] })).found, [
      'UpstreamFailed',
      'UpstreamFailed',
    ]);
  });

  it('fails a slug that it gives to a record and calls not found', async () => {
    const results = [slugged(one, 'ada', { found_by: { xnet_names: ['ada', 'bob'] } })];
    assert.deepEqual((await answered(bySlugs.slice(0, 2), { results, not_found: ['bob'] })).found, [
      'ada',
      'UpstreamFailed',
    ]);
  });

  it('gives an id in capitals its record, once, and shows the id as others do', async () => {
    const upper = one.toUpperCase();
    await using upstream = await openUpstream(
      answers(200, { results: [person(upper, 'Ada', { found_by: { ids: [upper] } })], not_found: [two.toUpperCase()] }),
    );
    await using graph = await openGraph({ upstreamUrl: upstream.url, log: pino({ level: 'silent' }) });
    const ask = async () => {
      const response = await fetch(`${graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'any' },
        body: JSON.stringify({
          query: `{ profiles(by: [{id: "${one}"}, {id: "${two}"}]) { __typename ... on Profile { id fullName } } }`,
        }),
      });
      return Object(await response.json()).data.profiles;
    };
    const expected = [{ __typename: 'Profile', id: one, fullName: 'Ada' }, { __typename: 'NotFound' }];
    assert.deepEqual([await ask(), await ask()], [expected, expected]);
    assert.equal(upstream.seen.length, 1);
  });

  it('gives an earlier slug the record that it was found by', async () => {
    const results = [slugged(one, 'ada-newer', { found_by: { xnet_names: ['ada'] } })];
    assert.deepEqual(await answered(bySlugs.slice(0, 1), { results }), { found: ['ada-newer'], calls: 1 });
  });
});

describe('an identifier without a record', () => {
  const found = { found_by: { xnet_names: ['ada'] } };
  for (const [what, result] of [
    ['null', null],
    ['a number', 5],
    ['a text', 'x'],
    ['a list', []],
    ['an empty object', {}],
    ['a record without found_by and slug', person(two, 'Bob')],
    ['a record with another id and no found_by', person(two, 'Bob', { found_by: null })],
    ['a record whose id is a number', { ...person(null, 'Bob'), id: 7 }],
  ] as const)
    it(`fails beside ${what}, which may be its own`, async () => {
      const results = [slugged(one, 'ada', found), result];
      const outcome = await answered(bySlugs.slice(0, 2), { results, not_found: [] });
      assert.deepEqual(outcome, { found: ['ada', 'UpstreamFailed'], calls: 2 });
    });

  it('is not found if not_found names it, whatever else cannot be read', async () => {
    const results = [slugged(one, 'ada', found), 5];
    const outcome = await answered(bySlugs, { results, not_found: ['bob'] });
    assert.deepEqual(outcome.found, ['ada', 'NotFound', 'UpstreamFailed']);
  });

  it('fails where results are null, unless not_found names it', async () => {
    const outcome = await answered(bySlugs.slice(0, 2), { results: null, not_found: ['bob'] });
    assert.deepEqual(outcome, { found: ['UpstreamFailed', 'NotFound'], calls: 2 });
    assert.deepEqual((await answered(bySlugs.slice(0, 1), { results: null })).found, ['UpstreamFailed']);
  });

  it('is not found if every result is attributed', async () => {
    const outcome = await answered(bySlugs.slice(0, 2), { results: [slugged(one, 'ada', found)] });
    assert.deepEqual(outcome, { found: ['ada', 'NotFound'], calls: 1 });
  });
});

describe('a record without its data', () => {
  for (const [what, data] of [
    ['null', { profile_info: null }],
    ['absent', {}],
    ['a list', { profile_info: [] }],
    ['a text', { profile_info: 'Ada' }],
    ['of another spelling', { profileInfo: { full_name: 'Ada' } }],
  ] as const)
    it(`fails where it is ${what}, and leaves its neighbour`, async () => {
      const results = [{ id: one, ...data }, person(two, 'Bob')];
      const outcome = await answered(byIds.slice(0, 2), { results, not_found: [] });
      assert.deepEqual(outcome, { found: ['UpstreamFailed', 'Bob'], calls: 2 });
    });
});
