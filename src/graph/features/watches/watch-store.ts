import { setImmediate as endOfTurn } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import { sealAnew } from '../../state/seal/rotation.ts';
import { revokeSession } from '../../state/sessions/session-list.ts';
import type { Append, ListedEntry, Write } from '../../state/state-adapter.ts';
import type { StateStore } from '../../state/state-store.ts';
import { DamagedEntry, parseStored } from '../../validate.ts';
import type { Change } from './change.ts';
import { Network } from './network.ts';
import type { PackedPerson } from './people.ts';
import { isPurged } from './person.ts';
import type { Polled } from './poll.ts';
import { WatchSeal } from './seal.ts';
import { maxWatches, maxWatchesBySessions, maxWatchesOfKey, type Private, StoredWatch, type Watch } from './watch.ts';

/** Partition that lists all watches, by keys `owner:childTeamId:watchId`. */
const registry = 'watches';

/** Channel that announces created, changed and deleted watches to all processes. */
export const watchesChannel = 'watches';

const partitionOf = (id: string): string => `watch:${id}`;
const ownedBy = (owner: string, childTeamId = ''): string => `${owner}:${childTeamId}:`;

/** Prefix of keys of the registry that count the watches made by sessions. */
const madeBySession = 'by-session/';

/** A watch's place among those of its owner and team. */
export interface Place extends Pick<Watch, 'id' | 'owner' | 'childTeamId'> {}

const watchKey = 'watch';
const networkKey = 'network';
const troubleKey = 'trouble';
const trimmedKey = 'trimmed';
const handedKey = 'handed';
const peoplePrefix = 'people/';
const eventPrefix = 'event/';
const duePrefix = 'due/';
const sentPrefix = 'sent/';

/** A position before all others in a log. */
export const beginning = `${'0'.repeat(16)}-0000.0`;

/** Maximum number of changes in one entry of the log. */
const perEntry = 100;

/** Retention of changes: in milliseconds, and by number per watch. */
const retentionMs = 30 * 86_400_000;
const maxChanges = 100_000;

/** Maximum number of buckets that are sealed or opened in one turn of the event loop. */
const perTurn = 32;

/** A change with its position in the log of its watch. */
export interface Event {
  /** Log entry and index in it, such as `1767225600000000-0000.3`. Compare with `isBefore`: `.10` follows `.9`. */
  readonly seq: string;
  readonly at: number;
  readonly change: Change;
}

export interface Loaded {
  readonly watch: Watch;
  readonly network: Network | undefined;
  /** Why the last poll failed, as a sentence; undefined if it did not. */
  readonly trouble: string | undefined;
  /** Versions in the store, by key; a commit expects them. */
  readonly versions: ReadonlyMap<string, number>;
  readonly seal: WatchSeal;
}

/** Store of watches, their people and changes. A watch is one partition, so a poll is committed atomically. */
export class WatchStore {
  readonly state: StateStore;
  /** Cache of opened settings, for as long as the loaded watch is referenced. */
  readonly #opened = new WeakMap<Watch, Private>();

  constructor(state: StateStore) {
    this.state = state;
  }

  /**
   * Takes a place for a new watch; false if the owner has none left in this team. The place is given back by `release`, for
   * a watch that was deleted, or never written because the process was killed.
   */
  async reserve({ id, owner, childTeamId }: Place, now: number, bySession: boolean): Promise<boolean> {
    const prefix = ownedBy(owner, childTeamId);
    const writes = new Map([[prefix + id, { value: String(now) }]]);
    const limits = [
      { prefix, max: maxWatches },
      { prefix: `${owner}:`, max: maxWatchesOfKey },
    ];
    if (bySession) {
      writes.set(madeBySession + prefix + id, { value: '' });
      limits.push({ prefix: madeBySession + prefix, max: maxWatchesBySessions });
    }
    return (await this.state.commit(registry, { writes, limits })).kind === 'committed';
  }

  /** Writes a watch whose place is taken. */
  async create(watch: Watch): Promise<void> {
    await this.state.commit(partitionOf(watch.id), {
      writes: new Map([[watchKey, { value: textOf(watch) }]]),
      messages: [{ channel: watchesChannel, text: watch.id }],
    });
  }

  /** Removes the remains of a watch that no longer exists, and then its place. */
  async release({ id, owner, childTeamId }: Place): Promise<void> {
    await this.#removeAll(id, '');
    await revokeSession(this.state, { owner, id, now: 0 });
    const key = ownedBy(owner, childTeamId) + id;
    await this.state.commit(registry, {
      writes: new Map([
        [key, undefined],
        [madeBySession + key, undefined],
      ]),
      messages: [{ channel: watchesChannel, text: id }],
    });
  }

  /** Places without a watch, taken before a time: their creation or deletion was interrupted. */
  async abandoned(before: number): Promise<readonly Place[]> {
    const found: Place[] = [];
    for (const { key, value } of await this.#places('')) {
      if (Number(value) >= before) continue;
      const [owner = '', childTeamId = '', id = ''] = key.split(':');
      if ((await this.state.get(partitionOf(id), watchKey)) !== undefined) continue;
      found.push({ id, owner, ...(childTeamId !== '' && { childTeamId }) });
    }
    return found;
  }

  /** The ids of an owner's watches; without an owner, of all watches. */
  async ids(owner?: string, childTeamId?: string): Promise<readonly string[]> {
    const entries = await this.#places(owner === undefined ? '' : ownedBy(owner, childTeamId));
    return entries.map(({ key }) => key.slice(key.lastIndexOf(':') + 1));
  }

  async #places(prefix: string): Promise<readonly ListedEntry[]> {
    const entries = await this.state.list(registry, { prefix });
    return entries.filter(({ key }) => !key.startsWith(madeBySession));
  }

  async load(id: string): Promise<Loaded | undefined> {
    const [found, progress, trouble] = await Promise.all([
      this.state.list(partitionOf(id), { prefix: watchKey }),
      this.state.list(partitionOf(id), { prefix: networkKey }),
      this.state.get(partitionOf(id), troubleKey),
    ]);
    const [stored] = found;
    if (!stored) return undefined;
    const watch = { id, ...parseStored('watch', StoredWatch, stored.value) };
    const [network] = progress;
    return {
      watch,
      network: network && parseStored('watch', Network, network.value),
      trouble,
      versions: new Map([
        [watchKey, stored.version],
        [networkKey, network?.version ?? 0],
      ]),
      seal: new WatchSeal(this.state.seal, watch.salt),
    };
  }

  /** The watches with these ids that exist and are not damaged. */
  async loadIntact(ids: readonly string[]): Promise<readonly Loaded[]> {
    const tried = await Promise.all(
      ids.map((id) =>
        this.load(id).catch((error: unknown) => {
          if (error instanceof DamagedEntry) return error;
          throw error;
        }),
      ),
    );
    return this.state
      .intact(tried, (one) => {
        if (one instanceof DamagedEntry) throw one;
        return one;
      })
      .filter((one) => one !== undefined);
  }

  /** Removes what a damaged watch has recorded of people, whom nobody can tell apart any more. */
  async removeRecorded(id: string): Promise<void> {
    for (const prefix of [networkKey, peoplePrefix, eventPrefix, duePrefix, sentPrefix])
      await this.#removeAll(id, prefix);
  }

  /** Applies a pure function to the stored watch; resolves with undefined if there is none. */
  change(id: string, change: (watch: Watch) => Watch): Promise<Watch | undefined> {
    return this.state.update(partitionOf(id), (read) => {
      const text = read(watchKey);
      if (text === undefined) return { value: undefined };
      const value = change({ id, ...parseStored('watch', StoredWatch, text) });
      return {
        value,
        writes: new Map([[watchKey, { value: textOf(value) }]]),
        messages: [{ channel: watchesChannel, text: id }],
      };
    });
  }

  async delete({ id, owner, childTeamId }: Pick<Watch, 'id' | 'owner' | 'childTeamId'>): Promise<void> {
    // Delete the watch first, so that a running poll can no longer commit.
    await this.state.commit(partitionOf(id), {
      writes: new Map([[watchKey, undefined]]),
      messages: [{ channel: channelOf(id), text: 'deleted' }],
    });
    await this.release({ id, owner, ...(childTeamId !== undefined && { childTeamId }) });
    this.state.erase();
  }

  privateOf({ watch, seal }: Pick<Loaded, 'watch' | 'seal'>): Private {
    const opened = this.#opened.get(watch) ?? seal.open<Private>(watch.sealed);
    this.#opened.set(watch, opened);
    return opened;
  }

  sealOf({ salt }: Pick<Watch, 'salt'>): WatchSeal {
    return new WatchSeal(this.state.seal, salt);
  }

  /** Notes why a poll failed, until one succeeds. */
  noteTrouble(id: string, sentence: string): Promise<void> {
    return this.state.update(partitionOf(id), (read) => ({
      value: undefined,
      ...(read(watchKey) !== undefined && { writes: new Map([[troubleKey, { value: sentence }]]) }),
    }));
  }

  missingOf({ network, seal }: Loaded): readonly string[] {
    return network?.missing === undefined ? [] : seal.open<readonly string[]>(network.missing);
  }

  /** Reads buckets of people. */
  async people(
    { watch, seal }: Pick<Loaded, 'watch' | 'seal'>,
    prefixes: readonly string[],
  ): Promise<ReadonlyMap<string, readonly PackedPerson[]>> {
    const partition = partitionOf(watch.id);
    const found = new Map<string, readonly PackedPerson[]>();
    // Get a few one by one; list all to read many.
    const texts =
      prefixes.length <= perTurn
        ? await Promise.all(
            prefixes.map(async (prefix) => [prefix, await this.state.get(partition, peoplePrefix + prefix)] as const),
          )
        : (await this.state.list(partition, { prefix: peoplePrefix })).map(
            ({ key, value }) => [key.slice(peoplePrefix.length), value] as const,
          );
    const wanted = new Set(prefixes);
    for (const [at, [prefix, text]] of texts.entries()) {
      if (text !== undefined && wanted.has(prefix)) found.set(prefix, seal.open<readonly PackedPerson[]>(text));
      if (at % perTurn === perTurn - 1) await endOfTurn();
    }
    return found;
  }

  /** Commits the result of a poll. Resolves with false if the watch was changed or polled since it was loaded. */
  async commitPoll(
    { watch, versions, seal }: Loaded,
    { network, people, changes, missing, trouble }: Polled,
    now: number,
  ): Promise<boolean> {
    const writes = new Map<string, Write | undefined>();
    let packed = 0;
    for (const [prefix, some] of people.changed()) {
      writes.set(peoplePrefix + prefix, some && { value: seal.seal(some) });
      packed += 1;
      if (packed % perTurn === 0) await endOfTurn();
    }
    const next = { ...network, missing: missing.length > 0 ? seal.seal(missing) : undefined };
    writes.set(networkKey, { value: JSON.stringify(next) });
    writes.set(troubleKey, trouble === undefined ? undefined : { value: trouble });
    const appends: Append[] = [];
    for (let at = 0; at < changes.length; at += perEntry) {
      const some = changes.slice(at, at + perEntry);
      appends.push({ log: eventPrefix, value: `${now} ${some.length} ${seal.seal(some)}` });
    }
    const done = await this.state.commit(partitionOf(watch.id), {
      reads: versions,
      writes,
      appends,
      ...(changes.length > 0 && { messages: [{ channel: channelOf(watch.id), text: 'changed' }] }),
    });
    return done.kind === 'committed';
  }

  /** Up to `first` changes after a position in the log; from the beginning if it is absent. */
  async events(
    { watch, seal }: Pick<Loaded, 'watch' | 'seal'>,
    after: string | undefined,
    first: number,
  ): Promise<readonly Event[]> {
    const partition = partitionOf(watch.id);
    const events: Event[] = [];
    const take = (key: string, value: string, from: number): void => {
      const [at = '', , sealed = ''] = value.split(' ');
      for (const [number, change] of seal.open<readonly Change[]>(sealed).entries())
        if (number >= from && events.length < first)
          events.push({ seq: `${key.slice(eventPrefix.length)}.${number}`, at: Number(at), change });
    };
    const [entry, number] = after?.split('.') ?? [];
    if (entry !== undefined) {
      const value = await this.state.get(partition, eventPrefix + entry);
      if (value !== undefined) take(eventPrefix + entry, value, Number(number) + 1);
    }
    if (events.length >= first) return events;
    const entries = await this.state.list(partition, {
      prefix: eventPrefix,
      ...(entry !== undefined && { after: eventPrefix + entry }),
      first,
    });
    for (const { key, value } of entries) {
      if (events.length >= first) break;
      take(key, value, 0);
    }
    return events;
  }

  /** The position of the latest change, even if it was trimmed; undefined if there has been none. */
  async latest({ watch, seal }: Pick<Loaded, 'watch' | 'seal'>): Promise<string | undefined> {
    const [entry] = await this.state.list(partitionOf(watch.id), { prefix: eventPrefix, first: 1, reverse: true });
    if (!entry) return this.trimmed(watch.id);
    const [, , sealed = ''] = entry.value.split(' ');
    return `${entry.key.slice(eventPrefix.length)}.${seal.open<readonly Change[]>(sealed).length - 1}`;
  }

  /** The position in the log up to which changes were removed (inclusive). */
  trimmed(id: string): Promise<string | undefined> {
    return this.state.get(partitionOf(id), trimmedKey);
  }

  /** Removes changes beyond the retention, and their deliveries. */
  async trim(id: string, now: number): Promise<void> {
    const entries = await this.state.list(partitionOf(id), { prefix: eventPrefix });
    let kept = 0;
    const old = entries
      .toReversed()
      .filter(({ value }) => {
        const [at, count] = value.split(' ');
        kept += Number(count);
        return kept > maxChanges || now - Number(at) > retentionMs;
      })
      .map(({ key, value }) => ({ seq: key.slice(eventPrefix.length), count: Number(value.split(' ')[1]) }));
    const [last] = old;
    if (!last) return;
    await this.#removeThrough(id, `${last.seq}.${last.count - 1}`);
  }

  /** Removes all people and changes of a watch. The next poll reads a new baseline, and readers get a `RESET`. */
  async reset(id: string): Promise<void> {
    const partition = partitionOf(id);
    for (;;) {
      const loaded = await this.load(id);
      if (!loaded) return;
      const [events = [], ...others] = await Promise.all(
        [eventPrefix, peoplePrefix, duePrefix, sentPrefix].map((prefix) => this.state.list(partition, { prefix })),
      );
      const last = events.at(-1);
      const through = last
        ? `${last.key.slice(eventPrefix.length)}.${Number(last.value.split(' ')[1]) - 1}`
        : ((await this.trimmed(id)) ?? beginning);
      const done = await this.state.commit(partition, {
        reads: loaded.versions,
        writes: new Map<string, Write | undefined>([
          ...[...events, ...others.flat()].map(({ key }) => [key, undefined] as const),
          [networkKey, undefined],
          [trimmedKey, { value: through }],
          // Rewriting the watch changes its version, so that a running baseline cannot commit.
          [watchKey, { value: textOf(loaded.watch) }],
        ]),
        // The baseline is read at once.
        messages: [{ channel: watchesChannel, text: id }],
      });
      if (done.kind === 'committed') break;
    }
    this.state.erase();
  }

  /** Anonymizes changes of purged people, so that they are not delivered. Resolves with the number of people. */
  async removeFromChanges({ watch, seal }: Loaded, purged: ReadonlySet<string>): Promise<number> {
    const partition = partitionOf(watch.id);
    for (;;) {
      const gone = new Set<string>();
      const reads = new Map<string, number>();
      const writes = new Map<string, Write | undefined>();
      for (const { key, value, version } of await this.state.list(partition, { prefix: eventPrefix })) {
        const [at, count, sealed = ''] = value.split(' ');
        const changes = seal.open<readonly Change[]>(sealed);
        const kept = changes.map((change) => {
          if (change.kind === 'RESET' || !isPurged({ id: change.person, marks: change.marks }, purged)) return change;
          gone.add(change.person);
          return { kind: 'CHANGED', person: '', marks: '' } as const;
        });
        if (kept.every((change, index) => change === changes[index])) continue;
        reads.set(key, version);
        writes.set(key, { value: `${at} ${count} ${seal.seal(kept)}` });
      }
      // If an entry was trimmed meanwhile, the commit fails rather than restore it.
      if (writes.size === 0 || (await this.state.commit(partition, { reads, writes })).kind === 'committed')
        return gone.size;
    }
  }

  /** Pending deliveries, including retries, in the order of the log. */
  async due(id: string): Promise<readonly Delivery[]> {
    return this.#deliveriesIn(await this.state.list(partitionOf(id), { prefix: duePrefix }), duePrefix);
  }

  /** The latest deliveries, pending ones first. */
  async deliveries(id: string, first: number): Promise<readonly Delivery[]> {
    const partition = partitionOf(id);
    const [due, sent] = await Promise.all(
      [duePrefix, sentPrefix].map(async (prefix) =>
        this.#deliveriesIn(await this.state.list(partition, { prefix, first, reverse: true }), prefix),
      ),
    );
    return [...(due ?? []), ...(sent ?? [])].slice(0, first);
  }

  /** Positions of up to `first` changes whose delivery was given up, in the order of the log. */
  async givenUp(id: string, first: number): Promise<readonly string[]> {
    const found: string[] = [];
    let after: string | undefined;
    while (found.length < first) {
      const page = await this.state.list(partitionOf(id), { prefix: sentPrefix, after, first: 1000 });
      const last = page.at(-1);
      if (!last) break;
      after = last.key;
      for (const { seq, deliveredAt } of this.#deliveriesIn(page, sentPrefix))
        if (deliveredAt === undefined) found.push(seq);
    }
    return found.slice(0, first);
  }

  /** Makes deliveries due; `through` becomes the position that `handed` returns. */
  async hand(id: string, seqs: readonly string[], at: number, through?: string): Promise<void> {
    const delivery: StoredDelivery = { attempts: 0, nextAt: at };
    await this.#write(id, [
      ...seqs.flatMap((seq) => [
        [deliveryKey(duePrefix, seq), { value: JSON.stringify(delivery) }] as const,
        [deliveryKey(sentPrefix, seq), undefined] as const,
      ]),
      ...(through === undefined ? [] : [[handedKey, { value: through }] as const]),
    ]);
  }

  /** The position in the log up to which changes were made due. */
  handed(id: string): Promise<string | undefined> {
    return this.state.get(partitionOf(id), handedKey);
  }

  /** Drops pending deliveries, and delivers only changes after this position; earlier ones only if replayed. */
  async deliverFrom(id: string, seq: string | undefined): Promise<void> {
    const due = (await this.due(id)).map((one) => [deliveryKey(duePrefix, one.seq), undefined] as const);
    await this.#write(id, [...due, [handedKey, seq === undefined ? undefined : { value: seq }]]);
  }

  /** Records an attempt; without `nextAt`, the delivery is over. */
  async book(id: string, { seq, ...delivery }: Delivery): Promise<void> {
    const value = { value: JSON.stringify(delivery) };
    await this.#write(
      id,
      delivery.nextAt === undefined
        ? [
            [deliveryKey(duePrefix, seq), undefined],
            [deliveryKey(sentPrefix, seq), value],
          ]
        : [[deliveryKey(duePrefix, seq), value]],
    );
  }

  /** Removes a pending delivery whose change was trimmed or purged. */
  async dropDelivery(id: string, seq: string): Promise<void> {
    await this.#write(id, [[deliveryKey(duePrefix, seq), undefined]]);
  }

  /** Seals everything stored with the present secret, if it is not; resolves with the number of values. */
  async sealAnew(): Promise<number> {
    let sealed = 0;
    for (const id of await this.ids()) {
      const [loaded] = await this.loadIntact([id]);
      if (!loaded) continue;
      const { seal } = loaded;
      const anew = (stored: string): string | undefined => seal.anew(stored);
      sealed += await sealAnew(this.state, partitionOf(id), '', (key, value) => {
        if (key.startsWith(peoplePrefix)) return anew(value);
        if (key.startsWith(eventPrefix)) {
          const [at, count, changes = ''] = value.split(' ');
          const next = anew(changes);
          return next && `${at} ${count} ${next}`;
        }
        if (key !== watchKey && key !== networkKey) return undefined;
        const stored: Readonly<Record<string, unknown>> = JSON.parse(value);
        const member = key === watchKey ? 'sealed' : 'missing';
        const next = typeof stored[member] === 'string' ? anew(stored[member]) : undefined;
        return next && JSON.stringify({ ...stored, [member]: next });
      });
    }
    return sealed;
  }

  async #write(id: string, writes: Iterable<readonly [string, Write | undefined]>): Promise<void> {
    await this.state.commit(partitionOf(id), { writes: new Map(writes) });
  }

  async #removeThrough(id: string, seq: string): Promise<void> {
    const partition = partitionOf(id);
    const [through = ''] = seq.split('.');
    const keys = [];
    for (const prefix of [eventPrefix, duePrefix, sentPrefix])
      for (const { key } of await this.state.list(partition, { prefix }))
        if ((key.slice(prefix.length).split('.')[0] ?? '') <= through) keys.push(key);
    await this.state.commit(partition, {
      writes: new Map([...keys.map((key) => [key, undefined] as const), [trimmedKey, { value: seq }]]),
    });
  }

  #deliveriesIn(entries: readonly ListedEntry[], prefix: string): readonly Delivery[] {
    return this.state.intact(entries, ({ key, value }) => {
      const [entry = '', number] = key.slice(prefix.length).split('.');
      return { seq: `${entry}.${Number(number)}`, ...parseStored('delivery', StoredDelivery, value) };
    });
  }

  async #removeAll(id: string, prefix: string): Promise<void> {
    const entries = await this.state.list(partitionOf(id), { prefix });
    await this.state.remove(
      partitionOf(id),
      entries.map(({ key }) => key),
    );
  }
}

const StoredDelivery = Type.Object({
  attempts: Type.Number(),
  outcome: Type.Optional(Type.String()),
  deliveredAt: Type.Optional(Type.Number()),
  nextAt: Type.Optional(Type.Number()),
});
type StoredDelivery = Static<typeof StoredDelivery>;

/** The delivery of a change to a watch's webhook; times are in milliseconds since 1970. */
export interface Delivery extends StoredDelivery {
  /** The change's position in the log. */
  readonly seq: string;
}

/** The number is padded, so that keys are in the order of the log. */
function deliveryKey(prefix: string, seq: string): string {
  const [entry = '', number = ''] = seq.split('.');
  return `${prefix}${entry}.${number.padStart(2, '0')}`;
}

/** Channel that announces new changes of a watch, or its deletion, to all processes. */
export const channelOf = (id: string): string => `watch:${id}`;

const textOf = ({ id: _id, ...stored }: Watch): string => JSON.stringify(stored);
