import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import { creditUsage } from '../../src/contract/operation/credits.ts';
import { LimitReached } from '../../src/http/limits/limit-reached.ts';
import type { Endpoint } from '../../src/service/endpoint.ts';
import { parseQuery } from '../../src/service/search/dsl/parse.ts';
import { FairQueue } from '../../src/service/search/fair-queue.ts';
import { estimateMs, type TableSizes } from '../../src/service/search/sql/estimate.ts';
import { teams } from '../support/cast/cast.ts';
import { type CastService, openCast } from '../support/service.ts';
import { until } from '../support/until.ts';

const experience = 'profile_info.experience';
const nestedRange = (number: number) => ({
  nested: {
    path: experience,
    query: { range: { [`${experience}.company.founded`]: { gte: 1900 + number, lte: 2020 } } },
  },
});
const nestedRanges = (count: number) => ({
  bool: { should: Array.from({ length: count }, (_, number) => nestedRange(number)) },
});
const connectionClauses = (count: number) => ({
  bool: {
    should: Array.from({ length: count }, (_, number) => ({
      nested: { path: 'team_connections', query: { prefix: { 'team_connections.connector_id': `${number}` } } },
    })),
  },
});

/** Writes 12,000 connections of a team's connector, as mapping jobs do. */
async function connectMany({ store: { db } }: CastService): Promise<void> {
  await sql`insert into profile (id, document, tokens)
    select gen_random_uuid(), '{}', '' from generate_series(1, 12000)`.execute(db);
  await sql`insert into connection (connector_id, profile_id, team_id, strength, origins, sources)
    select connector.id, profile.id, connector.team_id, 1, '{}', '[]' from profile,
      (select id, team_id from connector where team_id = ${teams.orchard.id} limit 1) connector
    where profile.document = '{}'`.execute(db);
}

/** Those of the sample. */
const sizes: TableSizes = { records: 2000, elements: 14_000, connections: 20_000 };

/** Searches that end when they are told to, and the order in which they began. */
function stage({ waitMs = 60_000 } = {}) {
  const fairQueue = new FairQueue(waitMs);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const costly = (caller: string, name: string, request = {}): Promise<void> => {
    fairQueue.begin(request);
    return fairQueue.run(caller, request, () => {
      began.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    });
  };
  const end = async (name: string, search: Promise<void> | undefined) => {
    ends.get(name)?.();
    await search;
  };
  return { fairQueue, began, costly, end };
}

suite('costly searches on a store that does one statement at a time', () => {
  test('run one after another, callers in turn', async () => {
    const { began, costly, end } = stage();
    const searches = new Map(['a1', 'a2', 'a3', 'a4'].map((name) => [name, costly('a', name)]));
    searches.set('b1', costly('b', 'b1'));
    searches.set('c1', costly('c', 'c1'));
    for (let count = 1; count <= 6; count += 1) {
      await until(() => began.length === count);
      const name = began.at(-1) ?? '';
      await end(name, searches.get(name));
    }
    // The first had begun before anybody else came.
    assert.deepEqual(began, ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
  });

  test('begin after the requests that came while the last one ran, and not after later ones', async () => {
    const { fairQueue, began, costly, end } = stage();
    const first = costly('a', 'a1');
    const second = costly('a', 'a2');
    const [foreign, later] = [{}, {}];
    await until(() => began.length === 1);
    fairQueue.begin(foreign);
    await end('a1', first);
    fairQueue.begin(later);
    assert.deepEqual(began, ['a1']);
    fairQueue.end(foreign);
    await until(() => began.length === 2);
    assert.deepEqual(began, ['a1', 'a2']);
    await end('a2', second);
  });
});

suite('what waits for a costly search', () => {
  test('is refused when its turn does not come in time, and says when to come back', async (context) => {
    await using service = await openCast({ traffic: { waitMs: 1 } });
    if (service.store.kind !== 'pglite') return context.skip('PostgreSQL does many at a time');
    await connectMany(service);
    const ask = () => service.post('orchard', '/v3/profiles/search', { query: connectionClauses(4), limit: 1 });
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    assert.ok(answers.some(({ status }) => status === 200));
    const late = answers.find(({ status }) => status === 429);
    assert.ok(late, JSON.stringify(answers.map(({ status }) => status)));
    assert.match(JSON.stringify(late.body), /this one did not start within 0\.001 s/);
    assert.equal(late.headers.get('retry-after'), '1');
    assert.equal(late.headers.get('ratelimit'), '"concurrency";r=0');
  });

  test('lets others go on when it is refused', async () => {
    const { began, costly, end } = stage({ waitMs: 1 });
    const first = costly('a', 'a1');
    await assert.rejects(costly('a', 'a2'), LimitReached);
    await end('a1', first);
    const third = costly('a', 'a3');
    await until(() => began.length === 2);
    assert.deepEqual(began, ['a1', 'a3']);
    await end('a3', third);
  });

  test('does not run when its caller has left, before or meanwhile', async () => {
    const { fairQueue, began, costly, end } = stage();
    const first = costly('a', 'a1');
    const [waiting, authenticating, caller] = [{}, {}, {}];
    const second = assert.rejects(costly('a', 'a2', waiting), /The caller has left/);
    fairQueue.end(waiting);
    await second;
    fairQueue.begin(authenticating);
    fairQueue.end(authenticating);
    fairQueue.rename(authenticating, caller);
    await assert.rejects(
      fairQueue.run('a', caller, async () => began.push('a3')),
      /The caller has left/,
    );
    const last = costly('b', 'b1');
    await end('a1', first);
    await until(() => began.length === 2);
    assert.deepEqual(began, ['a1', 'b1']);
    await end('b1', last);
  });
});

suite('light searches on a store that does one statement at a time', () => {
  test('of one key are few before another key’s', async (context) => {
    await using service = await openCast();
    if (service.store.kind !== 'pglite') return context.skip('PostgreSQL does many at a time');
    const answered: string[] = [];
    const search = async (team: 'orchard' | 'meadow') => {
      const { status } = await service.post(team, '/v3/profiles/search', { query: { match_all: {} }, limit: 1 });
      assert.equal(status, 200);
      answered.push(team);
    };
    await Promise.all([search('orchard'), search('meadow')]);
    answered.length = 0;
    await Promise.all([...Array.from({ length: 64 }, () => search('orchard')), search('meadow')]);
    const earlier = answered.indexOf('meadow');
    assert.ok(earlier < 24, `${earlier} of 64 were answered before`);
  });
});

suite('the price of a search', () => {
  const priced = (query: object) => estimateMs(parseQuery('profile', query), sizes);

  test('is above the bound for what takes longer than that, and far below for what is usual', () => {
    assert.ok(priced(nestedRanges(60)) > 250);
    assert.ok(priced({ match_all: {} }) < 10);
    assert.ok(priced({ bool: { must: [nestedRange(1), { term: { 'profile_info.skills': 'Rust' } }] } }) < 20);
    assert.ok(priced({ bool: { should: Array(60).fill({ term: { 'profile_info.skills': 'Rust' } }) } }) < 20);
  });

  test('is that of all rows for a wildcard after a text that many values begin with', () => {
    const patterns = (head: string) => ({
      bool: {
        should: Array.from({ length: 8 }, (_, n) => ({ wildcard: { 'profile_info.xnet_url': `${head}*z${n}q` } })),
      },
    });
    for (const head of ['h', 'https://', 'https://xnet.example/in/', 'ad'])
      assert.ok(priced(patterns(head)) > 250, head);
    for (const head of ['https://xnet.example/in/ada', 'ada']) assert.ok(priced(patterns(head)) < 50, head);
  });

  test('is low for what is asked of a few records that are named', () => {
    const ids = Array.from({ length: 20 }, (_, n) => `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, '0')}`);
    const named = { bool: { filter: [{ terms: { 'profile_info.id': ids } }, nestedRanges(60), connectionClauses(4)] } };
    assert.ok(priced(named) < 80);
    assert.ok(priced({ bool: { filter: [nestedRanges(60), connectionClauses(4)] } }) > 250);
  });

  test('grows with the store and with the query', () => {
    const grown = { ...sizes, elements: sizes.elements * 10 };
    const tree = parseQuery('profile', nestedRange(1));
    assert.ok(estimateMs(tree, grown) > 5 * estimateMs(tree, sizes));
    assert.ok(priced(nestedRanges(40)) > 1.9 * priced(nestedRanges(20)));
  });
});

suite('a service within limits', () => {
  let service: CastService;
  before(async () => {
    service = await openCast({ traffic: { searchMs: 0.2 } });
  });
  after(() => service.close());

  test('refuses a search that would take too long, with a sentence, and answers others', async (context) => {
    if (service.store.kind !== 'pglite') return context.skip('PostgreSQL ends statements that take too long');
    const ask = (query: object) => service.post('orchard', '/v3/profiles/search', { query, limit: 1 });
    const { status, body } = await ask(nestedRanges(20));
    assert.equal(status, 400);
    assert.match(
      JSON.stringify(body),
      /query: must be one that the embedded store answers within about 0\.2 ms, but got/,
    );
    assert.equal((await ask({ match_all: {} })).status, 200);
  });

  test('refuses clauses on connections that mapping jobs have written since the last import', async (context) => {
    if (service.store.kind !== 'pglite') return context.skip('PostgreSQL ends statements that take too long');
    await using other = await openCast();
    await connectMany(other);
    const ask = (count: number) =>
      other.post('orchard', '/v3/profiles/search', { query: connectionClauses(count), limit: 1 });
    const { status, body } = await ask(60);
    assert.equal(status, 400);
    assert.match(
      JSON.stringify(body),
      /query: must be one that the embedded store answers within about 250 ms, but got/,
    );
    assert.equal((await ask(1)).status, 200);
  });

  test('answers so many requests of one key at once, and 429 to those whose turn does not come', async () => {
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    const held: Endpoint = {
      operation: creditUsage,
      handle: async () => {
        begun += 1;
        await gate.promise;
        return { status: 200, body: { usage: 0 } };
      },
    };
    await using other = await openCast({ endpoints: [held], traffic: { atOnce: 2, waitMs: 1 } });
    const first = [other.get('orchard', '/credits/usage'), other.get('orchard', '/credits/usage')];
    await until(() => begun === 2);
    const { status, headers } = await other.get('orchard', '/credits/usage');
    assert.equal(status, 429);
    assert.equal(headers.get('retry-after'), '1');
    assert.equal(headers.get('ratelimit-policy'), '"concurrency";q=2;qu="concurrent-requests"');
    const meadow = other.get('meadow', '/credits/usage');
    await until(() => begun === 3);
    gate.resolve();
    for (const answer of await Promise.all([...first, meadow])) assert.equal(answer.status, 200);
    assert.equal((await other.get('orchard', '/credits/usage')).status, 200);
  });
});
