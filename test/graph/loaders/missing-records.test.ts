import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openTestGraph } from '../../support/graph/graph.ts';
import { openSampleGraph, type SampleGraph } from '../../support/sample/sample-graph.ts';

interface Found {
  readonly profiles: readonly {
    readonly __typename: string;
    readonly id?: string;
    readonly headline?: string | null;
    readonly message?: string;
    readonly code?: string;
  }[];
}

const key = 'kith_demo_team';
const document = `query ($by: [ProfileBy!]!) {
  profiles(by: $by) { __typename ... on Profile { id headline about } ... on Problem { message code } }
}`;

const gone = { status: 404, body: { code: 404, errors: ['some of the records do not exist'] } };

/** Some upstreams answer 404 to a fetch of a record that does not exist: alone, among many, or if all are gone. */
describe('a fetch that is answered 404', () => {
  let sample: SampleGraph;
  before(async () => {
    sample = await openSampleGraph();
  });
  after(() => sample[Symbol.asyncDispose]());
  beforeEach(() => {
    sample.upstream.fault = undefined;
    sample.upstream.forget();
  });

  /** Answers 404 to every fetch that names one of these. */
  const refuse = (missing: readonly string[], when: (named: number, gone: number) => boolean = () => true): void => {
    const names = new Set(missing);
    sample.upstream.fault = ({ path, body }) => {
      if (path !== '/v3/profiles/fetch') return undefined;
      const named = [body?.ids ?? [], body?.xnet_names ?? []].flat();
      const absent = named.filter((one) => names.has(String(one))).length;
      return absent > 0 && when(named.length, absent) ? gone : undefined;
    };
  };

  const ask = async (by: readonly object[]) => {
    const before = await sample.usage(key);
    const { data, errors, extensions } = await sample.ask<Found, object>(key, document, { by });
    assert.equal(errors, undefined, JSON.stringify(errors));
    assert.ok(data);
    const calls = sample.upstream.calls.filter(({ path }) => /profiles\/(?:fetch|search)$/.test(path)).length;
    const charged = (await sample.usage(key)) - before;
    assert.equal(extensions?.credits?.charged, charged);
    return { found: data.profiles, charged, calls };
  };

  /** A list of people, and others who do not exist, evenly among them. */
  const mixed = (people: number, absent: number) => {
    const ids = sample.profiles.slice(0, people).map(({ id }) => id);
    const missing: readonly string[] = Array.from({ length: absent }, () => randomUUID());
    const all: string[] = [...ids];
    for (const [at, id] of missing.entries())
      all.splice(Math.floor(((at + 0.6) * (people + absent)) / (absent + 1)), 0, id);
    return { all, ids, missing };
  };

  for (const [people, absent] of [
    [1, 1],
    [2, 1],
    [5, 1],
    [7, 1],
    [30, 1],
    [999, 1],
    [999, 40],
  ] as const)
    it(`is NotFound for ${absent} of ${people + absent} ids, and the record for the others, each paid once`, async () => {
      const { all, ids, missing } = mixed(people, absent);
      refuse(missing);
      const { found, charged, calls } = await ask(all.map((id) => ({ id })));
      assert.deepEqual(
        found.map(({ __typename }) => __typename),
        all.map((id) => (missing.includes(id) ? 'NotFound' : 'Profile')),
      );
      assert.equal(charged, ids.length);
      // One call, and what 404 costs more.
      const chunks = Math.ceil(all.length / 1000);
      assert.ok(calls - chunks <= Math.ceil(Math.log2(all.length)) + 1, `${calls} calls`);
    });

  for (const named of [1, 2, 12, 200])
    it(`is NotFound for each of ${named} that are all gone`, async () => {
      const { all, missing } = mixed(0, named);
      refuse(missing, (asked, absent) => asked === absent);
      const { found, charged, calls } = await ask(all.map((id) => ({ id })));
      assert.ok(found.every(({ __typename, code }) => __typename === 'NotFound' && code === 'NOT_FOUND'));
      assert.equal(charged, 0);
      assert.ok(calls - 1 <= Math.ceil(Math.log2(named)) + 2, `${calls} calls`);
    });

  it('is NotFound for the one of three that is gone [missing.id-among-many]', async () => {
    const { all, missing } = mixed(2, 1);
    refuse(missing);
    const { found } = await ask(all.map((id) => ({ id })));
    assert.deepEqual(found.map(({ __typename }) => __typename).sort(), ['NotFound', 'Profile', 'Profile']);
  });

  it('is NotFound for some slugs, by halves alone', async () => {
    const slugs = sample.profiles.slice(0, 500).flatMap(({ slug }) => slug ?? []);
    const missing = ['nobody-at-all', 'nobody-else'];
    const all = [...slugs.slice(0, 100), missing[0] ?? '', ...slugs.slice(100), missing[1] ?? ''];
    refuse(missing);
    const { found, charged, calls } = await ask(all.map((xnetSlug) => ({ xnetSlug })));
    assert.deepEqual(
      found.map(({ __typename }) => __typename),
      all.map((slug) => (missing.includes(slug) ? 'NotFound' : 'Profile')),
    );
    assert.equal(charged, slugs.length);
    assert.ok(calls - 1 <= 2 * (Math.ceil(Math.log2(all.length)) + 1), `${calls} calls`);
  });

  it('takes nobody for missing because another spelling is unknown', async () => {
    const [one, two, three] = sample.profiles;
    const odd = one?.slug.toUpperCase() ?? '';
    refuse([odd]);
    const slugs = [one?.slug, odd, two?.slug, three?.slug];
    for (const asked of [slugs, slugs.toReversed()]) {
      const { found } = await ask(asked.map((xnetSlug) => ({ xnetSlug })));
      for (const { __typename } of found) assert.equal(__typename, 'Profile');
    }
  });

  it('is not asked again within a cached absence, and the others are cached', async () => {
    const { all, missing } = mixed(3, 1);
    refuse(missing);
    await using graph = await openTestGraph(sample.upstream.url, { credits: { cache: { keepMs: 60_000 } } }, undefined);
    const by = all.map((id) => ({ id }));
    await graph.ask(key, document, { by });
    const fetches = graph.upstream.count('/v3/profiles/fetch');
    const { data, extensions } = await graph.ask<Found, object>(key, document, { by });
    assert.equal(data?.profiles.filter(({ __typename }) => __typename === 'NotFound').length, 1);
    assert.equal(extensions?.credits?.charged, 0);
    assert.equal(graph.upstream.count('/v3/profiles/fetch'), fetches);
  });

  /** A graph of its own has never seen a fetch answered. */
  async function isError(isAt: (path: string) => boolean): Promise<void> {
    await using graph = await openTestGraph(sample.upstream.url, {}, undefined);
    graph.upstream.fault = ({ path }) => (isAt(path) ? gone : undefined);
    for (const count of [1, 20]) {
      const by = sample.profiles.slice(0, count).map(({ id }) => ({ id }));
      const { data } = await graph.ask<Found, object>(key, document, { by });
      assert.equal(data?.profiles.length, count);
      for (const one of data.profiles) assert.equal(one.__typename, 'UpstreamFailed', JSON.stringify(one));
      assert.match(String(data.profiles[0]?.message), /404/);
    }
  }

  it('is an error where nothing is at the base address [missing.every-call]', () => isError(() => true));

  it('is an error where nothing is at the address of fetches', () => isError((path) => path.endsWith('/fetch')));
});
