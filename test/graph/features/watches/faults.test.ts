import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pino from 'pino';
import { Database } from '../../../../src/graph/state/database.ts';
import { openWatched } from './watched.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe('a watch, over a data service with faults,', () => {
  it('takes a field that is empty for everybody for a fault, and says so', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const { network, clock } = watched;
    const known = [...network.members.values()].map((member) => ({ member, ...member }));
    for (const { member } of known) Object.assign(member, { title: '', employer: '', updatedAt: clock.now() });
    await watched.pass(1);
    assert.deepEqual(await watched.changes(id), []);
    assert.match((await watched.stateOf(id)).reason ?? '', /Most people lack title and employer/);
    for (const { member, title, employer } of known) Object.assign(member, { title, employer, updatedAt: clock.now() });
    await watched.pass(1);
    assert.deepEqual([await watched.changes(id), (await watched.stateOf(id)).reason], [[], null]);
    // One person who has no employer is no fault.
    Object.assign(network.someone(), { employer: '', updatedAt: clock.now() });
    await watched.pass(1);
    assert.deepEqual(
      (await watched.changes(id)).map(({ kind }) => kind),
      ['MOVED'],
    );
  });

  it('believes no departures while the data service finds nobody at all', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const members = [...watched.network.members.values()];
    for (const member of members) watched.network.leave(member.id);
    await watched.pass(30);
    assert.deepEqual(await watched.changes(id), []);
    const { state, reason } = await watched.stateOf(id);
    assert.equal(state, 'SUSPECT');
    assert.match(reason ?? '', /finds nobody at all/);
    for (const member of members) watched.network.rejoin(member);
    await watched.pass(25);
    assert.deepEqual([await watched.changes(id), (await watched.stateOf(id)).state], [[], 'CURRENT']);
  });

  for (const [share, isLostToAll] of [
    [0.6, true],
    [0.95, true],
    [0.6, false],
    [0.95, false],
    [1, false],
  ] as const)
    it(`holds ${share * 100} % who are gone from ${isLostToAll ? 'all answers' : 'the network'}, and says so`, async () => {
      await using watched = await openWatched();
      const { id } = await watched.create();
      const { network } = watched;
      const people = [...network.members.keys()];
      Object.assign(network, { lost: new Set(people.slice(0, share * people.length)), isLostToAll });
      await watched.pass(4, 13 * hourMs);
      assert.deepEqual(await watched.changes(id), []);
      const { state, reason } = await watched.stateOf(id);
      assert.equal(state, 'SUSPECT');
      assert.match(reason ?? '', new RegExp(`${network.lost.size} of 20 people are gone, which is unusual`));
      network.lost = new Set();
      await watched.pass(2, 13 * hourMs);
      assert.deepEqual([await watched.changes(id), (await watched.stateOf(id)).state], [[], 'CURRENT']);
    });

  it('holds those who match a filter no longer because a field is lost', async () => {
    await using watched = await openWatched();
    const { network } = watched;
    for (const member of network.members.values()) member.employer = 'Kestrel';
    const { id } = await watched.create({ dsl: { term: { 'profile_info.current_company_name': 'Kestrel' } } });
    const members = [...network.members.values()].slice(0, 12);
    for (const member of members) member.employer = '';
    await watched.pass(3, 13 * hourMs);
    assert.deepEqual(await watched.changes(id), []);
    assert.equal((await watched.stateOf(id)).state, 'SUSPECT');
    for (const member of members) member.employer = 'Kestrel';
    await watched.pass(2, 13 * hourMs);
    assert.deepEqual([await watched.changes(id), (await watched.stateOf(id)).state], [[], 'CURRENT']);
  });

  it('believes that many left with a connector, by the second listing', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const { network } = watched;
    const added = network.addConnector();
    for (let at = 0; at < 10; at += 1) network.join(watched.clock.now() - 1e9, [added]);
    await watched.pass(2);
    const since = (await watched.changes(id)).at(-1)?.id;
    const left = network.disconnect(added);
    assert.equal(left.length, 10);
    await watched.pass(2, 13 * hourMs);
    const changes = await watched.changes(id, since);
    assert.deepEqual(
      changes.map(({ kind, profileId }) => `${kind} ${profileId}`).toSorted(),
      left.map((one) => `LEFT ${one}`).toSorted(),
    );
    assert.equal((await watched.stateOf(id)).state, 'CURRENT');
  });

  it('believes after a week of listings that many are gone', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const { network } = watched;
    for (const one of [...network.members.keys()].slice(0, 8)) network.leave(one);
    await watched.pass(7, dayMs);
    assert.deepEqual(await watched.changes(id), []);
    await watched.pass(3, dayMs);
    assert.deepEqual(
      (await watched.changes(id)).map(({ kind }) => kind),
      Array(8).fill('LEFT'),
    );
    assert.equal((await watched.stateOf(id)).state, 'CURRENT');
  });

  it('sees in the next poll what was dated almost two hours late', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const { network, clock } = watched;
    Object.assign(network.someone(), { title: 'Astronaut', updatedAt: clock.now() - 1.9 * hourMs });
    await watched.pass(1);
    assert.deepEqual(
      (await watched.changes(id)).map(({ kind }) => kind),
      ['RETITLED'],
    );
  });

  it('follows dates that are as late as the data service is', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const { network, clock } = watched;
    const lagMs = 20 * hourMs;
    const change = async (title: string) => {
      Object.assign(network.someone(), { title, updatedAt: clock.now() - lagMs });
      await watched.pass(1);
      return (await watched.changes(id)).length;
    };
    await watched.pass(23);
    await change('Astronaut');
    const before = (await watched.changes(id)).length;
    assert.ok((await change('Cosmonaut')) > before);
  });

  it('tells once what is dated hours ahead of its clock, and what was changed meanwhile', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const { network, clock } = watched;
    const [ahead, other] = network.members.values();
    Object.assign(ahead ?? {}, { title: 'Astronaut', updatedAt: clock.now() + 5 * hourMs });
    await watched.pass(1);
    Object.assign(other ?? {}, { title: 'Cosmonaut', updatedAt: clock.now() });
    await watched.pass(7);
    assert.deepEqual(
      (await watched.changes(id)).map(({ profileId }) => profileId),
      [ahead?.id, other?.id],
    );
  });

  it('tells nothing of a person whom a page has twice, with contents that contradict each other', async () => {
    await using watched = await openWatched();
    const { network, clock } = watched;
    const { id } = await watched.create();
    const member = network.someone();
    network.twice.set(member.id, { employer: 'Halolo' });
    for (let poll = 0; poll < 3; poll += 1) {
      member.updatedAt = clock.now();
      await watched.pass(1);
    }
    assert.deepEqual(await watched.changes(id), []);
    Object.assign(member, { employer: 'Kestrel', updatedAt: clock.now() });
    await watched.pass(2);
    assert.deepEqual(
      (await watched.changes(id)).map(({ kind, after }) => [kind, after?.employer]),
      [['MOVED', 'Kestrel']],
    );
  });

  it('takes an employer whom most leave at once for the same other one for renamed, there and back', async () => {
    await using watched = await openWatched();
    const { network, clock } = watched;
    const members = [...network.members.values()];
    const games = members.slice(0, 8);
    for (const member of games) member.employer = 'Paperlantern Games';
    const { id } = await watched.create();
    const name = async (some: readonly { employer: string }[], employer: string) => {
      const since = (await watched.changes(id)).at(-1)?.id;
      for (const member of some) Object.assign(member, { employer, updatedAt: clock.now() });
      await watched.pass(1);
      return (await watched.changes(id, since)).map(({ kind }) => kind);
    };
    assert.deepEqual(await name(games, 'Lantern Play'), Array(8).fill('CHANGED'));
    assert.deepEqual(await name(games.slice(0, 4), 'Paperlantern Games'), Array(4).fill('CHANGED'));
    assert.deepEqual(await name(games.slice(4), 'Paperlantern Games'), Array(4).fill('CHANGED'));
    // Two of eight are no name of a firm, nor are three, who leave five behind.
    assert.deepEqual(await name(games.slice(0, 2), 'Halolo'), ['MOVED', 'MOVED']);
    assert.deepEqual(await name(games.slice(2, 4), 'Halolo'), ['MOVED', 'MOVED']);
    for (const member of games) member.employer = 'Paperlantern Games';
    for (const [at, member] of games.entries()) member.title = `Title ${at}`;
    await name(games, 'Paperlantern Games');
    assert.deepEqual(await name(games.slice(0, 3), 'Halolo'), ['MOVED', 'MOVED', 'MOVED']);
  });

  it('sees no move in another website of an employer, nor in ties of another order', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const { network, clock } = watched;
    const [one, other] = [...network.members.values()].filter(({ ties }) => ties.size > 1);
    Object.assign(one ?? {}, { website: 'munich-interactive.example', updatedAt: clock.now() });
    if (other) {
      const ties = [...other.ties].reverse();
      other.ties.clear();
      for (const [connector, tier] of ties) other.ties.set(connector, tier);
      other.updatedAt = clock.now();
    }
    await watched.pass(1);
    assert.deepEqual(
      (await watched.changes(id)).map(({ kind, profileId }) => [kind, profileId]),
      [['CHANGED', one?.id]],
    );
  });

  it('tells each change once, though the disk was full as it was written', async () => {
    using database = new Database(':memory:');
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    await using watched = await openWatched({ database, log });
    const { id } = await watched.create();
    const { network, clock } = watched;
    const change = (title: string) => Object.assign(network.someone(), { title, updatedAt: clock.now() });
    const moved = [change('Astronaut'), change('Cosmonaut')];
    const full = `BEGIN SELECT RAISE(FAIL, 'There is no space left.'); END`;
    database.migrate('a full disk', [
      `CREATE TRIGGER full_insert BEFORE INSERT ON state_entry WHEN NEW.partition LIKE 'watch%' ${full};
       CREATE TRIGGER full_update BEFORE UPDATE ON state_entry WHEN NEW.partition LIKE 'watch%' ${full};`,
    ]);
    clock.advance(hourMs);
    while (!lines.some((line) => line.includes('no space left'))) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(await watched.changes(id), []);
    database.migrate('space again', ['DROP TRIGGER full_insert; DROP TRIGGER full_update;']);
    await watched.pass(2);
    assert.deepEqual(
      (await watched.changes(id)).map(({ kind, profileId }) => [kind, profileId]).toSorted(),
      moved.map((member) => ['RETITLED', member.id]).toSorted(),
    );
    assert.equal((await watched.stateOf(id)).state, 'CURRENT');
  });

  it('goes on at once after the clock was set back', async () => {
    await using watched = await openWatched();
    const { id } = await watched.create();
    const { network, clock } = watched;
    clock.advance(-2 * dayMs);
    Object.assign(network.someone(), { title: 'Astronaut', updatedAt: clock.now() });
    // Timers of this clock wait for its time; those of the system fire.
    await watched.ask(`mutation { updateWatch(input: {id: "${id}", name: "wakes"}) { problems { message } } }`);
    while ((await watched.changes(id)).length === 0) await new Promise((resolve) => setImmediate(resolve));
    await watched.pass(1);
    assert.equal((await watched.stateOf(id)).state, 'CURRENT');
  });

  it('is polled though all watches of another key hang', { timeout: 20_000 }, async () => {
    await using watched = await openWatched();
    const release = watched.network.hold('hangs');
    for (let count = 0; count < 8; count += 1) {
      const query = `mutation { createWatch(input: {name: "${count}", of: NETWORK}) { watch { id } } }`;
      assert.ok((await watched.graph.ask('hangs', query)).data);
    }
    await watched.create();
    await watched.pass(1);
    // Of its own, as many hang as may be polled at once.
    assert.equal(watched.network.held, 2);
    release();
  });

  it('says why it cannot be read', async () => {
    await using watched = await openWatched();
    watched.network.phantoms = 1;
    const made = await watched.ask<{ createWatch: { watch: { id: string } } }>(
      'mutation { createWatch(input: {name: "all", of: NETWORK}) { watch { id } } }',
    );
    const { id } = made.createWatch.watch;
    for (;;) {
      const { state, reason } = await watched.stateOf(id);
      assert.equal(state, 'STARTING');
      if (reason === null) continue;
      assert.equal(reason, '20 of 21 people could be read.');
      break;
    }
  });

  it('takes composed and decomposed accents for the same', async () => {
    await using watched = await openWatched();
    const member = watched.network.someone();
    member.title = 'Ingénieur'.normalize('NFC');
    const { id } = await watched.create();
    Object.assign(member, { title: 'Ingénieur'.normalize('NFD'), updatedAt: watched.clock.now() });
    await watched.pass(1);
    assert.deepEqual(await watched.changes(id), []);
  });
});
