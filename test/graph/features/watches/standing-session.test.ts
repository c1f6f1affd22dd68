import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { stored } from '../../../../src/graph/features/index.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { SqliteAdapter } from '../../../../src/graph/state/sqlite-adapter.ts';
import { StateStore } from '../../../../src/graph/state/state-store.ts';
import { beginEpoch } from '../../../../src/graph/state/store-epoch.ts';
import { administer, removedOf } from '../../../support/graph/administer.ts';
import { testSeal } from '../../../support/graph/seal.ts';
import { sessionToken } from '../../../support/session-token.ts';
import { openReceiver } from '../../../webhooks/receiver.ts';
import { openNetwork, openWatched, type Watched } from './watched.ts';

const dayMs = 86_400_000;

async function createIn({ graph }: Watched, token: string, input: object = {}) {
  const answer = await fetch(`${graph.graph.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      query:
        'mutation ($input: CreateWatchInput!) { createWatch(input: $input) { watch { endsAt } problems { message } } }',
      variables: { input: { name: 'a session’s', of: 'NETWORK', ...input } },
    }),
  });
  return await answer.json();
}

const standingOf = async ({ graph }: Watched) => {
  const answer = await fetch(`${graph.graph.url}/session`, { headers: { 'x-api-key': 'key' } });
  const { standing } = await answer.json();
  return standing;
};

/** Lets an hour pass until the watch is in a state. */
async function stateAfterAnHour({ clock, stateOf }: Watched, id: string, wanted: string) {
  clock.advance(3_600_000);
  for (;;) {
    const found = await stateOf(id);
    if (found.state === wanted) return found;
  }
}

/** Lets time pass in steps until the next poll is refused. */
async function nextRefusal({ network, clock }: Watched, stepMs: number): Promise<void> {
  const { calls } = network;
  while (network.calls === calls) {
    clock.advance(stepMs);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const resume = ({ ask }: Watched, id: string) =>
  ask(`mutation { updateWatch(input: {id: "${id}", resume: true}) { problems { message } } }`);

describe('the standing session of a watch', () => {
  it('may look, spends nothing, is listed, and goes with the watch', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const [session, ...others] = await standingOf(watched);
    const { kind, rights, budget, label } = session;
    assert.deepEqual([kind, rights, budget, label, others], ['watch', 'look', 0, 'watch all', []]);
    await watched.ask(`mutation { deleteWatch(input: {id: "${id}"}) { deleted } }`);
    assert.deepEqual(await standingOf(watched), []);
  });

  it('is nowhere in the store in the clear, nor are people', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'kith-watches-'));
    const path = join(directory, 'graph.sqlite');
    try {
      using database = new Database(path);
      await using watched = await openWatched({ database });
      await watched.create();
      const member = watched.network.someone();
      Object.assign(member, { title: 'Astronaut', updatedAt: watched.clock.now() });
      await watched.pass(1);
      database.erase();
      const stored = readFileSync(path, 'latin1');
      assert.ok(stored.includes('watch all'), 'the watch is stored');
      for (const text of [
        'kiths4_',
        'Astronaut',
        'Title ',
        'Employer ',
        'Person ',
        member.id,
        member.id.replaceAll('-', ''),
      ])
        assert.ok(!stored.includes(text), `${text} is not`);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('outlives one 401', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    watched.network.isRefused = true;
    await nextRefusal(watched, 3_600_000);
    watched.network.isRefused = false;
    await watched.pass(1, 300_000);
    assert.equal((await watched.stateOf(id)).state, 'CURRENT');
    assert.equal((await standingOf(watched)).length, 1);
    watched.network.isRefused = true;
    await nextRefusal(watched, 3_600_000);
    watched.network.isRefused = false;
    await watched.pass(1, 300_000);
    assert.equal((await watched.stateOf(id)).state, 'CURRENT');
  });

  it('is over with a second 401 a minute later, and another is made by one call', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    watched.network.isRefused = true;
    // Nobody is answered whose key is refused, so that the state shows once it is accepted again.
    await nextRefusal(watched, 3_600_000);
    await nextRefusal(watched, 300_000);
    watched.network.isRefused = false;
    for (;;) {
      const { state, reason } = await watched.stateOf(id);
      if (state !== 'KEY_REFUSED') continue;
      assert.match(reason ?? '', /does not know the API key/);
      break;
    }
    assert.deepEqual(await standingOf(watched), []);
    await resume(watched, id);
    const member = watched.network.someone();
    Object.assign(member, { title: 'Astronaut', updatedAt: watched.clock.now() });
    await watched.pass(1);
    assert.equal((await watched.stateOf(id)).state, 'CURRENT');
    assert.equal((await watched.changes(id)).length, 1);
  });

  it('is ended by its key’s owner, and the watch says so', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const [session] = await standingOf(watched);
    await fetch(`${watched.graph.graph.url}/session/${session.id}`, {
      method: 'DELETE',
      headers: { 'x-api-key': 'key' },
    });
    const { reason } = await stateAfterAnHour(watched, id, 'KEY_REFUSED');
    assert.match(reason ?? '', /standing session was ended/);
  });

  it('is over where the store was restored, and the watch says so', async () => {
    using database = new Database(':memory:');
    const over = await openNetwork();
    await using _network = over.network;
    let id: string;
    {
      await using watched = await openWatched({ database }, over);
      id = (await watched.create()).id;
    }
    await beginEpoch(new StateStore(new SqliteAdapter(database, Date.now), testSeal, stored.families));
    await using again = await openWatched({ database }, over);
    const { reason } = await stateAfterAnHour(again, id, 'KEY_REFUSED');
    assert.match(reason ?? '', /store was lost or restored/);
  });

  it('does not keep a graph of another secret, which cannot read the watch, from forgetting people', async () => {
    using database = new Database(':memory:');
    const over = await openNetwork();
    await using _network = over.network;
    {
      await using watched = await openWatched({ database }, over);
      await watched.create();
    }
    const other = 'another secret for watches, which is long enough';
    await using again = await openWatched({ database, secret: other }, over);
    const purge = { profiles: [over.network.someone().id], names: [], companies: [], all: false };
    const { status, body } = await administer(again.graph.graph.url, other, 'POST', '/purge', undefined, purge);
    assert.deepEqual([status, removedOf(body, 'watched')], [200, 0]);
  });
});

describe('a session', () => {
  it('with the right to act makes a watch for 30 days, without a webhook', async () => {
    await using receiver = await openReceiver();
    await using watched = await openWatched();
    const token = await sessionToken(watched.graph.graph.url, 'key');
    const { data } = await createIn(watched, token);
    assert.equal(Date.parse(data.createWatch.watch.endsAt) - watched.clock.now(), 30 * dayMs);
    const refused = await createIn(watched, token, { webhook: { url: receiver.url } });
    assert.match(
      refused.data.createWatch.problems[0].message,
      /^Only the API key itself can create a watch with a webhook/,
    );
  });

  it('with a purse makes a watch that ends with it', async () => {
    await using watched = await openWatched();
    const token = await sessionToken(watched.graph.graph.url, 'key', { total: 5, seconds: 600 });
    const { data } = await createIn(watched, token);
    assert.equal(Date.parse(data.createWatch.watch.endsAt) - watched.clock.now(), 600_000);
  });

  for (const body of [{ rights: 'look' }, { rights: 'keep' }, { kind: 'agent' }])
    it(`makes none if it is ${JSON.stringify(body)}`, async () => {
      await using watched = await openWatched();
      const { errors } = await createIn(watched, await sessionToken(watched.graph.graph.url, 'key', body));
      assert.equal(errors[0].extensions.code, 'FORBIDDEN');
    });
});
