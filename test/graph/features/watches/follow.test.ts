import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Database } from '../../../../src/graph/state/database.ts';
import { readEvents } from '../../../../src/sdk/event-stream.ts';
import { administer, removedOf } from '../../../support/graph/administer.ts';
import { dayMs, openNetwork, openWatched, secret, type Watched } from './watched.ts';

/** Follows a watch over server-sent events, from the last one seen. */
async function follow({ graph }: Watched, watch: string, lastEventId?: string, since?: string) {
  const response = await fetch(`${graph.graph.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'x-api-key': 'key',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    body: JSON.stringify({
      query:
        'subscription ($watch: ID!, $since: ID) { networkChanges(watch: $watch, since: $since) { id kind profileId } }',
      variables: { watch, since },
    }),
  });
  assert.ok(response.body);
  return readEvents(response.body);
}

async function next(
  events: AsyncGenerator<{ readonly event: string; readonly id: string | undefined; readonly data: string }>,
) {
  for (;;) {
    const { value, done } = await events.next();
    assert.ok(!done && value, 'an event comes');
    if (value.event === 'next') return { id: value.id, change: JSON.parse(value.data).data.networkChanges };
  }
}

async function move({ network, clock, pass }: Watched, stepMs?: number): Promise<string> {
  const member = network.someone();
  Object.assign(member, { employer: `Kestrel ${clock.now()}`, updatedAt: clock.now() });
  await pass(1, stepMs);
  return member.id;
}

describe('who follows a watch', () => {
  it('goes on behind the last event that it has seen, though it repeats its first cursor', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    for (let count = 0; count < 3; count += 1) await move(watched);
    const [first, second, third] = await watched.changes(id);
    const events = await follow(watched, id, second?.id, first?.id);
    assert.equal((await next(events)).id, third?.id);
    await events.return(undefined);
  });

  it('is told to read anew where its cursor is of the future, as after a restore', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    await move(watched);
    const future = `${id}.9999999999999999-0000.0`;
    assert.deepEqual(
      (await watched.changes(id, future)).map(({ kind }) => kind),
      ['RESET'],
    );
    const events = await follow(watched, id, future);
    assert.equal((await next(events)).change.kind, 'RESET');
    await move(watched);
    assert.equal((await next(events)).change.kind, 'MOVED');
    await events.return(undefined);
  });

  it('goes on behind the last change seen, in another graph over the same store', async () => {
    using database = new Database(':memory:');
    const over = await openNetwork();
    await using _network = over.network;
    let watch: string;
    let lastSeen: string | undefined;
    let missed: string;
    {
      await using watched = await openWatched({ database }, over);
      watch = (await watched.create()).id;
      const events = await follow(watched, watch);
      const person = await move(watched);
      const first = await next(events);
      assert.deepEqual([first.id, first.change.kind, first.change.profileId], [first.change.id, 'MOVED', person]);
      lastSeen = first.id;
      await events.return();
      missed = await move(watched);
    }
    await using again = await openWatched({ database }, over);
    const events = await follow(again, watch, lastSeen);
    const { change } = await next(events);
    assert.equal(change.profileId, missed);
    await events.return();
  });

  it('is told to read anew behind what is kept', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create({ everyMinutes: 1440 });
    await move(watched, dayMs);
    const [old] = await watched.changes(id);
    await watched.pass(31, dayMs);
    await move(watched, dayMs);
    const kinds = (await watched.changes(id, old?.id)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['MOVED']);
    assert.deepEqual(
      (await watched.changes(id, `${id}.${'0'.repeat(16)}-0000.0`)).map(({ kind }) => kind),
      ['RESET', 'MOVED'],
    );
  });

  it('cannot use another watch’s cursor, nor what is none', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const other = await watched.create({ name: 'other' });
    await move(watched);
    const [change] = await watched.changes(other.id);
    assert.ok(change);
    await assert.rejects(watched.changes(id, change.id), /of this watch, but got one of another watch/);
    await assert.rejects(watched.changes(id, 'yesterday'), /of this watch, but got something else/);
  });
});

const purge = ({ graph }: Watched, what: object) =>
  administer(graph.graph.url, secret, 'POST', '/purge', undefined, {
    ...{ profiles: [], names: [], companies: [], all: false },
    ...what,
  });

const namesOf = async ({ ask }: Watched) =>
  (await ask<{ watches: { name: string }[] }>('{ watches { name } }')).watches.map(({ name }) => name);

describe('kith purge', () => {
  it('takes somebody out of a watch and its changes, and they do not join again', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const person = await move(watched);
    const purged = await purge(watched, { profiles: [`https://xnet.example/in/person-${person.slice(0, 12)}`] });
    assert.equal(removedOf(purged.body, 'watched'), 1);
    assert.deepEqual(
      (await watched.changes(id)).map(({ profileId, profile, before }) => [profileId, profile, before]),
      [[null, null, undefined]],
    );
    assert.equal((await watched.stateOf(id)).people, 19);
    const since = (await watched.changes(id)).at(-1)?.id;
    Object.assign(watched.network.members.get(person) ?? {}, { updatedAt: watched.clock.now() });
    await watched.pass(30);
    assert.deepEqual(await watched.changes(id, since), []);
    assert.equal((await watched.stateOf(id)).state, 'CURRENT');
  });

  it('of everyone has the watch begin anew at once, with a RESET', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    await move(watched);
    const [last] = await watched.changes(id);
    await purge(watched, { all: true });
    while ((await watched.stateOf(id)).state !== 'CURRENT');
    for (const since of [last?.id, `${id}.${'0'.repeat(16)}-0000.0`])
      assert.deepEqual(
        (await watched.changes(id, since)).map(({ kind }) => kind),
        ['RESET'],
      );
  });

  it('of everyone tells of it where there were no changes, and deletes a watch whose filter may name people', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    await watched.create({ name: 'some', dsl: { term: { 'profile_info.current_company_name': 'Aurora' } } });
    await purge(watched, { all: true });
    watched.clock.advance(3_600_000);
    while ((await watched.stateOf(id)).state !== 'CURRENT');
    assert.deepEqual(
      (await watched.changes(id)).map(({ kind }) => kind),
      ['RESET'],
    );
    assert.deepEqual(await namesOf(watched), ['all']);
  });

  it('of somebody who joins in a poll that is under way keeps them out', async () => {
    await using watched = await openWatched();
    const { network, clock } = watched;
    const { id } = await watched.create();
    const letGo = network.hold();
    const { id: person } = network.join(clock.now(), [network.connectors[0] ?? '']);
    clock.advance(3_600_000);
    while (network.held === 0) await new Promise((resolve) => setImmediate(resolve));
    await purge(watched, { profiles: [person] });
    letGo();
    await watched.pass(2);
    assert.deepEqual(await watched.changes(id), []);
    assert.equal((await watched.stateOf(id)).people, 20);
  });

  it('deletes a watch whose filter names somebody, with its session', async () => {
    await using watched = await openWatched();
    const { id: person } = watched.network.someone();
    await watched.create({ name: 'kept', dsl: { term: { 'profile_info.current_company_name': 'Aurora' } } });
    await watched.create({ name: 'gone', dsl: { term: { 'profile_info.id': person } } });
    await purge(watched, { profiles: [person] });
    assert.deepEqual(await namesOf(watched), ['kept']);
    const answer = await fetch(`${watched.graph.graph.url}/session`, { headers: { 'x-api-key': 'key' } });
    const { standing } = await answer.json();
    assert.deepEqual(
      standing.map(({ label }: { label: string }) => label),
      ['watch kept'],
    );
  });

  it('leaves no scan behind that is made again each day', async () => {
    await using watched = await openWatched();
    const { network } = watched;
    await watched.create({ everyMinutes: 1440 });
    const callsOfADay = async () => {
      await watched.pass(1, dayMs);
      const { watches } = await watched.ask<{ watches: { callsToday: number }[] }>('{ watches { callsToday } }');
      return watches[0]?.callsToday;
    };
    const before = await callsOfADay();
    await purge(watched, { profiles: [network.someone().id] });
    await callsOfADay();
    // One call reads whom the listing has beyond those who are known.
    assert.equal(await callsOfADay(), (before ?? 0) + 1);
  });
});
