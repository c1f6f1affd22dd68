import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Database } from '../../../src/graph/state/database.ts';
import { openNetwork, openWatched, secret, type Watched } from '../../graph/features/watches/watched.ts';
import { Kith, kith } from '../../support/kith.ts';
import { until } from '../../support/until.ts';
import { openReceiver, type Receiver } from '../../webhooks/receiver.ts';

describe('kith watch', () => {
  let watched: Watched;
  let receiver: Receiver;
  before(async () => {
    watched = await openWatched();
    receiver = await openReceiver();
  });
  after(async () => {
    await watched[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  const env = { KITH_API_KEY: 'key', KITH_SECRET: secret };
  const watch = (...args: readonly string[]) => kith(['watch', ...args, '--graph', watched.graph.graph.url], env);

  it('makes, lists, tries, follows, pauses, replays and deletes a watch', async () => {
    const made = await watch('create', 'everyone', '--webhook', receiver.url);
    assert.deepEqual([made.code, made.err], [0, '']);
    assert.match(
      made.out,
      /^\S{36} {2}(STARTING|CURRENT) {2}.* 0 credits {2}“everyone”\nwebhook secret, shown once: whsec_/,
    );
    const [id = ''] = made.out.split('  ');
    for (;;) if ((await watched.stateOf(id)).state === 'CURRENT') break;
    assert.match((await watch('list')).out, /CURRENT {2}20 people, /);
    assert.equal((await watch('test', 'everyone')).out, 'Delivered: HTTP 204.');

    const member = watched.network.someone();
    Object.assign(member, { employer: 'Kestrel', updatedAt: watched.clock.now() });
    await watched.pass(1);
    await receiver.nth(2);
    await using following = new Kith(['watch', 'follow', 'everyone', '--graph', watched.graph.graph.url], env);
    const change = JSON.parse(await following.says(/^(\{.*)$/));
    assert.deepEqual([change.kind, change.profileId, change.after.employer], ['MOVED', member.id, 'Kestrel']);

    for (;;)
      if (/^\S+ {2}delivered {2}1 attempt {2}“HTTP 204\.”$/.test((await watch('deliveries', 'everyone')).out)) break;
    const replayed = await watch('replay', 'everyone', '--since', `${id}.${'0'.repeat(16)}-0000.0`);
    assert.equal(replayed.out, 'Sent again: 1.');
    assert.equal((await receiver.nth(3)).headers['webhook-id'], change.id);
    assert.match((await watch('pause', 'everyone')).out, / {2}PAUSED {2}/);
    assert.match((await watch('pause', 'everyone', '--resume')).out, / {2}CURRENT {2}/);
    assert.equal((await watch('delete', 'everyone')).out, 'Deleted.');
    const none = await watch('list');
    assert.deepEqual([none.out, none.err], ['', 'This key has no watches.\n']);
  });

  it('follows on after its graph was away, and prints nothing twice', async () => {
    using database = new Database(':memory:');
    const over = await openNetwork();
    await using network = over.network;
    const move = async (one: Watched) => {
      Object.assign(network.someone(), { employer: `Employer ${over.clock.now()}`, updatedAt: over.clock.now() });
      await one.pass(1);
    };
    const open = (port: number) => openWatched({ database, port }, over);
    const first = await open(0);
    const { port, href } = new URL(first.graph.graph.url);
    await first.create();
    await move(first);
    await using following = new Kith(['watch', 'follow', 'all', '--graph', href], env);
    const one = JSON.parse(await following.says(/^(\{.*)$/));
    await first[Symbol.asyncDispose]();
    await following.remarks(/(Following goes on once it answers)/);
    await using second = await open(Number(port));
    await move(second);
    const printed = () => following.out.split('\n').map((line) => JSON.parse(line).id);
    await until(() => printed().length > 1);
    assert.equal(printed()[0], one.id);
    assert.equal(new Set(printed()).size, 2);
  });

  it('says why it does nothing', async () => {
    const unknown = await watch('delete', 'nobody');
    assert.deepEqual([unknown.code, unknown.err], [1, 'kith: this key has no watch “nobody”.\n']);
    const often = await watch('create', 'often', '--every', '1');
    assert.match(often.err, /^kith: .*everyMinutes: must be between 5 and 1440, but got 1\.\n$/);
    const keyless = await kith(['watch', 'list', '--graph', watched.graph.graph.url], { KITH_SECRET: secret });
    assert.equal(keyless.err, 'kith: watches need an API key: set KITH_API_KEY.\n');
  });
});
