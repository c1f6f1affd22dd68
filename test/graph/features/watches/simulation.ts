import assert from 'node:assert/strict';
import type { Database } from '../../../../src/graph/state/database.ts';
import { ChangingNetwork, type Member } from '../../../support/changing-network.ts';
import { openTestGraph } from '../../../support/graph/graph.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { randomFrom } from '../../../support/random.ts';

export const hourMs = 3_600_000;

interface Options {
  readonly seed: number;
  readonly people: number;
  readonly days: number;
  /** Days at the end in which nothing changes any more, so that what is slow can be seen. */
  readonly quietDays: number;
  /** The share of listings that are cut short. */
  readonly cut: number;
  readonly database: Database;
}

type Kind = 'stamped' | 'undated' | 'silent' | 'joined' | 'left' | 'new connector';

/** A change of the network, and when it was told. */
interface Truth {
  readonly kind: Kind;
  readonly person: string;
  readonly at: number;
  seenAt?: number;
}

interface Event {
  readonly id: string;
  readonly kind: string;
  readonly seenAt: string;
  readonly profileId: string | null;
  readonly before?: { readonly title: string | null; readonly employer: string | null };
  readonly after?: { readonly title: string | null; readonly employer: string | null };
}

const changesQuery = `query ($watch: ID!, $since: ID) {
  networkChanges(watch: $watch, since: $since, first: 1000) {
    nodes { id kind seenAt profileId ... on PersonMoved { before { title employer } after { title employer } } }
  }
}`;

/** Hours from a change until it was told, of each kind. */
export interface Latencies {
  readonly kind: Kind;
  readonly count: number;
  readonly told: number;
  readonly medianHours: number;
  readonly maxHours: number;
}

export interface Simulated {
  readonly latencies: readonly Latencies[];
  /** Of the days in which there were changes. */
  readonly bytesADay: number;
  readonly copyBytes: number;
  /** Of a poll that sees no change. */
  readonly quietCalls: number;
  readonly paid: number;
  readonly events: number;
  readonly repeated: number;
  /** Changes that do not follow from those before them. */
  readonly gaps: number;
  readonly falseDepartures: number;
}

/**
 * A network of people who change, 1 % a day, watched by a real graph through time that passes an hour at a step: three of a hundred
 * polls are lost, and listings are cut short. Everything is drawn from the seed.
 */
export async function simulate({ seed, people, days, quietDays, cut, database }: Options): Promise<Simulated> {
  const random = randomFrom(seed);
  const clock = new ManualClock();
  await using network = new ChangingNetwork(seed + 1);
  const connectors = Array.from({ length: 20 }, () => network.addConnector());
  const someConnectors = () =>
    connectors.filter(() => random() < 1.5 / connectors.length).concat(connectors[Math.floor(random() * 20)] ?? []);
  for (let at = 0; at < people; at += 1)
    network.join(random() < 0.018 ? undefined : clock.now() - random() * 1e10, [...new Set(someConnectors())]);
  const url = await network.listen();
  /** Waits until as many calls are scheduled as when nothing was being done. */
  const idle = async (calls: number) => {
    while (clock.waiting < calls) await clock.scheduled;
  };
  /** Has a poll come due, and waits until it is over. */
  const poll = async (ms: number) => {
    const { waiting } = clock;
    clock.advance(ms);
    await idle(waiting);
  };
  await using graph = await openTestGraph(url, {
    clock,
    database,
    secret: 's'.repeat(32),
    watches: { allowPrivate: true },
  });
  const ask = async <Data>(query: string, variables: object = {}): Promise<Data> => {
    const { data, errors } = await graph.ask<Data, object>('key', query, variables);
    if (!data) throw new Error(JSON.stringify(errors));
    return data;
  };
  const { waiting } = clock;
  const made = await ask<{ createWatch: { watch: { id: string } } }>(
    'mutation { createWatch(input: {name: "all", of: NETWORK}) { watch { id } problems { message } } }',
  );
  const watch = made.createWatch.watch.id;
  await idle(waiting + 1);
  const known = new Map([...network.members].map(([id, { title, employer }]) => [id, `${title} at ${employer}`]));
  const truths: Truth[] = [];
  const open = new Map<string, Truth[]>();
  const note = (kind: Kind, person: string) => {
    const truth = { kind, person, at: clock.now() };
    truths.push(truth);
    open.set(person, [...(open.get(person) ?? []), truth]);
  };
  const leftAt = new Map<string, number>();
  const events: Event[] = [];
  let since: string | undefined;
  let [gaps, falseDepartures] = [0, 0];

  const read = async () => {
    for (;;) {
      const { networkChanges } = await ask<{ networkChanges: { nodes: Event[] } }>(changesQuery, { watch, since });
      for (const event of networkChanges.nodes) {
        events.push(event);
        since = event.id;
        const { kind, profileId: person } = event;
        const at = Date.parse(event.seenAt);
        assert.ok(person, `${kind} is about somebody`);
        const tells = (truth: Truth): boolean =>
          kind === 'LEFT'
            ? true
            : kind === 'JOINED'
              ? truth.kind !== 'left'
              : kind.startsWith('TIE')
                ? truth.kind === 'new connector'
                : truth.kind === 'stamped' || truth.kind === 'undated' || truth.kind === 'silent';
        const left: Truth[] = [];
        for (const truth of open.get(person) ?? [])
          if (truth.at <= at && tells(truth)) truth.seenAt = at;
          else left.push(truth);
        open.set(person, left);
        const was = known.get(person);
        if (kind === 'JOINED' && was !== undefined) gaps += 1;
        if (kind !== 'JOINED' && was === undefined) gaps += 1;
        if (kind === 'LEFT' && !((leftAt.get(person) ?? Infinity) <= at)) falseDepartures += 1;
        if (event.before && event.after) {
          if (was !== 'unknown' && was !== `${event.before.title} at ${event.before.employer}`) gaps += 1;
          known.set(person, `${event.after.title} at ${event.after.employer}`);
        } else if (kind === 'JOINED') known.set(person, 'unknown');
        else if (kind === 'LEFT') known.delete(person);
      }
      if (networkChanges.nodes.length < 1000) return;
    }
  };

  const change = (member: Member): void => {
    if (random() < 0.5) member.employer = `Employer ${Math.floor(random() * 1e9)}`;
    else member.title = `Title ${Math.floor(random() * 1e9)}`;
  };
  const aDay = (share: number): number => {
    const expected = (people * share) / 24;
    return Math.floor(expected) + (random() < expected % 1 ? 1 : 0);
  };
  const before = network.bytes;
  let bytesADay = 0;
  for (let hour = 0; hour < (days + quietDays) * 24; hour += 1) {
    if (hour === days * 24) bytesADay = (network.bytes - before) / days;
    clock.advance(1);
    if (hour < days * 24) {
      for (let count = aDay(0.007); count > 0; count -= 1) {
        const member = network.someone();
        change(member);
        note(member.updatedAt === undefined ? 'undated' : 'stamped', member.id);
        if (member.updatedAt !== undefined) member.updatedAt = clock.now();
      }
      for (let count = aDay(0.001); count > 0; count -= 1) {
        const member = network.someone();
        change(member);
        note(member.updatedAt === undefined ? 'undated' : 'silent', member.id);
      }
      for (let count = aDay(0.001); count > 0; count -= 1)
        note(
          'joined',
          network.join(random() < 0.5 ? clock.now() : clock.now() - 1e10, someConnectors().slice(0, 2)).id,
        );
      for (let count = aDay(0.001); count > 0; count -= 1) {
        const { id } = network.someone();
        network.leave(id);
        leftAt.set(id, clock.now());
        // Of who was not told to have joined, nothing is told.
        const unseen = open.get(id)?.some(({ kind }) => kind === 'joined');
        if (unseen) for (const truth of open.get(id) ?? []) truths.splice(truths.indexOf(truth), 1);
        else note('left', id);
        if (unseen) open.delete(id);
      }
      if (hour === 100) {
        const added = network.addConnector();
        for (let count = 0; count < people / 50; count += 1) {
          const member = network.someone();
          member.ties.set(added, 1);
          note('new connector', member.id);
        }
        const { id } = network.join(clock.now() - 1e10, [added]);
        note('joined', id);
      }
    }
    const isLost = random() < 0.03 && hour < days * 24;
    network.isFailing = isLost;
    network.cut = random() < cut ? random() * 0.9 + 0.05 : 0;
    await poll(hourMs - 1);
    if (hour % 24 === 23) await read();
  }
  await read();

  const kinds: readonly Kind[] = ['stamped', 'undated', 'silent', 'joined', 'left', 'new connector'];
  return {
    latencies: kinds.map((kind) => latenciesOf(kind, truths)),
    bytesADay,
    copyBytes: network.copyBytes,
    quietCalls: await quietCalls(network, () => poll(hourMs)),
    paid: network.paid,
    events: events.length,
    repeated: events.length - new Set(events.map(({ id }) => id)).size,
    gaps,
    falseDepartures,
  };
}

/** The calls of the median of 21 polls of an unchanged network, one of which may be a daily one. */
async function quietCalls(network: ChangingNetwork, poll: () => Promise<void>): Promise<number> {
  const taken: number[] = [];
  for (let count = 0; count < 21; count += 1) {
    const { calls } = network;
    await poll();
    taken.push(network.calls - calls);
  }
  return taken.toSorted((one, other) => one - other)[10] ?? 0;
}

function latenciesOf(kind: Kind, truths: readonly Truth[]): Latencies {
  const all = truths.filter((truth) => truth.kind === kind);
  const hours = all
    .flatMap(({ at, seenAt }) => (seenAt === undefined ? [] : (seenAt - at) / hourMs))
    .toSorted((one, other) => one - other);
  return {
    kind,
    count: all.length,
    told: hours.length,
    medianHours: hours[Math.floor(hours.length / 2)] ?? 0,
    maxHours: hours.at(-1) ?? 0,
  };
}
