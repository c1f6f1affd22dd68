import { randomUUID } from 'node:crypto';
import type { Redis, Result } from 'ioredis';
import Type from 'typebox';
import { isPeriod, periodStart, periods } from '../../credits/purse/period.ts';
import {
  hourOf,
  isLow,
  type Purse,
  type PurseEntry,
  type PurseLeft,
  type PurseState,
  type UncertainPayment,
} from '../../credits/purse/purse.ts';
import { PurseRefused } from '../../credits/purse/purse-refused.ts';
import { parse } from '../../validate.ts';
import type { RedisConnections } from '../redis-connections.ts';
import { storedFormat } from '../stored-format.ts';
import { PaymentBatches, type PurseChanges } from './payment-batches.ts';
import {
  type Draw,
  endedMs,
  entriesKeptMs,
  type Grant,
  keptMs,
  labelOf,
  mostEnded,
  type OnGone,
  type PurseStore,
  type Settlement,
} from './purse-store.ts';
import { bookScript, closeScript, createScript, loseScript, owners, relabelScript } from './redis-scripts.ts';

/** A holder that has not said for so long that it is there has died. */
const holderMs = 15_000;

const PurseShape = Type.Object({
  owner: Type.String(),
  scope: Type.Union([Type.Literal('key'), Type.Literal('team'), Type.Literal('session')]),
  childTeamId: Type.Optional(Type.String()),
  createdAt: Type.Number(),
  expiresAt: Type.Optional(Type.Number()),
});

const ReservationShape = Type.Object({
  holder: Type.String(),
  credits: Type.String(),
  cause: Type.String(),
  at: Type.String(),
  draws: Type.Array(Type.Tuple([Type.String(), Type.String()])),
  state: Type.String(),
});

/** For each draw the credits granted, then place, id, label and credits left of each purse. Judged by hand, as payments wait for it. */
const areAnswers = (value: unknown): value is readonly (readonly string[])[] =>
  Array.isArray(value) && value.every((one) => Array.isArray(one) && one.every((part) => typeof part === 'string'));

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** `bookScript`, sent once. */
    bookPurses(...keysAndArguments: (string | number)[]): Result<unknown, Context>;
  }
}

/** What a purse's hash has of it, beside its balances. */
const members = ['label', 'total', 'period', 'closedAt', 'purse', 'format'] as const;

/** Shared by graphs that have the same Redis; each process is a holder of reservations. */
export class RedisPurseStore implements PurseStore {
  /** Names this process in its reservations. */
  readonly holder = randomUUID();
  readonly #commands: Redis;
  readonly #subscriptions: Redis;
  readonly #now: () => number;
  readonly #onGone: OnGone;
  readonly #batches: PaymentBatches;
  /**
   * Keys that have, or a child team of which has, had a purse, or was about to; of each the open purses that this process has
   * seen, by place. Where Redis has lost one of these, payments are refused rather than unbounded.
   */
  readonly #seen = new Map<string, Map<string, string>>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #beating: NodeJS.Timeout | undefined;
  #starts = { day: Number.NaN, json: '' };

  private constructor(
    { commands, subscriptions }: RedisConnections,
    now: () => number,
    onTrouble: (error: unknown) => void,
    onGone: OnGone,
  ) {
    this.#commands = commands;
    this.#subscriptions = subscriptions;
    this.#now = now;
    this.#onGone = onGone;
    this.#batches = new PaymentBatches((owner, changes) => this.#book(owner, changes), onTrouble, now);
    commands.defineCommand('bookPurses', { numberOfKeys: 2, lua: bookScript });
    subscriptions.on('message', (channel, message) => this.#heard(channel, message));
    subscriptions.on('ready', () => {
      this.#resubscribe().catch(() => undefined);
    });
  }

  /**
   * The connections are their opener's to close.
   *
   * @param onTrouble hears why payments could not be booked
   */
  static async open(
    connections: RedisConnections,
    now: () => number,
    onTrouble: (error: unknown) => void,
    onGone: OnGone = () => undefined,
  ): Promise<RedisPurseStore> {
    const store = new RedisPurseStore(connections, now, onTrouble, onGone);
    await store.#resubscribe();
    return store;
  }

  mayBound(owner: string): boolean {
    return this.#seen.has(owner);
  }

  async create(purse: Purse): Promise<boolean> {
    const { id, owner, scope, childTeamId, label, total, period, createdAt, expiresAt } = purse;
    const place = scope === 'session' ? '' : placeOf(childTeamId);
    if (place !== '') {
      // Before there is a purse, so that nobody who hears of it later finds it passed over.
      this.#seenOf(owner);
      await this.#commands.sadd(owners, owner);
      await this.#commands.publish(owners, owner);
    }
    const definition = JSON.stringify({ owner, scope, childTeamId, createdAt, expiresAt });
    const fields = { label, total, period, place, purse: definition, format: storedFormat };
    const created = await this.#commands.eval(
      createScript,
      3,
      ...[key(owner, 'open'), key(owner, 'all'), key(owner, id)],
      ...[key(owner, ''), place, id, this.#now(), expiresAt === undefined ? '+inf' : expiresAt + keptMs],
      ...[this.#now() - endedMs + keptMs, mostEnded],
      ...Object.entries(fields).flat(),
    );
    const [isCreated, ...gone]: readonly unknown[] = Array.isArray(created) ? created : [];
    for (const one of gone) this.#onGone(owner, String(one));
    if (isCreated !== 1) return false;
    if (place !== '') this.#seenOf(owner).set(place, id);
    return true;
  }

  reserve(owner: string, draw: Draw): Promise<Grant | PurseRefused> {
    return this.#batches.reserve(owner, draw);
  }

  settle(owner: string, settlement: Settlement): Promise<void> {
    return this.#batches.settle(owner, settlement);
  }

  async purses(owner: string, limit: number): Promise<readonly PurseState[]> {
    await this.#loseDead(owner);
    const ids = await this.#commands.zrevrangebyscore(key(owner, 'all'), '+inf', this.#now(), 'LIMIT', 0, limit);
    const purses = await Promise.all(ids.map((id) => this.#state(owner, id).catch(unlessLater)));
    return purses.filter((purse) => purse !== undefined);
  }

  async purse(owner: string, id: string): Promise<PurseState | undefined> {
    await this.#loseDead(owner);
    return this.#state(owner, id);
  }

  async openPurse(owner: string, childTeamId: string | undefined): Promise<PurseState | undefined> {
    const place = placeOf(childTeamId);
    const id = (await this.#commands.hget(key(owner, 'open'), place)) ?? this.#seen.get(owner)?.get(place);
    if (id === undefined) return undefined;
    const purse = await this.purse(owner, id);
    if (!purse) throw PurseRefused.lost(childTeamId);
    return purse.closedAt === undefined ? purse : undefined;
  }

  async entries(owner: string, purse: string): Promise<readonly PurseEntry[]> {
    await this.#loseDead(owner);
    const entries = new Map<string, { -readonly [Member in keyof PurseEntry]: PurseEntry[Member] }>();
    const oldest = this.#now() - entriesKeptMs;
    const old: string[] = [];
    for (const [field, value] of Object.entries(await this.#commands.hgetall(key(owner, `${purse}:entries`)))) {
      const [, hour = '', cause = '', member] = /^(\d+):(.*):(\w+)$/.exec(field) ?? [];
      if (Number(hour) < oldest) {
        old.push(field);
        continue;
      }
      if (member !== 'spent' && member !== 'uncertain' && member !== 'payments') continue;
      const name = `${hour}:${cause}`;
      const entry = entries.get(name) ?? { hour: Number(hour), cause, spent: 0, uncertain: 0, payments: 0 };
      entry[member] = Number(value);
      entries.set(name, entry);
    }
    if (old.length > 0) await this.#commands.hdel(key(owner, `${purse}:entries`), ...old);
    return [...entries.values()].toSorted((one, other) => other.hour - one.hour || (one.cause < other.cause ? -1 : 1));
  }

  async uncertain(owner: string, purse: string): Promise<readonly UncertainPayment[]> {
    await this.#loseDead(owner);
    const reservations = await this.#reservations(owner);
    return reservations
      .filter(({ state, draws }) => state !== 'held' && draws.some(([id]) => id === purse))
      .map(({ id, cause, credits, at }) => ({ id, cause, credits: Number(credits), reservedAt: Number(at) }))
      .toSorted((one, other) => one.reservedAt - other.reservedAt || (one.id < other.id ? -1 : 1));
  }

  async relabel(isMeant: (label: string) => boolean): Promise<number> {
    let count = 0;
    for await (const owner of this.#owners())
      for (const id of await this.#commands.zrange(key(owner, 'all'), 0, '-1')) {
        const label = await this.#commands.hget(key(owner, id), 'label');
        if (label === null || !isMeant(label)) continue;
        const done = await this.#commands.eval(relabelScript, 1, key(owner, id), key(owner, ''), label, labelOf(id));
        if (done === 1) count += 1;
      }
    return count;
  }

  /** All that have a purse, those included of whom only sessions have one; one may come twice. */
  async *#owners(): AsyncGenerator<string> {
    const [start = '', end = ''] = key('*', 'all').split('*');
    let cursor = '0';
    do {
      const [next, keys] = await this.#commands.scan(cursor, 'MATCH', `${start}*${end}`, 'COUNT', 1000);
      cursor = next;
      for (const name of keys) yield name.slice(start.length, -end.length);
    } while (cursor !== '0');
  }

  async close(owner: string, purse: string): Promise<boolean> {
    const now = this.#now();
    const keys = [key(owner, 'open'), key(owner, 'all'), key(owner, purse)];
    return (await this.#commands.eval(closeScript, 3, ...keys, key(owner, ''), purse, now, now + keptMs)) === 1;
  }

  async subscribe(owner: string, listener: () => void): Promise<() => void> {
    const channel = key(owner, 'changed');
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    const stop = () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#listeners.get(channel) !== listeners) return;
      this.#listeners.delete(channel);
      this.#subscriptions.unsubscribe(channel).catch(() => undefined);
    };
    await this.#subscriptions.subscribe(channel).catch(() => undefined);
    return stop;
  }

  async low(): Promise<number> {
    const bounded = await this.#commands.smembers(owners);
    const states = await Promise.all(
      bounded.map(async (owner) => {
        const ids = await this.#commands.hvals(key(owner, 'open'));
        return Promise.all(ids.filter(Boolean).map((id) => this.#state(owner, id).catch(unlessLater)));
      }),
    );
    return states.flat().filter((purse) => purse && isLow(purse)).length;
  }

  async end(): Promise<void> {
    await this.#batches.end();
    clearInterval(this.#beating);
    this.#listeners.clear();
  }

  /** What `PaymentBatches` asks for, by one script; settlements sent again change nothing. */
  async #book(owner: string, { settlements, draws }: PurseChanges): Promise<readonly (Grant | PurseRefused)[]> {
    await this.#beat();
    const now = this.#now();
    const seen = this.#seen.get(owner);
    const seenOfKey = seen?.get(keyPlace);
    const seenOfTeams = draws.map(({ childTeamId = '' }) => seen?.get(childTeamId));
    const answers = await this.#commands.bookPurses(
      ...[key(owner, 'open'), key(owner, 'reservations'), key(owner, '')],
      ...[this.holder, now, hourOf(now), this.#startsAt(now), storedFormat, seenOfKey ?? '', settlements.length],
      ...settlements.flatMap(({ reservation, spent, uncertain }) => [reservation, spent, uncertain]),
      ...draws.flatMap(({ id, credits, unit, cause, sessionPurse = '', childTeamId = '' }, at) => [
        ...[id, credits, unit, cause, sessionPurse, childTeamId, seenOfTeams[at] ?? ''],
      ]),
    );
    if (!areAnswers(answers))
      throw new TypeError('Redis answered the script of purses with other than lists of texts.');
    return answers.map((answer, at) => {
      const refusal = refusalOf(answer);
      if (refusal) return refusal;
      const { ofKey, ofTeam, grant } = grantOf(answer);
      this.#note(owner, keyPlace, seenOfKey, ofKey);
      const childTeamId = draws[at]?.childTeamId;
      if (childTeamId !== undefined) this.#note(owner, childTeamId, seenOfTeams[at], ofTeam);
      return grant;
    });
  }

  /** Of a place whose purse was seen, a payment tells which is open now: none only where the one seen was closed. */
  #note(owner: string, place: string, seen: string | undefined, open: string | undefined): void {
    if (open === seen) return;
    if (open !== undefined) this.#seenOf(owner).set(place, open);
    else if (this.#seen.get(owner)?.get(place) === seen) this.#seen.get(owner)?.delete(place);
  }

  /** Reads which purses are open. One that is not there is forgotten only where it was closed. */
  async #look(owner: string): Promise<void> {
    const seen = this.#seenOf(owner);
    const open = new Map(Object.entries(await this.#commands.hgetall(key(owner, 'open'))));
    for (const place of seen.keys()) if (!open.has(place) && open.has(`closed:${place}`)) seen.delete(place);
    for (const [place, id] of open) if (id !== '') seen.set(place, id);
  }

  #seenOf(owner: string): Map<string, string> {
    const known = this.#seen.get(owner);
    if (known) return known;
    const seen = new Map<string, string>();
    this.#seen.set(owner, seen);
    return seen;
  }

  /** Starts this process's heartbeat before its first reservation. */
  async #beat(): Promise<void> {
    if (this.#beating) return;
    const beat = () => this.#commands.set(holderKey(this.holder), '', 'PX', holderMs);
    await beat();
    this.#beating ??= setInterval(() => void beat().catch(() => undefined), holderMs / 3).unref();
  }

  async #loseDead(owner: string): Promise<void> {
    const held = (await this.#reservations(owner)).filter(({ state }) => state === 'held');
    const holders = [...new Set(held.map(({ holder }) => holder))];
    const alive = await Promise.all(holders.map((holder) => this.#commands.exists(holderKey(holder))));
    const dead = holders.filter((_, index) => alive[index] === 0);
    const oldest = this.#now() - entriesKeptMs;
    if (dead.length > 0)
      await this.#commands.eval(loseScript, 1, key(owner, 'reservations'), key(owner, ''), oldest, ...dead);
  }

  async #reservations(owner: string) {
    const all = Object.entries(await this.#commands.hgetall(key(owner, 'reservations')));
    return all.map(([id, text]) => ({ id, ...parse(ReservationShape, JSON.parse(text)) }));
  }

  async #state(owner: string, id: string): Promise<PurseState | undefined> {
    const name = key(owner, id);
    const [label, total, period, closedAt, purse, format] = await this.#commands.hmget(name, ...members);
    if (!label || !period || !purse) return undefined;
    if (Number(format ?? 1) > storedFormat || !isPeriod(period)) throw PurseRefused.ofLaterVersion(label);
    const start = periodStart(period, this.#now());
    const { childTeamId, expiresAt, ...definition } = parse(PurseShape, JSON.parse(purse));
    const parts = ['spent', 'held', 'uncertain'].map((part) => `${start}:${part}`);
    const [spent, held, uncertain] = await this.#commands.hmget(name, ...parts);
    return {
      ...{ ...definition, id, childTeamId, expiresAt, label, total: Number(total), period, periodStart: start },
      ...{ spent: Number(spent ?? 0), held: Number(held ?? 0), uncertain: Number(uncertain ?? 0) },
      closedAt: closedAt ? Number(closedAt) : undefined,
    };
  }

  /** When each period began: worked out once a day, as scripts know no calendar. */
  #startsAt(now: number): string {
    const day = periodStart('day', now);
    if (this.#starts.day !== day) {
      const starts = Object.fromEntries(periods.map((period) => [period, String(periodStart(period, now))]));
      this.#starts = { day, json: JSON.stringify(starts) };
    }
    return this.#starts.json;
  }

  #heard(channel: string, message: string): void {
    if (channel === owners) this.#look(message).catch(() => undefined);
    for (const listener of this.#listeners.get(channel) ?? []) listener();
  }

  /** What was published while there was no connection is read. */
  async #resubscribe(): Promise<void> {
    await this.#subscriptions.subscribe(owners, ...this.#listeners.keys());
    const known = new Set([...(await this.#commands.smembers(owners)), ...this.#seen.keys()]);
    await Promise.all(Array.from(known, (owner) => this.#look(owner)));
    for (const channel of this.#listeners.keys()) this.#heard(channel, '');
  }
}

function refusalOf([sum, what = '']: readonly string[]): PurseRefused | undefined {
  if (sum === '-1') return PurseRefused.ended();
  if (sum === '-2') return PurseRefused.ofLaterVersion(what);
  if (sum === '-3') return PurseRefused.lost(what === keyPlace ? undefined : what);
  return undefined;
}

/** A grant, with the ids of the purses of the key and of the child team that it was reserved in. */
function grantOf(answer: readonly string[]): { grant: Grant; ofKey?: string; ofTeam?: string } {
  const purses: PurseLeft[] = [];
  const open: { ofKey?: string; ofTeam?: string } = {};
  for (let at = 1; at < answer.length; at += 4) {
    const [place, id = '', label = '', left] = answer.slice(at, at + 4);
    purses.push({ id, label, left: Number(left) });
    if (place === keyPlace) open.ofKey = id;
    else if (place !== '') open.ofTeam = id;
  }
  return { grant: { credits: Number(answer[0]), purses }, ...open };
}

/** A list leaves out what it cannot tell the sums of. */
function unlessLater(error: unknown): undefined {
  if (!(error instanceof PurseRefused)) throw error;
  return undefined;
}

/** A key, and each of its child teams, is a place of one open purse. */
const keyPlace = 'key';
const placeOf = (childTeamId: string | undefined): string => childTeamId ?? keyPlace;

/** The braces keep what one script touches together, where Redis is a cluster. */
const key = (owner: string, name: string): string => `kith:purse:{${owner}}:${name}`;

const holderKey = (holder: string): string => `kith:purse-holder:${holder}`;
