import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { keyOf, people, teams } from '../../support/cast/cast.ts';
import type { CastGraph } from '../../support/cast/cast-graph.ts';
import type { GraphAnswer } from '../../support/graph/graph.ts';
import { upstreams } from '../../support/graph/upstreams.ts';

/** Issue 6, "Q6": who asks the same at the same time, with one credential, waits for one answer; two credentials never do. */
for (const upstream of upstreams)
  describe(`operations that ask the same at once, over ${upstream.name}`, () => {
    let cast: CastGraph;
    /** The calls that a search takes. */
    let pages = 0;
    before(async () => {
      cast = await upstream.openCast({ credits: { cache: { keepMs: 0 } } });
      await askFor(free());
      pages = cast.upstream.calls.length;
    });
    after(() => cast[Symbol.asyncDispose]());
    beforeEach(() => cast.upstream.forget());
    afterEach(() => {
      cast.upstream.fault = undefined;
    });

    const key = keyOf('orchard');
    const searches = '/v3/profiles/search';
    const fetches = '/v3/profiles/fetch';
    const emails = [people.ada, people.ben].map((person) => person.profile_info.work_email);
    const dsl = { terms: { 'profile_info.emails': emails } };
    const page = (alias = 'page') =>
      `query ($dsl: JSON) { ${alias}: searchProfiles(dsl: $dsl) { nodes { fullName } } }`;
    const free = (alias = 'page') => `query ($dsl: JSON) { ${alias}: searchProfiles(dsl: $dsl) { totalCount } }`;
    const askFor = (query: string, { as = key, headers = {}, signal = new AbortController().signal } = {}) =>
      cast.ask<Record<string, object>, object>(as, query, { dsl }, { headers, signal });
    const chargedIn = (answers: readonly GraphAnswer<unknown>[]) =>
      answers.reduce((sum, { extensions }) => sum + (extensions?.credits?.charged ?? 0), 0);
    const namesIn = (data: GraphAnswer<Record<string, object>>['data']) =>
      (JSON.stringify(data).match(/"fullName":"[^"]+"/g) ?? [])
        .map((match) => JSON.parse(`{${match}}`).fullName)
        .sort();
    /** Resolves once everything that was asked before has begun. */
    const begun = async () => {
      for (let fence = 0; fence < 3; fence += 1) await cast.ask(undefined, '{ __typename }');
    };

    it('run once, and one is charged', async () => {
      const used = await cast.usage(key);
      const hold = cast.upstream.hold(searches);
      const asked = Array.from({ length: 8 }, () => askFor(page()));
      await hold.arrived(1);
      await begun();
      hold.release();
      const answers = await Promise.all(asked);
      const calls = cast.upstream.calls.length;
      for (const { data, errors } of answers) {
        assert.equal(errors, undefined);
        assert.deepEqual(namesIn(data), ['Ada Moreau', 'Ben Okafor']);
      }
      assert.equal((await cast.usage(key)) - used, 2);
      assert.deepEqual(
        answers
          .map(({ extensions }) => extensions?.credits)
          .map((lines) => [lines?.charged, lines?.shared])
          .sort(),
        [...Array.from({ length: 7 }, () => [0, 2]), [2, 0]],
      );
      cast.upstream.forget();
      await askFor(page());
      assert.equal(calls, cast.upstream.calls.length);
    });

    it('show the calls of the one that ran, from when each of them began', async () => {
      const hold = cast.upstream.hold(searches);
      const headers = { 'x-kith-trace': 'upstream' };
      const first = askFor(page(), { headers });
      await hold.arrived(1);
      const second = askFor(page(), { headers });
      await begun();
      hold.release();
      const [ran, followed] = (await Promise.all([first, second])).map(({ extensions }) => extensions?.upstream?.calls);
      assert.ok(ran?.length && followed);
      assert.deepEqual(
        followed.map(({ operation, shared }) => [operation, shared]),
        ran.map(({ operation }) => [operation, true]),
      );
      for (const [at, { startMs, endMs }] of followed.entries())
        assert.ok(startMs <= endMs && startMs <= Number(ran[at]?.startMs), `call ${at} from ${startMs} to ${endMs}`);
    });

    it('share free calls though all else of them differs', async () => {
      const hold = cast.upstream.hold(searches);
      const headers = { 'x-kith-trace': 'upstream' };
      const asked = ['a', 'b', 'c'].map((alias) => askFor(free(alias), { headers }));
      await hold.arrived(1);
      await begun();
      hold.release();
      const answers = await Promise.all(asked);
      assert.equal(cast.upstream.count(searches), pages);
      assert.deepEqual(
        answers.map(({ data }) => Object.values(data ?? {})),
        Array.from({ length: 3 }, () => [{ totalCount: 2 }]),
      );
      const calls = answers.flatMap(({ extensions }) => extensions?.upstream?.calls ?? []);
      assert.deepEqual(
        calls.map(({ operation, status }) => [operation, status]),
        Array.from({ length: 3 * pages }, () => ['searchProfiles', 200]),
      );
      assert.equal(calls.filter(({ shared }) => shared).length, 2 * pages);
    });

    it('share nothing between two credentials', async () => {
      const harbor = keyOf('harbor');
      const inTeam = (query: string) => query.replace('searchProfiles', 'viewer { searchProfiles').replace(/}$/, '} }');
      const inChild = `query ($dsl: JSON) { childTeam(id: "${teams.lighthouse.id}") { searchProfiles(dsl: $dsl) { totalCount } } }`;
      const hold = cast.upstream.hold(searches);
      const asked = [
        ...[key, keyOf('meadow'), harbor, keyOf('lighthouse')].flatMap((as) => [
          askFor(free(), { as }),
          askFor(inTeam(free()), { as }),
        ]),
        askFor(inChild, { as: harbor }),
      ];
      await hold.arrived(5);
      await begun();
      hold.release();
      for (const { errors } of await Promise.all(asked)) assert.equal(errors, undefined);
      const callers = cast.upstream.calls.map((call) => `${call.key} ${call.childTeam ?? ''}`);
      assert.equal(callers.length, 5 * pages);
      assert.equal(new Set(callers).size, 5);
    });

    it('share nothing where terms, variables or the document differ', async () => {
      const hold = cast.upstream.hold(fetches);
      const one = (id: string) => `{ profile(by: { id: "${id}" }) { ... on Profile { fullName } } }`;
      const budget = { 'x-credit-budget': '0' };
      const asked = [
        askFor(one(people.ada.id)),
        askFor(one(people.ben.id)),
        askFor(one(people.ada.id), { headers: budget }),
      ];
      await hold.arrived(2);
      await begun();
      hold.release();
      const answers = await Promise.all(asked);
      assert.deepEqual(
        answers.map(({ data }) => data?.profile),
        [{ fullName: 'Ada Moreau' }, { fullName: 'Ben Okafor' }, {}],
      );
      assert.equal(chargedIn(answers), 2);
    });

    it('are asked anew by who wants nothing old', async () => {
      const hold = cast.upstream.hold(searches);
      const asked = [askFor(free()), askFor(free(), { headers: { 'x-kith-max-age': '0' } })];
      await hold.arrived(2);
      hold.release();
      for (const { errors } of await Promise.all(asked)) assert.equal(errors, undefined);
    });

    it('go on though the first of them leaves, and end when all have left', async () => {
      for (const [query, path] of [
        [page(), searches],
        [page(), fetches],
      ] as const) {
        const used = await cast.usage(key);
        const hold = cast.upstream.hold(path);
        const leaving = new AbortController();
        const left = askFor(query, leaving);
        await hold.arrived(1);
        const staying = askFor(query);
        await begun();
        leaving.abort();
        await assert.rejects(left, { name: 'AbortError' });
        await begun();
        hold.release();
        const { data, extensions } = await staying;
        assert.deepEqual(namesIn(data), ['Ada Moreau', 'Ben Okafor']);
        assert.deepEqual([extensions?.credits?.charged, extensions?.credits?.shared], [0, 2]);
        assert.equal((await cast.usage(key)) - used, 2);
      }
      cast.upstream.forget();
      const hold = cast.upstream.hold(searches);
      const leaving = new AbortController();
      const left = [askFor(page(), leaving), askFor(page(), leaving)];
      await hold.arrived(1);
      await begun();
      leaving.abort();
      for (const one of left) await assert.rejects(one, { name: 'AbortError' });
      await begun();
      // Whoever comes then does not wait for what nobody waits for.
      const later = askFor(page());
      await hold.arrived(2);
      hold.release();
      assert.equal((await later).extensions?.credits?.charged, 2);
      assert.equal(cast.upstream.count(fetches), 1);
    });

    it('are all told of a failure', async () => {
      for (const [path, status, code] of [
        [searches, 500, 'UPSTREAM_FAILED'],
        [fetches, 402, 'CREDIT_LIMIT'],
      ] as const) {
        cast.upstream.forget();
        cast.upstream.fault = (call) =>
          call.path === path ? { status, body: { code: status, errors: ['No.'] } } : undefined;
        const hold = cast.upstream.hold(path);
        const asked = Array.from({ length: 3 }, () => askFor(page()));
        await hold.arrived(1);
        await begun();
        hold.release();
        for (const { errors, extensions } of await Promise.all(asked)) {
          assert.equal(errors?.[0]?.extensions?.code, code);
          assert.equal(extensions?.credits?.charged, 0);
        }
        // A failed search is sent three times, each for all who ask.
        assert.equal(cast.upstream.count(path), status === 500 ? 3 : 1);
      }
    });

    it('see what their key has changed since', async () => {
      const harbor = keyOf('harbor');
      const hold = cast.upstream.hold('/v3/relationships');
      const relationships = 'query { relationships { totalCount } }';
      const before = cast.ask(harbor, relationships);
      await hold.arrived(1);
      await cast.ask(harbor, 'mutation { addConnectors(input: { xnetSlugs: ["hiro-tanaka"] }) { queued } }');
      const after = cast.ask(harbor, relationships);
      await hold.arrived(2);
      hold.release();
      for (const { errors } of await Promise.all([before, after])) assert.equal(errors, undefined);
    });
  });
