import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pino from 'pino';
import { Receipt } from '../../../src/graph/credits/receipt.ts';
import { ApprovalStore } from '../../../src/graph/features/approvals/approval-store.ts';
import { stored } from '../../../src/graph/features/index.ts';
import { SessionReceipts } from '../../../src/graph/features/purses/session-receipts.ts';
import { WatchStore } from '../../../src/graph/features/watches/watch-store.ts';
import { type Graph, openGraph } from '../../../src/graph/server.ts';
import { ChildTeams } from '../../../src/graph/state/child-teams/child-teams.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { openState } from '../../../src/graph/state/open-state.ts';
import { historyOf, maxOwnerBytes, QuotaReached } from '../../../src/graph/state/storage-quota.ts';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { answers, openUpstream, type Upstream } from '../../client/scripted-upstream.ts';
import { testSeal } from '../../support/graph/seal.ts';

const megabyte = `0-${'a'.repeat(1024 * 512)}`;

/** Mutations and queries that read an identifier. */
const doors: readonly (readonly [what: string, query: string, variables: (text: string) => object])[] = [
  ...(['xnetSlug', 'xnetEntityId', 'xnetUrl'] as const).flatMap((member) => {
    const ref = (text: string) => ({
      [member]: member === 'xnetUrl' ? `https://xnet.example/in/${text}` : text,
    });
    return [
      [
        `excludeFromIntros by ${member}`,
        'mutation ($input: ExcludeFromIntrosInput!) { done: excludeFromIntros(input: $input) { problems { message } } }',
        (text: string) => ({ input: { profiles: [ref(text)] } }),
      ],
      [
        `createTargetList by ${member}`,
        'mutation ($input: CreateTargetListInput!) { done: createTargetList(input: $input) { problems { message } } }',
        (text: string) => ({ input: { name: 'Seed', targets: [{ ref: { profile: ref(text) } }] } }),
      ],
      [
        `profile by ${member}`,
        'query ($by: ProfileBy!) { done: profile(by: $by) { __typename } }',
        (text: string) => ({ by: ref(text) }),
      ],
    ] as const;
  }),
  [
    'createTargetList by companyWebsite',
    'mutation ($input: CreateTargetListInput!) { done: createTargetList(input: $input) { problems { message } } }',
    (text) => ({ input: { name: 'Seed', targets: [{ ref: { companyWebsite: text } }] } }),
  ],
  [
    'introPaths to a companyWebsite',
    'query ($to: IntroTarget!) { done: introPaths(to: $to) { totalCount } }',
    (text) => ({ to: { companyWebsite: text } }),
  ],
  [
    'createWatch with a webhook',
    'mutation ($input: CreateWatchInput!) { done: createWatch(input: $input) { problems { message } } }',
    (text) => ({ input: { name: 'Seed', of: 'NETWORK', webhook: { url: `https://receiver.example/${text}` } } }),
  ],
  [
    'mapNetwork with a callbackUrl',
    'mutation ($input: MapNetworkInput!) { done: mapNetwork(input: $input) { problems { message } } }',
    (text) => ({ input: { callbackUrl: `https://receiver.example/${text}` } }),
  ],
  [
    'createTeam of a name',
    'mutation ($input: CreateTeamInput!) { done: createTeam(input: $input) { problems { message } } }',
    (text) => ({ input: { name: text, ownerEmail: 'ada@orchard.example', companyWebsite: 'orchard.example' } }),
  ],
  [
    'mapNetwork of a companyWebsite',
    'mutation ($input: MapNetworkInput!) { done: mapNetwork(input: $input) { problems { message } } }',
    (text) => ({ input: { companyWebsite: text } }),
  ],
];

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;
const stores = [
  { name: 'its own database', shared: {}, skip: false },
  {
    name: 'Redis',
    // Of this run alone: a Redis is shared by all.
    shared: { redisUrl: redisUrl ?? '', secret: `a secret of this run, which is long enough ${randomUUID()}` },
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  },
];

describe('what one key stores and asks', () => {
  let upstream: Upstream;
  let graph: Graph;
  before(async () => {
    upstream = await openUpstream(
      answers(200, { usage: 0, ids: [], items: [], count: 0, total_count: 0, results: [], not_found: [] }),
    );
    graph = await openGraph({
      upstreamUrl: upstream.url,
      log: pino({ level: 'silent' }),
      traffic: { load: noLoadGuard },
    });
  });
  after(async () => {
    await graph.close();
    await upstream[Symbol.asyncDispose]();
  });

  async function ask(query: string, variables: object, key = 'one', { url } = graph): Promise<Record<string, never>> {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query, variables }),
    });
    return Object(await response.json());
  }

  for (const [what, query, variables] of doors)
    it(`refuses an identifier of half a megabyte: ${what}`, async () => {
      await ask('{ credits { usage } }', {});
      const answer = JSON.stringify(await ask(query, variables(megabyte)));
      assert.match(answer, /must have at most \d+ bytes, but has \d+/);
      assert.ok(answer.length < 2000, `${answer.length} characters`);
    });

  it('refuses a filter that is stored, and longer than any real one', async () => {
    const dsl = { terms: { 'profile_info.full_name': [megabyte] } };
    const watch = 'mutation ($input: CreateWatchInput!) { createWatch(input: $input) { problems { message } } }';
    assert.match(
      JSON.stringify(await ask(watch, { input: { name: 'Big', of: 'SEARCH', dsl } })),
      /at most 32768 bytes/,
    );
    const mapping = 'mutation ($input: MapNetworkInput!) { mapNetwork(input: $input) { problems { message } } }';
    assert.match(JSON.stringify(await ask(mapping, { input: { dsl } })), /at most 131072 bytes/);
  });

  it('has a number of watches in all teams together', async () => {
    using database = new Database(':memory:');
    const log = pino({ level: 'silent' });
    const state = await openState({
      families: stored.families,
      redisUrl: undefined,
      seal: testSeal,
      database,
      now: Date.now,
      log,
    });
    const watches = new WatchStore(state);
    let made = 0;
    for (const team of Array.from({ length: 20 }, () => randomUUID()))
      for (let n = 0; n < 60; n += 1)
        if (await watches.reserve({ id: randomUUID(), owner: 'one', childTeamId: team }, 0, false)) made += 1;
    assert.equal(made, 1000);
    assert.ok(await watches.reserve({ id: randomUUID(), owner: 'another' }, 0, false));
  });

  it('has approvals of bounded bytes, answered ones among them', async () => {
    using database = new Database(':memory:');
    const log = pino({ level: 'silent' });
    const state = await openState({
      families: stored.families,
      redisUrl: undefined,
      seal: testSeal,
      database,
      now: Date.now,
      log,
    });
    const approvals = new ApprovalStore(state);
    const document = `{ ${'credits { usage } '.repeat(20_000)} }`;
    let asked = 0;
    const ask = async (owner: string) => {
      const of = {
        session: `session ${asked >> 3}`,
        label: 'research',
        document,
        variables: '{}',
        hash: String(asked),
        min: 1,
        max: 2,
      };
      const approval = await approvals.ask(owner, of);
      assert.ok(approval);
      await approvals.decide(owner, approval, false);
      asked += 1;
    };
    await assert.rejects(async () => {
      while (asked < 200) await ask('one');
    }, QuotaReached);
    assert.ok(asked > 40, `${asked} approvals`);
    await ask('another');
  });

  it('has receipts and child teams of bounded bytes', async () => {
    using database = new Database(':memory:');
    const log = pino({ level: 'silent' });
    const redisUrl = undefined;
    const { families } = stored;
    const state = await openState({ families, redisUrl, seal: testSeal, database, now: Date.now, log });
    const refusals: unknown[] = [];
    const note = (error: unknown) => refusals.push(error);
    const receipts = new SessionReceipts(state, Date.now, note);
    const { lines: none } = new Receipt(0);
    const entries = async (owner: string) => {
      receipts.note(owner, 'purse', 'name', { ...none, charged: 1 });
      return (await receipts.entries(owner, 'purse', 9)).length;
    };
    await state.admit(historyOf('one'), 'purchases:one', maxOwnerBytes - 10);
    assert.deepEqual([await entries('one'), await entries('another')], [0, 1]);
    assert.ok(refusals.pop() instanceof QuotaReached);
    // What the key stores itself is not refused because of its history.
    await state.admit('one', 'lists:one', maxOwnerBytes - 10);

    const teams = new ChildTeams(state, (key) => key, note);
    for (const key of ['another', 'one']) {
      teams.note(key, { id: randomUUID(), name: 'Lighthouse' });
      while (refusals.length === 0 && (await teams.teams(key, 1)).length === 0) await nextTurn();
    }
    assert.ok(refusals.pop() instanceof QuotaReached);
    assert.equal((await teams.teams('another', 1)).length, 1);
  });

  it('refuses conditions that are nested too deeply, at any depth that the server parses', async () => {
    const nested = (depth: number, inner: object) => {
      let where: object = inner;
      for (let level = 0; level < depth; level += 1) where = { not: where };
      return where;
    };
    const query = 'query ($where: ProfileWhere) { searchProfiles(first: 1, where: $where) { totalCount } }';
    for (const depth of [150, 900]) {
      const answer = JSON.stringify(await ask(query, { where: nested(depth, { fullName: { matches: 'Ada' } }) }));
      assert.match(answer, /nested at most/, `${depth}`);
      assert.doesNotMatch(answer, /unexpected/i);
    }
    const dsl = JSON.stringify(
      await ask('query ($dsl: JSON) { searchProfiles(first: 1, dsl: $dsl) { totalCount } }', {
        dsl: { bool: { must: nested(400, { match_all: {} }) } },
      }),
    );
    assert.match(dsl, /nested at most/);
  });

  for (const { name, shared, skip } of stores)
    it(`is bounded in bytes over all features, for this key alone, in ${name}`, { skip }, async () => {
      await using own = await openGraph({
        upstreamUrl: upstream.url,
        log: pino({ level: 'silent' }),
        traffic: { load: noLoadGuard },
        ...shared,
      });
      const note = 'ü'.repeat(500);
      const create =
        'mutation ($input: CreateTargetListInput!) { createTargetList(input: $input) { targetList { id } problems { message } } }';
      const full = (list: number) => ({
        input: {
          name: `list ${list}`,
          targets: Array.from({ length: 500 }, (_, n) => ({
            ref: { profile: { xnetSlug: `${list}-${n}-${'s'.repeat(480)}` } },
            note,
          })),
        },
      });
      let refused: unknown;
      let lists = 0;
      for (; lists < 100 && refused === undefined; lists += 1) {
        const answer = await ask(create, full(lists), 'hoarder', own);
        if (JSON.stringify(answer).includes('stored for this key')) refused = answer;
      }
      assert.ok(refused, 'nothing was refused');
      const exclude =
        'mutation ($input: ExcludeFromIntrosInput!) { excludeFromIntros(input: $input) { changed problems { message } } }';
      const others = (key: string) =>
        ask(
          exclude,
          {
            input: {
              profiles: Array.from({ length: 900 }, (_, n) => ({ xnetSlug: `${n}-${'s'.repeat(480)}` })),
              reason: note,
            },
          },
          key,
          own,
        );
      assert.match(JSON.stringify(await others('hoarder')), /stored for this key/);
      assert.doesNotMatch(JSON.stringify(await others('neighbour')), /stored for this key/);
      assert.ok(lists * 500 * 1400 < 1.2 * maxOwnerBytes, `${lists} lists`);

      // Reading all of it must leave turns to others. Work is measured, not time: others use the processors, too.
      let longest = 0;
      const worked = () => process.threadCpuUsage().user / 1000;
      let last = worked();
      const beat = setInterval(() => {
        const now = worked();
        longest = Math.max(longest, now - last);
        last = now;
      }, 1);
      const read = '{ targetLists(first: 200) { id targets(first: 500) { id } } }';
      const answersOf = await Promise.all(Array.from({ length: 6 }, () => ask(read, {}, 'hoarder', own)));
      clearInterval(beat);
      for (const answer of answersOf) assert.ok(Object(answer).data?.targetLists?.length >= lists - 2);
      assert.ok(longest < 100, `the event loop was blocked for ${Math.round(longest)} ms`);
    });
});
