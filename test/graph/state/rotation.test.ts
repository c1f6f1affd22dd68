import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import pino from 'pino';
import type { GraphOptions } from '../../../src/graph/graph-options.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { Seal } from '../../../src/graph/state/seal/seal.ts';
import { sessionToken } from '../../support/session-token.ts';
import { openNetwork, openWatched, type Watched } from '../features/watches/watched.ts';

/** Of this run alone: a Redis is shared by all. */
const run = randomUUID();
const first = `the secret that is replaced, which is long enough ${run}`;
const second = `the secret that takes its place, long enough too ${run}`;
const third = `the secret of the next rotation, just as long ${run}`;

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;
const stores = [
  { name: 'its own database', shared: {}, skip: false },
  {
    name: 'Redis',
    shared: { redisUrl: redisUrl ?? '' },
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  },
];

/** A log, and a promise of the line that says that the former secret may be removed. */
function watchedLog() {
  const swept = Promise.withResolvers<void>();
  const problems: string[] = [];
  const log = pino(
    { level: 'info' },
    {
      write(line: string) {
        const { level, msg } = JSON.parse(line);
        if (/KITH_SECRET_ACCEPTED may be removed/.test(msg)) swept.resolve();
        if (level >= 40) problems.push(msg);
      },
    },
  );
  return { log, swept: swept.promise, problems };
}

/** Whether an operation with a session's token succeeds. */
async function isAlive({ graph }: Watched, token: string): Promise<boolean> {
  const answer = await fetch(`${graph.graph.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ watches { id } targetLists { name } }' }),
  });
  return (await answer.json()).errors === undefined;
}

const createList = `mutation { createTargetList(input: {name: "Seed investors", targets: [
{ref: {companyWebsite: "https://mill.example"}, note: "ask Ada"}]}) { problems { message } } }`;
const lists = '{ targetLists { name targets { note } } }';

for (const { name, shared, skip } of stores)
  it(`rotates the secret twice, and no watch, session, list or change is lost, in ${name}`, { skip }, async () => {
    using database = new Database(':memory:');
    const over = await openNetwork();
    await using _network = over.network;
    const { clock } = over;
    const { log, problems } = watchedLog();
    const at = (options: Partial<GraphOptions>) =>
      openWatched({ ...shared, database, identitySecret: first, log, ...options }, over);
    let id: string;
    const tokens: string[] = [];
    const before = async (watched: Watched) => {
      assert.equal((await watched.stateOf(id)).state, 'CURRENT');
      for (const [number, token] of tokens.entries()) assert.ok(await isAlive(watched, token), `session ${number}`);
      return await watched.ask<{ targetLists: { name: string }[] }>(lists);
    };
    const token = (watched: Watched, body: object) => sessionToken(watched.graph.graph.url, 'key', body);
    {
      await using watched = await at({ secret: first });
      id = (await watched.create()).id;
      await watched.ask(createList);
      Object.assign(over.network.someone(), { title: 'Astronaut', updatedAt: clock.now() });
      await watched.pass(1);
      tokens.push(await token(watched, { kind: 'agent' }));
    }
    {
      await using watched = await at({ secret: first, acceptedSecret: second });
      await before(watched);
      tokens.push(await token(watched, { kind: 'agent' }));
    }
    const rotate = async (from: string, to: string) => {
      const page = { kind: 'page', seconds: 900 };
      let inOverlap: string;
      {
        const sweeping = watchedLog();
        await using watched = await at({ secret: to, acceptedSecret: from, log: sweeping.log });
        await sweeping.swept;
        await before(watched);
        inOverlap = await token(watched, page);
        assert.ok(await isAlive(watched, inOverlap));
        assert.deepEqual(sweeping.problems, []);
        await watched.pass(1);
      }
      await using watched = await at({ secret: to });
      await before(watched);
      assert.ok(!(await isAlive(watched, inOverlap)), 'a page session ends when its time is over');
      const onPage = await token(watched, page);
      assert.ok(await isAlive(watched, onPage));
      await watched.pass(1);
      const { targetLists } = await before(watched);
      assert.deepEqual(targetLists, [{ name: 'Seed investors', targets: [{ note: 'ask Ada' }] }]);
      assert.deepEqual(
        (await watched.changes(id)).map(({ kind }) => kind),
        ['RETITLED'],
      );
    };
    await rotate(first, second);
    await rotate(second, third);
    assert.deepEqual(problems, []);
    if ('redisUrl' in shared) return;
    // Nothing stored needs a former secret.
    const stored = database.all`SELECT partition, key, value FROM state_entry`.map((row) => String(row.value));
    for (const secret of [first, second]) {
      const header = new Seal({ secret }).sealText('', '', '').slice(0, 8);
      assert.deepEqual(
        stored.filter((value) => value.includes(header)),
        [],
      );
    }
  });

it('seals again what a replica writes that has not restarted yet', async () => {
  using database = new Database(':memory:');
  const over = await openNetwork();
  await using _network = over.network;
  const at = (options: Partial<GraphOptions>) => openWatched({ database, identitySecret: first, ...options }, over);
  const { log, swept } = watchedLog();
  {
    await using former = await at({ secret: first, acceptedSecret: second });
    await using present = await at({ secret: second, acceptedSecret: first, log });
    await swept;
    await former.ask(createList);
    over.clock.advance(600_000);
    const header = new Seal({ secret: first }).sealText('', '', '').slice(0, 8);
    const isLeft = () =>
      database.all`SELECT value FROM state_entry WHERE partition LIKE 'target-lists:%'`.some(({ value }) =>
        String(value).startsWith(header),
      );
    while (isLeft()) await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await present.ask<{ targetLists: object[] }>(lists)).targetLists.length, 1);
  }
  await using done = await at({ secret: second });
  assert.equal((await done.ask<{ targetLists: object[] }>(lists)).targetLists.length, 1);
});

it('says in the log that the former secret is missing, and reads all again once it is accepted', async () => {
  using database = new Database(':memory:');
  const over = await openNetwork();
  await using _network = over.network;
  const at = (options: Partial<GraphOptions>) => openWatched({ database, identitySecret: first, ...options }, over);
  {
    await using watched = await at({ secret: first });
    await watched.ask(createList);
  }
  {
    const { log, problems } = watchedLog();
    await using watched = await at({ secret: second, log });
    assert.match(problems[0] ?? '', /Set KITH_SECRET_ACCEPTED to the former KITH_SECRET/);
    const { errors } = await watched.graph.ask('key', lists, {});
    assert.equal(errors?.[0]?.extensions?.code, 'TARGET_LISTS_UNAVAILABLE');
  }
  const { log, swept } = watchedLog();
  await using watched = await at({ secret: second, acceptedSecret: first, log });
  await swept;
  assert.equal((await watched.ask<{ targetLists: object[] }>(lists)).targetLists.length, 1);
});
