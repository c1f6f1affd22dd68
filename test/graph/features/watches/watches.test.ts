import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Database } from '../../../../src/graph/state/database.ts';
import { temporaryDirectory } from '../../../support/kith.ts';
import { dayMs, openWatched } from './watched.ts';

describe('a watched network', () => {
  it('makes no changes when it is read for the first time, and tells a move once, for free', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    assert.deepEqual(await watched.changes(id), []);
    assert.deepEqual(await watched.stateOf(id), { id, state: 'CURRENT', reason: null, people: 20 });
    const member = watched.network.someone();
    const { title, employer } = member;
    Object.assign(member, { employer: 'Kestrel', updatedAt: watched.clock.now() });
    await watched.pass(2);
    const [moved, ...others] = await watched.changes(id);
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...moved, id: '' },
      {
        ...{ id: '', kind: 'MOVED', profileId: member.id, stillMatches: true },
        profile: { fullName: `Person ${member.id.slice(0, 8)}`, currentTitle: title },
        before: { title, employer },
        after: { title, employer: 'Kestrel' },
      },
    );
    assert.deepEqual(await watched.changes(id, moved?.id), []);
    assert.equal(watched.network.paid, 0);
  });

  it('drops the records that its key keeps of people who change, and of nobody else', async () => {
    await using directory = await temporaryDirectory();
    await using watched = await openWatched({
      keptDatabase: new Database(join(directory.path, 'records.sqlite')),
      credits: { cache: { keepMs: 0 }, keep: { keepMs: 30 * dayMs, bytes: 64_000_000 } },
    });
    await watched.create();
    const [moved, other] = [watched.network.someone(), watched.network.join(undefined, [])];
    const headlines = async () => {
      const { profiles } = await watched.ask<{ profiles: readonly { readonly headline: string }[] }>(
        'query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { headline } } }',
        { by: [{ id: moved.id }, { id: other.id }] },
      );
      return profiles[0]?.headline;
    };
    await headlines();
    Object.assign(moved, { employer: 'Kestrel', updatedAt: watched.clock.now() });
    assert.doesNotMatch((await headlines()) ?? '', /Kestrel/);
    assert.equal(watched.network.paid, 2);
    await watched.pass(2);
    assert.match((await headlines()) ?? '', /at Kestrel$/);
    assert.equal(watched.network.paid, 3);
  });

  it('is known by its id in capitals, at every door', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const capitals = id.toUpperCase();
    assert.deepEqual(await watched.changes(capitals), []);
    const { updateWatch } = await watched.ask<{ updateWatch: { watch: { id: string } } }>(
      `mutation { updateWatch(input: { id: "${capitals}", name: "Other" }) { watch { id } problems { message } } }`,
    );
    assert.equal(updateWatch.watch.id, id);
    const refused = await watched.ask<Record<string, { problems: { message: string }[] }>>(
      `mutation { a: testWatch(input: { id: "${capitals}" }) { problems { message } }
        b: replayDeliveries(input: { id: "${capitals}" }) { problems { message } } }`,
    );
    for (const { problems } of Object.values(refused)) assert.match(problems[0]?.message ?? '', /has no webhook/);
    const { deleteWatch } = await watched.ask<{ deleteWatch: { deleted: boolean } }>(
      `mutation { deleteWatch(input: { id: "${capitals}" }) { deleted } }`,
    );
    assert.equal(deleteWatch.deleted, true);
  });

  it('takes three calls at most to see that nothing has changed', async () => {
    await using watched = await openWatched();
    await watched.create();
    const { calls } = watched.network;
    await watched.pass(1);
    // The data service is asked besides whether it accepts the key of who asks for the watches.
    assert.ok(watched.network.calls - calls <= 3 + 1, `${watched.network.calls - calls} calls`);
  });

  it('tells who joins by a connection alone, and whom a new connector knows', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const { network, clock } = watched;
    const [known] = network.connectors;
    const joined = network.join(clock.now() - 1e9, [known ?? '']);
    await watched.pass(12);
    assert.deepEqual(
      (await watched.changes(id)).map(({ kind, profileId }) => [kind, profileId]),
      [['JOINED', joined.id]],
    );
    const added = network.addConnector();
    const member = network.someone();
    member.ties.set(added, 2);
    const newcomer = network.join(clock.now() - 1e9, [added]);
    const since = (await watched.changes(id)).at(-1)?.id;
    await watched.pass(1);
    const changes = await watched.changes(id, since);
    assert.deepEqual(
      changes
        .map(({ kind, profileId, connector, normalizedStrengthAfter }) => [
          kind,
          profileId,
          connector?.id,
          normalizedStrengthAfter,
        ])
        .toSorted(),
      [
        ['JOINED', newcomer.id, undefined, undefined],
        ['TIE_ADDED', member.id, added, 2],
      ],
    );
  });

  it('tells who leaves once two whole listings lack them', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const { id: gone } = watched.network.someone();
    watched.network.leave(gone);
    await watched.pass(13);
    assert.deepEqual(await watched.changes(id), []);
    await watched.pass(12);
    const [left, ...others] = await watched.changes(id);
    assert.deepEqual([left?.kind, left?.profileId, left?.profile, others], ['LEFT', gone, null, []]);
  });

  it('does not take absence for some minutes as a departure, though two listings lack the person', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create({ everyMinutes: 5 });
    const person = watched.network.someone();
    watched.network.leave(person.id);
    const minutes = 60_000;
    // An extra listing, and the daily one.
    await watched.pass(1, dayMs - 10 * minutes);
    await watched.pass(2, 5 * minutes);
    assert.deepEqual(await watched.changes(id), []);
    watched.network.rejoin(person);
    await watched.pass(37);
    assert.deepEqual(await watched.changes(id), []);
    watched.network.leave(person.id);
    await watched.pass(37);
    assert.deepEqual(
      (await watched.changes(id)).map(({ kind, profileId }) => [kind, profileId]),
      [['LEFT', person.id]],
    );
  });

  it('suspects an empty listing until a second one agrees, and tells no departures meanwhile', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    watched.network.cut = 1;
    await watched.pass(24);
    const { state, reason } = await watched.stateOf(id);
    assert.deepEqual([state, reason], ['SUSPECT', 'A listing has 0 people, but their count is 20.']);
    watched.network.cut = 0;
    await watched.pass(13);
    assert.equal((await watched.stateOf(id)).state, 'CURRENT');
    assert.deepEqual(await watched.changes(id), []);
    // The first connector alone knows half of them.
    watched.network.disconnect(watched.network.connectors[0] ?? '');
    await watched.pass(13);
    assert.equal((await watched.stateOf(id)).state, 'SUSPECT');
    await watched.pass(13);
    assert.equal((await watched.stateOf(id)).state, 'CURRENT');
    const left = (await watched.changes(id)).filter(({ kind }) => kind === 'LEFT');
    assert.equal(left.length, 10);
  });

  it('tells who has left a watched account for another, and no longer matches', async () => {
    await using watched = await openWatched();
    const champion = watched.network.someone();
    champion.employer = 'Aurora';
    const { id } = await watched.create({
      dsl: { term: { 'profile_info.current_company_name': 'Aurora' } },
    });
    champion.employer = 'Kestrel';
    await watched.pass(37);
    assert.deepEqual(
      (await watched.changes(id)).map(({ kind, profileId, stillMatches }) => [kind, profileId, stillMatches]),
      [['MOVED', champion.id, false]],
    );
  });

  it('finds what no date tells of in the part of the network that is read whole each day', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create({ everyMinutes: 1440 });
    watched.network.someone().title = 'Astronaut';
    await watched.pass(28, dayMs);
    assert.deepEqual(
      (await watched.changes(id)).map(({ kind, after }) => [kind, after?.title]),
      [['RETITLED', 'Astronaut']],
    );
  });

  for (const searches of [[], ['profile_info.id']])
    it(`reads all of it each day where the data service searches by ${searches.join() || 'neither dates nor ids'}`, async () => {
      await using watched = await openWatched();
      watched.network.searches = searches;
      const { id } = await watched.create({ everyMinutes: 1440 });
      const member = watched.network.someone();
      Object.assign(member, { title: 'Astronaut', updatedAt: watched.clock.now() });
      await watched.pass(1, dayMs);
      assert.deepEqual(
        (await watched.changes(id)).map(({ kind, profileId }) => [kind, profileId]),
        [['RETITLED', member.id]],
      );
    });

  it('is not listed again for people who joined, if it cannot be searched by id', async () => {
    await using watched = await openWatched();
    watched.network.searches = [];
    const { id } = await watched.create();
    const callsIn = async (hours: number) => {
      const before = watched.network.calls;
      await watched.pass(hours);
      return watched.network.calls - before;
    };
    const quiet = await callsIn(1);
    const newcomer = watched.network.join(undefined, watched.network.connectors);
    await watched.pass(24);
    assert.deepEqual(
      (await watched.changes(id)).map(({ kind, profileId }) => [kind, profileId]),
      [['JOINED', newcomer.id]],
    );
    assert.equal(await callsIn(14), 14 * quiet);
  });

  it('says why it is not read if it is too large', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    watched.network.phantoms = 250_000;
    await watched.ask('mutation { createWatch(input: {name: "new", of: NETWORK}) { watch { id } } }');
    watched.clock.advance(dayMs);
    const all = '{ watches { id state reason people } }';
    for (;;) {
      const { watches } = await watched.ask<{ watches: { id: string; state: string; reason: string }[] }>(all);
      if (watches.some(({ state }) => state !== 'KEY_REFUSED')) continue;
      assert.equal(watches.length, 2);
      for (const { reason } of watches)
        assert.equal(reason, 'A watch may have 250000 people, but 250020 match: narrow its filter.');
      break;
    }
    assert.equal((await watched.stateOf(id)).people, 20);
  });

  it('of a search is verified by whole listings alone', async () => {
    await using watched = await openWatched();
    const dsl = { match_all: {} };
    await watched.create({ of: 'SEARCH', everyMinutes: 1440, dsl });
    const verifiedSince = async () =>
      (await watched.ask<{ watches: { verifiedSince: string }[] }>('{ watches { verifiedSince } }')).watches[0]
        ?.verifiedSince;
    const before = await verifiedSince();
    watched.network.cut = 0.5;
    await watched.pass(1, dayMs);
    assert.equal(await verifiedSince(), before);
    watched.network.cut = 0;
    await watched.pass(1, dayMs);
    assert.equal(await verifiedSince(), new Date(watched.clock.now()).toISOString());
  });

  it('is not to be had where watches are off', async () => {
    await using watched = await openWatched({ watches: undefined });
    const { errors } = await watched.graph.ask('key', '{ watches { id } }');
    assert.equal(errors?.[0]?.extensions?.code, 'WATCHES_OFF');
  });
});
