import { reasonOf } from '../../../telemetry/reason.ts';
import { type Message, pauseAfter, retrySeconds, send } from '../../../webhooks/send.ts';
import type { Services } from '../../services.ts';
import { Lease } from '../../state/lease.ts';
import type { Clock } from '../../state/sessions/session-token.ts';
import type { Change } from './change.ts';
import { eventIdOf } from './event-id.ts';
import { defaultLeaseMs, isStopped, stateOf, type Webhook } from './watch.ts';
import type { WatchOptions } from './watch-options.ts';
import type { Delivery, Event, Loaded, WatchStore } from './watch-store.ts';

/** Maximum number of concurrent deliveries of a watch. */
const atOnce = 8;

/** The longest pause between two attempts, in milliseconds. */
const maxPauseMs = 1.1 * 86_400_000;

/** Maximum number of changes made due in one commit. */
const maxHanded = 100;

const types = {
  JOINED: 'network.person.joined',
  LEFT: 'network.person.left',
  MOVED: 'network.person.moved',
  RETITLED: 'network.person.retitled',
  CHANGED: 'network.person.changed',
  TIE_ADDED: 'network.tie.added',
  TIE_REMOVED: 'network.tie.removed',
  TIE_CHANGED: 'network.tie.changed',
  RESET: 'network.reset',
} as const satisfies Readonly<Record<Change['kind'], string>>;

/** The JSON body of a webhook message: kind and ids, and facts if requested; never a person's name. */
function payloadOf(watch: string, { at, change }: Pick<Event, 'at' | 'change'>, facts: boolean): string {
  const { kind } = change;
  const data =
    change.kind === 'RESET'
      ? { watch, change: kind }
      : { watch, change: kind, profile_id: change.person, ...(facts && factsOf(change)) };
  return JSON.stringify({ type: types[kind], timestamp: new Date(at).toISOString(), data });
}

function factsOf(change: Exclude<Change, { readonly kind: 'RESET' }>): object {
  if ('before' in change) return { before: change.before, after: change.after, still_matches: change.stillMatches };
  if (!('connector' in change)) return change.stillMatches === false ? { still_matches: false } : {};
  const { connector, tierBefore, tierAfter, origins } = change;
  return {
    connector_id: connector,
    normalized_strength_before: tierBefore,
    normalized_strength_after: tierAfter,
    origins,
  };
}

/**
 * Delivers the changes of watches to their webhooks, at least once. Every attempt has the id of the change as message
 * id. Pending deliveries are stored. A delivery is attempted up to nine times within 24 hours; a 410 stops the webhook.
 */
export class Deliverer {
  readonly #store: WatchStore;
  readonly #services: Services;
  readonly #options: WatchOptions;
  readonly #running = new Map<string, Promise<void>>();
  /** Watches woken during their run, to be run again. */
  readonly #again = new Set<string>();
  readonly #timers = new Map<string, () => void>();
  readonly #stopping = new AbortController();

  constructor(store: WatchStore, services: Services, options: WatchOptions) {
    this.#store = store;
    this.#services = services;
    this.#options = options;
  }

  /** Starts the due deliveries of a watch. */
  wake(id: string): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#running.has(id)) {
      this.#again.add(id);
      return;
    }
    const running = this.#run(id).finally(() => {
      this.#running.delete(id);
      if (this.#again.delete(id)) this.wake(id);
    });
    this.#running.set(id, running);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    for (const cancel of this.#timers.values()) cancel();
    await Promise.all(this.#running.values());
  }

  /** Sends a test message to a webhook. */
  async test(watch: string, webhook: Webhook, id: string) {
    const sentAt = new Date(this.#clock.now());
    const body = JSON.stringify({ type: 'network.test', timestamp: sentAt.toISOString(), data: { watch } });
    const signal = this.#stopping.signal;
    return send({ id, body, sentAt, ...signedBy(webhook, sentAt) }, { ...this.#options, signal });
  }

  get #clock(): Clock {
    return this.#services.seal.clock;
  }

  async #run(id: string): Promise<void> {
    const { leaseMs = defaultLeaseMs } = this.#options;
    this.#timers.get(id)?.();
    this.#timers.delete(id);
    const onStoreTrouble = (error: unknown) => {
      this.#services.log.warn({ watch: id, reason: reasonOf(error) }, 'The store of watches failed.');
    };
    const lease = new Lease({ state: this.#services.state, name: `deliver:${id}`, leaseMs, onStoreTrouble });
    if (!(await lease.acquire())) {
      this.#wakeAt(id, this.#clock.now() + leaseMs);
      return;
    }
    try {
      const nextAt = await lease.hold(() => this.#deliverAll(id));
      if (nextAt !== undefined) this.#wakeAt(id, nextAt);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      onStoreTrouble(error);
      this.#wakeAt(id, this.#clock.now() + (retrySeconds[0] ?? 5) * 1000);
    }
  }

  #wakeAt(id: string, time: number): void {
    if (this.#stopping.signal.aborted) return;
    this.#timers.set(
      id,
      this.#clock.at(time, () => this.wake(id)),
    );
  }

  /** Resolves with the time of the next attempt; undefined if none is pending or the webhook is gone. */
  async #deliverAll(id: string): Promise<number | undefined> {
    const store = this.#store;
    const clock = this.#clock;
    for (;;) {
      const loaded = await store.load(id);
      const webhook = loaded && store.privateOf(loaded).webhook;
      if (!loaded || !webhook || webhook.goneAt !== undefined || !(await this.#maySend(loaded))) return undefined;
      const handed = await store.handed(id);
      const events = await store.events(loaded, handed, maxHanded);
      const last = events.at(-1);
      if (last)
        await store.hand(
          id,
          events.map(({ seq }) => seq),
          clock.now(),
          last.seq,
        );
      const due = await store.due(id);
      // A time beyond the longest pause was set by a clock that has been set back since.
      const timeOf = ({ nextAt = 0 }: Delivery) => (nextAt > clock.now() + maxPauseMs ? 0 : nextAt);
      const now = due.filter((one) => timeOf(one) <= clock.now());
      if (now.length === 0) return due.length === 0 ? undefined : Math.min(...due.map(timeOf));
      for (let at = 0; at < now.length; at += atOnce) {
        // The watch may have been paused or revoked, or its webhook replaced.
        const current = at === 0 ? loaded : await store.load(id);
        if (!current || current.watch.sealed !== loaded.watch.sealed || !(await this.#maySend(current))) break;
        const outcomes = await Promise.all(
          now.slice(at, at + atOnce).map((delivery) => this.#attempt(loaded, webhook, delivery)),
        );
        if (outcomes.includes('refused')) return undefined;
      }
    }
  }

  /** Whether the watch is neither paused nor over, and its session is open. */
  async #maySend({ watch, network }: Loaded): Promise<boolean> {
    if (isStopped(stateOf(watch, network, this.#clock.now()))) return false;
    return this.#services.sessions.has(watch.owner, watch.id);
  }

  async #attempt(loaded: Loaded, webhook: Webhook, { seq, attempts }: Delivery) {
    const store = this.#store;
    const clock = this.#clock;
    const { id } = loaded.watch;
    const [event] = (await store.events(loaded, before(seq), 1)).filter((one) => one.seq === seq);
    // The change was trimmed, or its person purged.
    if (!event || (event.change.kind !== 'RESET' && event.change.person === '')) {
      await store.dropDelivery(id, seq);
      return 'dropped';
    }
    const sentAt = new Date(clock.now());
    const message = {
      id: eventIdOf(id, seq),
      body: payloadOf(id, event, webhook.facts),
      sentAt,
      ...signedBy(webhook, sentAt),
    };
    const outcome = await send(message, { ...this.#options, signal: this.#stopping.signal });
    const { kind, sentence } = outcome;
    this.#services.metrics?.add('kith.watch.deliveries', 1, { 'kith.outcome': kind });
    // The webhook may have got another URL meanwhile, whose receiver has refused nothing.
    const isReplaced = kind === 'refused' && !(await this.#stopWebhook(id, webhook.url));
    const pause = kind === 'failed' ? pauseAfter(attempts, outcome) : isReplaced ? 0 : undefined;
    await store.book(id, {
      seq,
      attempts: attempts + 1,
      outcome: sentence,
      ...(kind === 'delivered' && { deliveredAt: clock.now() }),
      ...(pause !== undefined && { nextAt: clock.now() + pause }),
    });
    return isReplaced ? 'failed' : kind;
  }

  /** Stops all deliveries to a webhook, unless the watch has another one; resolves with whether it did. */
  async #stopWebhook(id: string, url: string): Promise<boolean> {
    let isSame = false;
    await this.#store.change(id, (watch) => {
      const seal = this.#store.sealOf(watch);
      const kept = this.#store.privateOf({ watch, seal });
      isSame = kept.webhook?.url === url;
      if (!kept.webhook || !isSame) return watch;
      return { ...watch, sealed: seal.seal({ ...kept, webhook: { ...kept.webhook, goneAt: this.#clock.now() } }) };
    });
    return isSame;
  }
}

/** Receiver and secrets; a former secret signs, too, until its time is over. */
const signedBy = ({ url, secret, former }: Webhook, now: Date): Pick<Message, 'url' | 'secret' | 'formerSecret'> => ({
  url,
  secret,
  ...(former && former.until > now.getTime() && { formerSecret: former.secret }),
});

/** The position just before this one in the log. */
function before(seq: string): string {
  const [entry, number] = seq.split('.');
  return `${entry}.${Number(number) - 1}`;
}
