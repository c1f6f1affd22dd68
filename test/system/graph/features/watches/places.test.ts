import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { Database } from '../../../../../src/graph/state/database.ts';
import { openNetwork, openWatched, type Watched } from '../../../../graph/features/watches/watched.ts';
import { sessionToken } from '../../../../support/session-token.ts';

interface Made {
  readonly createWatch: {
    readonly watch: { readonly id: string } | null;
    readonly problems: readonly { readonly message: string }[];
  };
}

const makeQuery = `mutation ($name: String!) {
  createWatch(input: {name: $name, of: NETWORK}) { watch { id } problems { message } }
}`;

const make = async ({ ask }: Watched, name: string) => (await ask<Made>(makeQuery, { name })).createWatch;

const remove = ({ ask }: Watched, id: string) => ask(`mutation { deleteWatch(input: {id: "${id}"}) { deleted } }`);

async function listed({ graph }: Watched) {
  const answer = await fetch(`${graph.graph.url}/session`, { headers: { 'x-api-key': 'key' } });
  const { standing } = await answer.json();
  return standing;
}

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

/** Quick: the network is not read. */
const openQuick = async (shared: object) => {
  const watched = await openWatched(shared);
  const release = watched.network.hold();
  return { watched, release };
};

describe('the places of watches', () => {
  for (const { name, shared, skip } of stores)
    it(`are given back by each that is deleted, however many there were, in ${name}`, { skip }, async () => {
      const { watched, release } = await openQuick(shared);
      await using _watched = watched;
      for (let round = 0; round < 502; round += 1) {
        const { watch, problems } = await make(watched, `round ${round}`);
        assert.ok(watch, JSON.stringify(problems));
        await remove(watched, watch.id);
      }
      assert.deepEqual(await listed(watched), []);
      release();
      // Neither do they take those of agents.
      assert.ok(await sessionToken(watched.graph.graph.url, 'key', { kind: 'agent' }));
    });

  it('are not taken by resuming or prolonging a watch', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    for (let round = 0; round < 502; round += 1)
      await watched.ask(`mutation { updateWatch(input: {id: "${id}", resume: true}) { problems { message } } }`);
    assert.equal((await listed(watched)).length, 1);
    assert.equal((await watched.stateOf(id)).state, 'CURRENT');
  });

  it('are left to the key by its sessions, which may take half of them', async () => {
    await using watched = await openWatched();
    const token = await sessionToken(watched.graph.graph.url, 'key', { seconds: 900 });
    const release = watched.network.hold();
    const bySession = async (name: string): Promise<Made['createWatch']> => {
      const answer = await fetch(`${watched.graph.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query: makeQuery, variables: { name } }),
      });
      return (await answer.json()).data.createWatch;
    };
    for (let count = 0; count < 50; count += 1) assert.ok((await bySession(`session ${count}`)).watch);
    const { watch, problems } = await bySession('one more');
    assert.equal(watch, null);
    assert.match(problems[0]?.message ?? '', /sessions may make 50 of a team’s/);
    assert.ok((await make(watched, 'of the key')).watch);
    release();
  });

  for (const [of, partitions] of [
    ['creation', ['watch:', 'sessions:']],
    ['deletion', ['watch:']],
  ] as const)
    it(`are given back if a kill interrupted a ${of}`, async () => {
      using database = new Database(':memory:');
      const over = await openNetwork();
      await using _network = over.network;
      {
        await using watched = await openWatched({ database }, over);
        await watched.create();
      }
      // What a kill leaves behind: a place, and perhaps a session, without a watch.
      for (const { partition } of database.all`SELECT DISTINCT partition FROM state_entry`)
        if (partitions.some((prefix) => String(partition).startsWith(prefix)))
          database.run`DELETE FROM state_entry WHERE partition = ${String(partition)}`;
      over.clock.advance(120_000);
      await using watched = await openWatched({ database }, over);
      const places = () => database.all`SELECT key FROM state_entry WHERE partition = 'watches'`.length;
      while (places() > 0) await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(await listed(watched), []);
    });
});
