import { randomBytes, randomUUID } from 'node:crypto';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import type { Outcome } from '../../../webhooks/send.ts';
import { urlProblem } from '../../../webhooks/url.ts';
import { goingAway } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { PurgedPeople } from '../../state/people/purged-people.ts';
import { maxLifetimeMs, type Session } from '../../state/sessions/session.ts';
import type { IssuedSession } from '../../state/sessions/session-token.ts';
import type { ChangeKind } from './change.ts';
import { ChangeFeed, isWanted } from './change-feed.ts';
import { Deliverer } from './deliverer.ts';
import { isBefore, seqIn } from './event-id.ts';
import { isPurged } from './person.ts';
import {
  isStopped,
  maxWatches,
  maxWatchesBySessions,
  maxWatchesOfKey,
  type Private,
  sessionWatchMs,
  stateOf,
  type Watch,
  type Webhook,
} from './watch.ts';
import type { WatchOptions } from './watch-options.ts';
import { WatchRunner } from './watch-runner.ts';
import { beginning, channelOf, type Delivery, type Event, type Loaded, WatchStore } from './watch-store.ts';

/** How long the former secret of a webhook still signs, too, in milliseconds. */
const overlapMs = 86_400_000;

/** Maximum number of changes per read, and per call of `replay`. */
const pageSize = 1000;
export const maxReplayed = 1000;

/** The caller: an API key, used directly or through a session, and the team context. */
export interface WatchOwner {
  readonly owner: string;
  readonly apiKey: string;
  readonly childTeamId: string | undefined;
  readonly session: Session | undefined;
}

/** Settings of a new watch. */
export interface NewWatch {
  readonly name: string;
  readonly of: Watch['of'];
  readonly query: QueryDsl | undefined;
  readonly everyMs: number;
  readonly webhook: Pick<Webhook, 'url' | 'facts'> | undefined;
  readonly endsAt: number | undefined;
}

/** Settings to change; absent ones stay the same. */
export interface WatchUpdate {
  readonly name?: string | undefined;
  readonly everyMs?: number | undefined;
  readonly isPaused?: boolean | undefined;
  /** Null removes it. */
  readonly webhook?: Pick<Webhook, 'url' | 'facts'> | null | undefined;
  readonly rotateSecret?: boolean | undefined;
  readonly endsAt?: number | undefined;
  /** Opens a new standing session, for a watch that was refused. */
  readonly resume?: boolean | undefined;
}

/** A watch cannot be created or changed; the message says why. */
export class WatchRefused extends Error {
  override readonly name = 'WatchRefused';
  readonly code: 'FORBIDDEN' | 'NOT_FOUND' | 'OTHER';

  constructor(message: string, code: WatchRefused['code'] = 'OTHER') {
    super(message);
    this.code = code;
  }
}

/** A watch, and the secret of its webhook if that is new. */
export interface Written {
  readonly loaded: Loaded;
  readonly secret: string | undefined;
}

/** Service for the watches of a graph: checks permissions, edits watches, and reads or follows their changes. */
export class Watches {
  readonly #services: Services;
  readonly #options: WatchOptions;
  readonly #store: WatchStore;
  readonly #deliverer: Deliverer;
  readonly #runner: WatchRunner;
  readonly #purged: PurgedPeople;
  readonly #feeds = new Set<ChangeFeed>();

  private constructor(services: Services, options: WatchOptions) {
    this.#services = services;
    this.#options = options;
    this.#store = new WatchStore(services.state);
    this.#purged = new PurgedPeople(services.state);
    this.#deliverer = new Deliverer(this.#store, services, options);
    this.#runner = new WatchRunner({
      services,
      store: this.#store,
      purged: this.#purged,
      deliverer: this.#deliverer,
      leaseMs: options.leaseMs,
    });
  }

  /** Opens the watches, and polls them until they are closed. */
  static async open(services: Services, options: WatchOptions): Promise<Watches> {
    const watches = new Watches(services, options);
    await watches.#runner.start();
    return watches;
  }

  async close(): Promise<void> {
    for (const feed of this.#feeds) feed.end(goingAway());
    await Promise.all([this.#runner.close(), this.#deliverer.close()]);
  }

  /** Seals all watches with the present secret. */
  sealAnew(): Promise<number> {
    return this.#store.sealAnew();
  }

  get now(): number {
    return this.#services.seal.clock.now();
  }

  /** The watches of a key in a team context, sorted by name. */
  async all({ owner, childTeamId }: WatchOwner): Promise<readonly Loaded[]> {
    const ids = await this.#store.ids(owner, childTeamId);
    return (await this.#store.loadIntact(ids)).toSorted((one, other) => (one.watch.name < other.watch.name ? -1 : 1));
  }

  /** Undefined if the key has no such watch in the team context. */
  async find({ owner, childTeamId }: WatchOwner, id: string): Promise<Loaded | undefined> {
    const loaded = await this.#store.load(id);
    return loaded?.watch.owner === owner && loaded.watch.childTeamId === childTeamId ? loaded : undefined;
  }

  /** @throws {WatchRefused} */
  async create(who: WatchOwner, { name, of, query, everyMs, webhook, endsAt }: NewWatch): Promise<Written> {
    const { owner, childTeamId, session } = who;
    if (session && webhook)
      throw new WatchRefused(
        'Only the API key itself can create a watch with a webhook, but a session asked for it.',
        'FORBIDDEN',
      );
    if (webhook) this.#demandUrl(webhook.url);
    const id = randomUUID();
    const now = this.now;
    const bySession = session && sessionWatchMs;
    const longest = now + (bySession ?? maxLifetimeMs('watch') ?? 0);
    const purseEnd = session?.purse === undefined ? longest : session.expiresAt;
    const ends = Math.min(endsAt ?? longest, longest, purseEnd);
    const place = { id, owner, ...(childTeamId !== undefined && { childTeamId }) };
    if (!(await this.#store.reserve(place, now, session !== undefined)))
      throw new WatchRefused(
        session
          ? `A key may have ${maxWatches} watches of a team, ${maxWatchesOfKey} in all, and sessions may make ${maxWatchesBySessions} of a team’s: delete some.`
          : `A key may have ${maxWatches} watches of a team, ${maxWatchesOfKey} in all: delete some.`,
      );
    const salt = randomBytes(16).toString('base64url');
    const secret = webhook && newSecret();
    try {
      const watch: Watch = {
        id,
        name,
        of,
        space: this.#services.space,
        owner,
        ...(childTeamId !== undefined && { childTeamId }),
        everyMs,
        createdAt: now,
        endsAt: ends,
        ...(session?.purse !== undefined && { purse: session.purse }),
        isPaused: false,
        salt,
        sealed: this.#store.sealOf({ salt }).seal({
          session: await this.#openSession(who, { id, name }, ends),
          ...(query && { query }),
          ...(webhook && secret && { webhook: { ...webhook, secret } }),
        }),
      };
      await this.#store.create(watch);
    } catch (error) {
      await this.#store.release(place);
      throw error;
    }
    return { loaded: await this.#demand(who, id), secret };
  }

  /** @throws {WatchRefused} */
  async update(who: WatchOwner, id: string, change: WatchUpdate): Promise<Written> {
    const { webhook, rotateSecret = false, endsAt, resume = false } = change;
    const { owner, session } = who;
    if (session && (webhook !== undefined || rotateSecret || endsAt !== undefined))
      throw new WatchRefused(
        'Only the API key itself can change the webhook and the end of a watch, but a session asked for it.',
        'FORBIDDEN',
      );
    if (webhook) this.#demandUrl(webhook.url);
    const before = await this.#demand(who, id);
    const { watch } = before;
    const { webhook: earlier } = this.#store.privateOf(before);
    const ends = endsAt === undefined ? watch.endsAt : Math.min(endsAt, this.now + (maxLifetimeMs('watch') ?? 0));
    const renews = resume || endsAt !== undefined;
    if (renews && ends <= this.now) throw new WatchRefused('The watch has ended: give it a new end (endsAt).');
    const standing = renews ? await this.#openSession(who, { id, name: change.name ?? watch.name }, ends) : undefined;
    // A new receiver gets no earlier changes.
    if (webhook && earlier?.url !== webhook.url) await this.#store.deliverFrom(id, await this.#store.latest(before));
    const written: { secret?: string | undefined } = {};
    const update = ({ refusal, purse, ...one }: Watch): Watch => {
      const seal = this.#store.sealOf(one);
      const kept = this.#store.privateOf({ watch: one, seal });
      const current = webhook === undefined ? kept.webhook : (webhook ?? undefined);
      if (rotateSecret && !current)
        throw new WatchRefused('The watch has no webhook, so there is no secret to rotate.');
      // A secret belongs to its receiver: another one must not be able to sign for this one.
      const isOther = webhook && webhook.url !== kept.webhook?.url;
      written.secret = rotateSecret || isOther ? newSecret() : undefined;
      const known = kept.webhook && {
        secret: kept.webhook.secret,
        ...(kept.webhook.former && { former: kept.webhook.former }),
      };
      const rotated = written.secret !== undefined && {
        secret: written.secret,
        ...(known && !isOther && { former: { secret: known.secret, until: this.now + overlapMs } }),
      };
      const nextWebhook = current && { url: current.url, facts: current.facts, ...(rotated || known) };
      return {
        ...one,
        name: change.name ?? one.name,
        everyMs: change.everyMs ?? one.everyMs,
        isPaused: change.isPaused ?? one.isPaused,
        endsAt: standing ? ends : one.endsAt,
        sealed: seal.seal({
          ...(kept.query && { query: kept.query }),
          session: standing ?? kept.session,
          ...(nextWebhook && { webhook: nextWebhook }),
        }),
        ...(refusal && !renews && { refusal }),
        ...(purse !== undefined && endsAt === undefined && { purse }),
      };
    };
    if (!(await this.#store.change(id, update))) {
      if (standing) await this.#services.sessions.revoke(owner, id);
      throw notThere(id);
    }
    this.#deliverer.wake(id);
    return { loaded: await this.#demand(who, id), secret: written.secret };
  }

  /** False if there is no such watch. */
  async delete(who: WatchOwner, id: string): Promise<boolean> {
    const found = await this.find(who, id);
    if (!found) return false;
    await this.#store.delete(found.watch);
    return true;
  }

  /** @throws {WatchRefused} */
  async test(who: WatchOwner, id: string): Promise<Outcome> {
    const webhook = this.#store.privateOf(await this.#demand(who, id)).webhook;
    if (!webhook) throw new WatchRefused('The watch has no webhook: updateWatch gives it one.');
    return this.#deliverer.test(id, webhook, randomUUID());
  }

  /**
   * Makes up to `maxReplayed` changes due again: those after `since`, or without it, those whose delivery was given up.
   * Resolves with their number.
   *
   * @throws {WatchRefused}
   */
  async replay(who: WatchOwner, id: string, since: string | undefined): Promise<number> {
    const loaded = await this.#demand(who, id);
    const { webhook } = this.#store.privateOf(loaded);
    if (!webhook) throw new WatchRefused('The watch has no webhook: updateWatch gives it one.');
    if (webhook.goneAt !== undefined)
      throw new WatchRefused('The receiver refuses further messages (HTTP 410): set the webhook again by updateWatch.');
    const state = stateOf(loaded.watch, loaded.network, this.now);
    if (isStopped(state))
      throw new WatchRefused(`The watch is ${state}, so nothing is sent: resume it by updateWatch.`);
    const seqs =
      since === undefined
        ? await this.#store.givenUp(id, maxReplayed)
        : (await this.#store.events(loaded, seqIn(id, since), maxReplayed)).map(({ seq }) => seq);
    await this.#store.hand(id, seqs, this.now);
    this.#deliverer.wake(id);
    return seqs.length;
  }

  deliveries(id: string, first: number): Promise<readonly Delivery[]> {
    return this.#store.deliveries(id, first);
  }

  /** The filter and the webhook of a watch. */
  termsOf(loaded: Loaded): Pick<Private, 'query' | 'webhook'> {
    return this.#store.privateOf(loaded);
  }

  /** Up to `first` changes after `since`, or from the beginning; preceded by a `RESET` if some are no longer kept. */
  async changes(
    loaded: Loaded,
    since: string | undefined,
    first: number,
    kinds: readonly ChangeKind[] | undefined,
  ): Promise<readonly Event[]> {
    const from = since === undefined ? undefined : seqIn(loaded.watch.id, since);
    const reset = await this.#resetAfter(loaded, from);
    const events: Event[] = reset ? [reset] : [];
    let after = reset?.seq ?? from;
    while (events.length < first) {
      const page = await this.#store.events(loaded, after, pageSize);
      const last = page.at(-1);
      if (!last) break;
      after = last.seq;
      events.push(...(await this.#withoutPurged(page)).filter((one) => isWanted(one, kinds)));
    }
    return events.slice(0, first);
  }

  /** Follows changes after `since`, or from now on. */
  async follow(
    loaded: Loaded,
    since: string | undefined,
    kinds: readonly ChangeKind[] | undefined,
  ): Promise<ChangeFeed> {
    const { id, owner } = loaded.watch;
    const { quota } = this.#services;
    const seq = since === undefined ? undefined : seqIn(id, since);
    const reset = await this.#resetAfter(loaded, seq);
    const after = reset?.seq ?? seq ?? (await this.#store.latest(loaded));
    quota.take(owner);
    let unsubscribe: (() => void) | undefined;
    const feed: ChangeFeed = new ChangeFeed(
      {
        read: async (from) => this.#withoutPurged(await this.#store.events(loaded, from, pageSize)),
        after,
        kinds,
        onClosed: () => {
          this.#feeds.delete(feed);
          unsubscribe?.();
          quota.release(owner);
        },
      },
      reset ? [reset] : [],
    );
    this.#feeds.add(feed);
    unsubscribe = await this.#store.state.subscribe(channelOf(id), (text) => {
      if (text === 'deleted') feed.end();
      else feed.wake();
    });
    return feed;
  }

  async #resetAfter(loaded: Loaded, after: string | undefined): Promise<Event | undefined> {
    if (after === undefined) return undefined;
    const { id } = loaded.watch;
    const [trimmed, latest] = await Promise.all([this.#store.trimmed(id), this.#store.latest(loaded)]);
    const reset = (seq: string): Event => ({ seq, at: this.now, change: { kind: 'RESET' } });
    // A cursor from the future was issued by another store, or by this one before it was restored from a backup.
    if (latest === undefined || isBefore(latest, after)) return reset(latest ?? beginning);
    if (trimmed === undefined || !isBefore(after, trimmed)) return undefined;
    // If the watch was reset, the log itself contains the `RESET`.
    const [next] = await this.#store.events(loaded, trimmed, 1);
    return next?.change.kind === 'RESET' ? undefined : reset(trimmed);
  }

  async #withoutPurged(events: readonly Event[]): Promise<readonly Event[]> {
    if (events.length === 0) return events;
    const purged = await this.#purged.all();
    if (purged.size === 0) return events;
    return events.map((event) =>
      event.change.kind !== 'RESET' && isPurged({ id: event.change.person, marks: event.change.marks }, purged)
        ? { ...event, change: { kind: 'CHANGED', person: '', marks: '' } }
        : event,
    );
  }

  /** Opens the standing session of a watch, which has its id, or replaces it. */
  async #openSession(
    { owner, apiKey, childTeamId }: WatchOwner,
    { id, name }: Pick<Watch, 'id' | 'name'>,
    expiresAt: number,
  ): Promise<IssuedSession> {
    const label = `watch ${name}`.slice(0, 100);
    const listed = {
      id,
      kind: 'watch' as const,
      rights: 'look' as const,
      budget: 0,
      label,
      expiresAt,
      ...(childTeamId !== undefined && { childTeamId }),
    };
    if (!(await this.#services.sessions.add(owner, { ...listed, createdAt: this.now })))
      throw new WatchRefused('The key has the maximum number of watches over all its teams: delete some.');
    return this.#services.seal.issue({ ...listed, apiKey });
  }

  #demandUrl(url: string): void {
    const problem = urlProblem(url, this.#options.allowPrivate);
    if (problem !== undefined) throw new WatchRefused(`input.webhook.url: ${problem}.`);
  }

  async #demand(who: WatchOwner, id: string): Promise<Loaded> {
    const found = await this.find(who, id);
    if (found) return found;
    throw notThere(id);
  }
}

const notThere = (id: string): WatchRefused =>
  new WatchRefused(`There is no watch “${id.slice(0, 100)}” of this key.`, 'NOT_FOUND');

/** A secret in the Standard Webhooks format. */
const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;
