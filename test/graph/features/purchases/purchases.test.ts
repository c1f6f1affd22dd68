import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Database } from '../../../../src/graph/state/database.ts';
import { Seal } from '../../../../src/graph/state/seal/seal.ts';
import { statePurpose } from '../../../../src/graph/state/seal/sealed-adapter.ts';
import { companies, keyOf, people, teams } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';
import { administer } from '../../../support/graph/administer.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { sessionToken } from '../../../support/session-token.ts';

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;

interface Purchase {
  readonly at: string;
  readonly session: string | null;
  readonly teamId: string | null;
  readonly operation: string | null;
  readonly cause: string;
  readonly credits: number;
  readonly records: readonly { readonly kind: string; readonly recordId: string; readonly name: string | null }[];
}

const purchases =
  '{ purchases { at session teamId operation cause credits records { kind recordId name } } viewer { spentThisMonth } }';

const stores = [
  { name: 'the graph’s own database', options: {}, skip: false },
  {
    name: 'Redis',
    options: { redisUrl: redisUrl ?? '' },
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  },
];

for (const { name, options, skip } of stores)
  describe(`what was paid for, in ${name}`, { skip }, () => {
    let cast: CastGraph;
    const clock = new ManualClock();
    const secret = `a secret of this test ${randomUUID()}`;
    before(async () => {
      const cache = { keepMs: 3_600_000 };
      cast = await openCastGraph({ ...options, clock, secret, credits: { cache } });
    });
    after(() => cast?.close());

    const ask = async (key: string | undefined, query: string, headers: Readonly<Record<string, string>> = {}) => {
      const { data, errors } = await cast.ask<
        { purchases: readonly Purchase[]; viewer: { spentThisMonth: number } },
        object
      >(key, query, {}, { headers });
      assert.equal(errors, undefined, JSON.stringify(errors));
      return data ?? assert.fail();
    };
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const inSession = async (team: 'orchard' | 'harbor', asked: object) =>
      bearer(await sessionToken(cast.graph.url, keyOf(team), { total: 10, ...asked }));

    it('is listed: when, by whom, which records by name, for how much', async () => {
      const ada = await inSession('orchard', { label: 'ada', rights: 'look' });
      const two = [people.ada, people.hiro].map(
        ({ id }, at) => `p${at}: profile(by: { id: "${id}" }) { ... on Profile { about } }`,
      );
      await ask(undefined, `{ ${two.join(' ')} }`, ada);
      const { aurora } = companies;
      await ask(keyOf('orchard'), `{ company(by: { id: "${aurora.id}" }) { ... on Company { description } } }`);
      const { purchases: all, viewer } = await ask(keyOf('orchard'), purchases);
      const at = new Date(clock.now()).toISOString();
      assert.deepEqual(
        all.map(({ records, ...one }) => ({
          ...one,
          records: records.map(({ kind, name }) => [kind, name]).toSorted(),
        })),
        [
          {
            ...{ at, session: null, teamId: null, operation: null, cause: 'fetchCompanies', credits: 1 },
            records: [['COMPANY', aurora.company_info.name]],
          },
          {
            ...{
              at,
              session: 'ada',
              teamId: null,
              operation: all[1]?.operation ?? null,
              cause: 'fetchProfiles',
              credits: 2,
            },
            records: [
              ['PROFILE', 'Ada Moreau'],
              ['PROFILE', 'Hiro Tanaka'],
            ],
          },
        ],
      );
      assert.equal(viewer.spentThisMonth, 3);
      assert.equal(viewer.spentThisMonth, await cast.usage(keyOf('orchard')), 'as the ledger');
    });

    it('is shown to a session without the right to act as far as it paid, to one that may act for its team', async () => {
      const ben = await inSession('orchard', { label: 'ben', rights: 'keep' });
      await ask(undefined, `{ profile(by: { id: "${people.ben.id}" }) { ... on Profile { about } } }`, ben);
      const bought = async (headers: Readonly<Record<string, string>>) =>
        (await ask(undefined, purchases, headers)).purchases.map(({ session }) => session);
      assert.deepEqual(await bought(ben), ['ben']);
      assert.deepEqual(await bought(await inSession('orchard', { rights: 'look' })), []);
      assert.deepEqual(await bought(await inSession('orchard', { rights: 'act' })), ['ben', null, 'ada']);
      assert.deepEqual((await ask(keyOf('meadow'), purchases)).purchases, [], 'and to no other key');
    });

    it('is summed for each child team', async () => {
      const key = keyOf('harbor');
      const { lighthouse } = teams;
      const inTeam = `childTeam(id: "${lighthouse.id}")`;
      await ask(key, `{ ${inTeam} { profile(by: { id: "${people.chloe.id}" }) { ... on Profile { about } } } }`);
      const { data } = await cast.ask<{ childTeam: object; viewer: object }, object>(
        key,
        `{ ${inTeam} { spentThisMonth } viewer { spentThisMonth } }`,
      );
      assert.deepEqual(data, { childTeam: { spentThisMonth: 1 }, viewer: { spentThisMonth: 0 } });
      const bound = await inSession('harbor', { rights: 'act', childTeamId: lighthouse.id });
      assert.deepEqual(
        (await ask(undefined, purchases, bound)).purchases.map(({ teamId }) => teamId),
        [lighthouse.id],
      );
      assert.deepEqual(
        (await ask(key, purchases)).purchases.map(({ teamId }) => teamId),
        [lighthouse.id],
      );
    });

    it('costs nothing to read, and names nobody whom only a credit would name', async () => {
      await administer(cast.graph.url, secret, 'POST', '/purge', undefined, {
        ...{ profiles: [], names: [], companies: [companies.aurora.id], all: false },
      });
      const before = await cast.usage(keyOf('orchard'));
      const { purchases: all } = await ask(keyOf('orchard'), purchases);
      const company = all.flatMap(({ records }) => records).find(({ kind }) => kind === 'COMPANY');
      assert.equal(company?.name, null);
      assert.equal(await cast.usage(keyOf('orchard')), before);
    });

    it('forgets people who are forgotten, and keeps what they cost', async () => {
      await administer(cast.graph.url, secret, 'POST', '/purge', undefined, {
        ...{ profiles: [people.hiro.id], names: [], companies: [], all: false },
      });
      const { purchases: all } = await ask(keyOf('orchard'), purchases);
      const two = all.find(({ session }) => session === 'ada');
      assert.deepEqual([two?.credits, two?.records.map(({ recordId }) => recordId)], [2, [people.ada.id]]);
    });

    it('forgets them from what is not written yet', async () => {
      const { id } = people.grace;
      await ask(keyOf('cove'), `{ profile(by: { id: "${id}" }) { ... on Profile { about } } }`);
      await administer(cast.graph.url, secret, 'POST', '/purge', undefined, {
        ...{ profiles: [id], names: [], companies: [], all: false },
      });
      assert.deepEqual(
        (await ask(keyOf('cove'), purchases)).purchases.map(({ credits, records }) => [credits, records]),
        [[1, []]],
      );
    });

    it('writes none of them after they were forgotten', async () => {
      await administer(cast.graph.url, secret, 'POST', '/purge', undefined, {
        ...{ profiles: [people.grace.id], names: [], companies: [], all: false },
      });
      await ask(keyOf('cove'), `{ profile(by: { id: "${people.grace.id}" }) { ... on Profile { about } } }`);
      const [latest] = (await ask(keyOf('cove'), purchases)).purchases;
      assert.deepEqual([latest?.credits, latest?.records], [1, []]);
    });

    it('is an account of the month', async () => {
      clock.advance(32 * 86_400_000);
      assert.equal((await ask(keyOf('orchard'), purchases)).viewer.spentThisMonth, 0);
    });
  });

it('what was paid for leaves no record’s id readable in the store', async () => {
  using database = new Database(':memory:');
  await using cast = await openCastGraph({ database });
  await cast.ask(keyOf('orchard'), `{ profile(by: { id: "${people.ada.id}" }) { ... on Profile { about } } }`);
  const { data } = await cast.ask<{ purchases: readonly object[] }, object>(keyOf('orchard'), '{ purchases { id } }');
  assert.equal(data?.purchases.length, 1);
  const kept = JSON.stringify(database.all`SELECT * FROM state_entry`);
  assert.match(kept, /purchases:/);
  assert.ok(!kept.includes(people.ada.id));
});

it('a damaged purchase hides none of those that were stored with it, and the gap is told', async () => {
  using database = new Database(':memory:');
  const secret = `a secret of this test ${randomUUID()}`;
  const seal = new Seal({ secret });
  await using cast = await openCastGraph({ database, secret });
  const key = keyOf('orchard');
  const list = () => cast.ask<{ purchases: readonly { credits: number }[] }, object>(key, '{ purchases { credits } }');
  await cast.ask(key, `{ profile(by: { id: "${people.ada.id}" }) { ... on Profile { about } } }`);
  assert.deepEqual((await list()).extensions?.warnings, undefined);
  const one = (credits: number) => ({ at: Date.now(), cause: 'fetchProfiles', credits, ids: [] });
  for (const [items, left] of [
    [
      [one(2), { ...one(3), at: 'yesterday' }, one(4)],
      [4, 2],
    ],
    [[null, one(5)], [5]],
    ['none', []],
  ] as const) {
    const [{ partition = '' } = {}] =
      database.all`SELECT partition FROM state_entry WHERE partition LIKE 'purchases:%'`;
    database.run`
      UPDATE state_entry SET value = ${seal.sealText(statePurpose, String(partition), JSON.stringify(items))}, version = version + 1
        WHERE partition = ${partition} AND key LIKE 'log/%'`;
    const { data, extensions } = await list();
    assert.deepEqual(
      data?.purchases.map(({ credits }) => credits),
      left,
    );
    assert.match(extensions?.warnings?.[0] ?? '', /some are damaged/);
  }
});
