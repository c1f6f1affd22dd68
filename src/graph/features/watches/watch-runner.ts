import { randomUUID } from 'node:crypto';
import { Forbidden, Unauthenticated } from '../../../client/errors.ts';
import { reasonOf } from '../../../telemetry/reason.ts';
import type { Services } from '../../services.ts';
import { Lease } from '../../state/lease.ts';
import type { PurgedPeople } from '../../state/people/purged-people.ts';
import { type Clock, SessionRefused } from '../../state/sessions/session-token.ts';
import type { Change } from './change.ts';
import type { Deliverer } from './deliverer.ts';
import { clamped, tallied } from './network.ts';
import { pollNetwork, readBaseline, TooManyPeople } from './poll.ts';
import { UpstreamNetwork } from './upstream-network.ts';
import { defaultLeaseMs, refusedMs, stateOf, type Watch } from './watch.ts';
import { type Loaded, type WatchStore, watchesChannel } from './watch-store.ts';

interface Options {
  readonly store: WatchStore;
  readonly purged: PurgedPeople;
  readonly deliverer: Deliverer;
  readonly services: Services;
  /** Duration of a replica's lease of a watch, in milliseconds. */
  readonly leaseMs?: number | undefined;
}

/** Maximum number of watches that a process polls concurrently: of one owner, whose calls may hang, and of all. */
const atOncePerOwner = 2;
const atOnce = 32;

/** When a place without a watch counts as abandoned, and how often these are looked for, in milliseconds. */
const abandonedMs = 60_000;
const collectMs = 3_600_000;

/** Delay before a failed poll is retried, in milliseconds, unless the interval is shorter. */
const retryMs = 300_000;

/** Scheduler that polls each watch when due. Replicas share them by leases; if two poll one, only the first commits. */
export class WatchRunner {
  readonly #options: Options;
  readonly #services: Services;
  readonly #clock: Clock;
  readonly #timers = new Map<string, () => void>();
  readonly #waiting: string[] = [];
  readonly #running = new Map<string, Promise<void>>();
  /** The owners of the watches that were looked at, by id. */
  readonly #owners = new Map<string, string>();
  readonly #stopping = new AbortController();
  #unsubscribe: (() => void) | undefined;
  #collecting: (() => void) | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#services = options.services;
    this.#clock = options.services.seal.clock;
  }

  async start(): Promise<void> {
    const { store } = this.#options;
    this.#unsubscribe = await store.state.subscribe(watchesChannel, (id) => {
      if (id === undefined) void this.#wakeAll();
      else this.#wake(id);
    });
    await this.#collect();
    await this.#wakeAll();
  }

  /** Gives back the places of watches whose creation or deletion was interrupted. */
  async #collect(): Promise<void> {
    const { store } = this.#options;
    try {
      for (const place of await store.abandoned(this.#clock.now() - abandonedMs)) await store.release(place);
    } catch (error) {
      this.#warn(undefined, error);
    }
    if (!this.#stopping.signal.aborted)
      this.#collecting = this.#clock.at(this.#clock.now() + collectMs, () => void this.#collect());
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    this.#unsubscribe?.();
    this.#collecting?.();
    for (const cancel of this.#timers.values()) cancel();
    this.#waiting.length = 0;
    await Promise.all(this.#running.values());
  }

  async #wakeAll(): Promise<void> {
    const ids = await this.#options.store.ids().catch((error: unknown) => {
      this.#warn(undefined, error);
      return [];
    });
    for (const id of ids) this.#wake(id);
  }

  #wake(id: string): void {
    if (this.#stopping.signal.aborted) return;
    this.#timers.get(id)?.();
    this.#timers.delete(id);
    if (!this.#waiting.includes(id)) this.#waiting.push(id);
    this.#next();
  }

  #next(): void {
    while (this.#running.size < atOnce) {
      const at = this.#waiting.findIndex((id) => !this.#running.has(id) && this.#mayRun(id));
      const [id] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (id === undefined) return;
      const running = this.#run(id)
        .catch((error: unknown) => {
          this.#warn(id, error);
          return this.#clock.now() + retryMs;
        })
        .then((nextAt) => {
          this.#running.delete(id);
          if (nextAt !== undefined && !this.#stopping.signal.aborted && !this.#waiting.includes(id))
            this.#timers.set(
              id,
              this.#clock.at(nextAt, () => this.#wake(id)),
            );
          this.#next();
        });
      this.#running.set(id, running);
    }
  }

  /** Whether its owner has a place left. An owner who is not known yet has. */
  #mayRun(id: string): boolean {
    const owner = this.#owners.get(id);
    if (owner === undefined) return true;
    let running = 0;
    for (const other of this.#running.keys()) if (this.#owners.get(other) === owner) running += 1;
    return running < atOncePerOwner;
  }

  /** Polls a watch if it is due. Resolves with the time of the next run; undefined if only a change wakes it. */
  async #run(id: string): Promise<number | undefined> {
    const { store, leaseMs = defaultLeaseMs } = this.#options;
    const clock = this.#clock;
    const early = await store.load(id);
    // Graphs with another secret or data service may share the store.
    if (early?.watch.space !== this.#services.space) {
      this.#owners.delete(id);
      return undefined;
    }
    const isKnown = this.#owners.has(id);
    this.#owners.set(id, early.watch.owner);
    // Its owner is known now, and may have too many running: it waits for its turn.
    if (!isKnown) return clock.now();
    const { refusal, endsAt } = early.watch;
    if (!refusal && endsAt > clock.now()) {
      const refused = await this.#sessionRefusal(early);
      if (refused !== undefined) return this.#refuse(early.watch, refused);
    }
    const dueAt = nextLook(early, clock.now());
    if (dueAt === undefined || dueAt > clock.now()) {
      // After a restart, deliveries may be due before the next poll.
      this.#deliver(early);
      return dueAt;
    }
    const { state } = store;
    const lease = new Lease({ state, name: `watch:${id}`, leaseMs, onStoreTrouble: (error) => this.#warn(id, error) });
    if (!(await lease.acquire())) return clock.now() + leaseMs;
    return lease.hold(async () => {
      // Another replica may have polled it before it released the lease.
      const loaded = state.isShared ? await store.load(id) : early;
      if (!loaded) return undefined;
      const again = nextLook(loaded, clock.now());
      if (again === undefined || again > clock.now()) return again;
      const nextAt = await this.#look(loaded);
      this.#deliver(loaded);
      return nextAt;
    });
  }

  #deliver(loaded: Loaded): void {
    if (this.#options.store.privateOf(loaded).webhook) this.#options.deliverer.wake(loaded.watch.id);
  }

  async #look(loaded: Loaded): Promise<number | undefined> {
    const { store } = this.#options;
    const { sessions, metrics, purses } = this.#services;
    const { watch } = loaded;
    const now = this.#clock.now();
    const isOver = watch.endsAt <= now;
    if (isOver || watch.refusal) {
      if (now < keptUntil(watch)) return keptUntil(watch);
      await store.delete(watch);
      return undefined;
    }
    if (watch.purse !== undefined) {
      const purse = await purses.store.purse(watch.owner, watch.purse);
      if (!purse || purse.closedAt !== undefined) {
        await sessions.revoke(watch.owner, watch.id);
        await store.change(watch.id, (one) => ({ ...one, endsAt: now }));
        return undefined;
      }
    }
    try {
      const outcome = await this.#poll(loaded);
      if (outcome === 'discarded') return now;
      metrics?.add('kith.watch.polls', 1, { 'kith.outcome': outcome });
      return now + watch.everyMs;
    } catch (error) {
      if (this.#stopping.signal.aborted) return undefined;
      if (error instanceof TooManyPeople || this.#isRefused(loaded, error)) return this.#refuse(watch, error.message);
      metrics?.add('kith.watch.polls', 1, { 'kith.outcome': 'failed' });
      this.#warn(watch.id, error);
      if (error instanceof Error) await store.noteTrouble(watch.id, error.message);
      return now + Math.min(watch.everyMs, retryMs);
    }
  }

  #isRefused(loaded: Loaded, error: unknown): error is Error {
    if (!(error instanceof Unauthenticated || error instanceof Forbidden)) return false;
    const { apiKey, childTeamId } = this.#options.store.privateOf(loaded).session;
    return this.#services.cache.verdicts.isRefused({ apiKey, childTeamId });
  }

  /** Why the standing session is over, as a sentence; undefined if it is valid. */
  async #sessionRefusal(loaded: Loaded): Promise<string | undefined> {
    const { seal, sessions } = this.#services;
    const { owner, id } = loaded.watch;
    try {
      seal.check(this.#options.store.privateOf(loaded).session);
      return (await sessions.has(owner, id)) ? undefined : refusals.over;
    } catch (error) {
      if (error instanceof SessionRefused && error.reason !== 'unavailable') return refusals[error.reason];
      throw error;
    }
  }

  /** Stops polling a watch until its owner resumes it. */
  async #refuse(watch: Watch, reason: string): Promise<undefined> {
    const { sessions, metrics } = this.#services;
    metrics?.add('kith.watch.polls', 1, { 'kith.outcome': 'failed' });
    let isRefused = false;
    // Its owner may have resumed it meanwhile, which seals another session.
    await this.#options.store.change(watch.id, (one) => {
      isRefused = one.sealed === watch.sealed;
      return isRefused ? { ...one, refusal: { at: this.#clock.now(), reason } } : one;
    });
    if (isRefused) await sessions.revoke(watch.owner, watch.id);
  }

  /** Polls a watch and commits the result; discards it if the watch was changed or polled meanwhile. */
  async #poll(loaded: Loaded): Promise<'done' | 'suspect' | 'discarded'> {
    const { store, purged } = this.#options;
    const { client, seal, cache, log } = this.#services;
    const { watch, network } = loaded;
    const { session, query } = store.privateOf(loaded);
    const { apiKey, childTeamId } = seal.check(session);
    const requestId = randomUUID();
    const signal = this.#stopping.signal;
    const upstream = new UpstreamNetwork(
      (contract, request) =>
        client.call(contract, request, { apiKey, childTeamId }, { requestId, signal, isBackground: true }),
      query,
      watch.of === 'NETWORK',
    );
    const now = this.#clock.now();
    const polling = {
      upstream,
      of: watch.of,
      filtered: query !== undefined,
      everyMs: watch.everyMs,
      now,
      purged: await purged.all(),
      read: (prefixes: readonly string[]) => store.people(loaded, prefixes),
      missing: store.missingOf(loaded),
    };
    const found = network ? await pollNetwork(clamped(network, now), polling) : await readBaseline(polling);
    const wasReset = !network && (await store.trimmed(watch.id)) !== undefined;
    const polled = {
      ...found,
      network: { ...found.network, day: tallied(network ?? found.network, now, upstream) },
      changes: wasReset ? [{ kind: 'RESET' } as const] : found.changes,
    };
    // Before the commit: a crash between the two would keep a record that is known to be stale.
    await cache.dropKept(peopleWhoChanged(found.changes), apiKey);
    if (!(await store.commitPoll(loaded, polled, now))) return 'discarded';
    if (network && found.network.dailyAt === now) await store.trim(watch.id, now);
    const { suspect } = found.network;
    if (suspect !== undefined && network?.suspect === undefined) log.warn({ watch: watch.id }, suspect);
    return suspect === undefined ? 'done' : 'suspect';
  }

  #warn(watch: string | undefined, error: unknown): void {
    this.#services.log.warn({ watch, reason: reasonOf(error) }, 'A watch could not be polled.');
  }
}

const peopleWhoChanged = (changes: readonly Change[]): readonly string[] => [
  ...new Set(
    changes.flatMap((change) =>
      change.kind === 'MOVED' || change.kind === 'RETITLED' || change.kind === 'CHANGED' ? change.person : [],
    ),
  ),
];

/** Sentences for a watch whose standing session is over. */
const refusals = {
  over: 'The watch’s standing session was ended: updateWatch with resume makes another.',
  store:
    'The graph’s store was lost or restored from a backup, which ends all sessions: updateWatch with resume makes another.',
  claim: 'The graph does not honour a limit of the watch’s standing session: updateWatch with resume makes another.',
  version:
    'The secret or version of the graph has changed, which ends all sessions: updateWatch with resume makes another.',
} as const;

/** When an ended or refused watch is deleted. */
const keptUntil = ({ endsAt, refusal }: Watch): number => Math.min(endsAt, refusal?.at ?? endsAt) + refusedMs;

/** When a watch is next due, to be polled, to end or to be deleted. */
function nextLook({ watch, network }: Loaded, now: number): number | undefined {
  const state = stateOf(watch, network, now);
  if (state === 'ENDED' || state === 'KEY_REFUSED') return keptUntil(watch);
  if (state === 'PAUSED') return watch.endsAt + refusedMs;
  // A poll in the future was made before the clock was set back: the next is due at once.
  if (!network || network.pollAt > now) return now;
  return Math.min(network.pollAt + watch.everyMs, watch.endsAt);
}
