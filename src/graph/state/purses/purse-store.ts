import { randomUUID } from 'node:crypto';
import { untouched } from '../../credits/purse/balance.ts';
import { periodStart } from '../../credits/purse/period.ts';
import {
  isLow,
  type Purse,
  type PurseEntry,
  type PurseState,
  type UncertainPayment,
} from '../../credits/purse/purse.ts';
import { PurseRefused } from '../../credits/purse/purse-refused.ts';
import { DamagedEntry } from '../../validate.ts';
import type { Change, Read } from '../state-adapter.ts';
import type { StateStore } from '../state-store.ts';
import {
  balanceKey,
  balanceOf,
  balancesOf,
  endIn,
  endKey,
  heldKey,
  hoursOf,
  idIn,
  type KeptPurse,
  keyPlace,
  partitionOf,
  placeKey,
  purseKey,
  purseOf,
  purseText,
  reservationOf,
  sumsOf,
  uncertainKeys,
} from './kept-purse.ts';
import { type Draw, entriesKeptMs, type Grant, Payments, type Settlement } from './payment.ts';
import { announced, openIn, owners, SeenPurses } from './seen-purses.ts';
import { Settlements } from './settlements.ts';

interface Options {
  readonly state: StateStore;
  readonly now: () => number;
  /** Called with the reason why payments could not be reserved or settled. */
  readonly onTrouble: (error: unknown) => void;
}

/**
 * The partition of process heartbeats. A process without a heartbeat for this time, in milliseconds, counts as dead.
 */
const holders = 'purse-holders';
const holderMs = 15_000;

/** How long a purse is listed after it was closed or expired, in milliseconds. */
const keptMs = 7 * 86_400_000;

/**
 * The maximum number of a key's purses kept that ended more than `endedMs` ago, which leaves time for payments in
 * flight. Without this bound, many short sessions with purses would fill the store.
 */
const maxEnded = 1000;
const endedMs = 10 * 60_000;

/** The maximum number removed at a time. */
const maxRemoved = 100;

/** Payments that share a commit. */
interface Turn {
  readonly acts: ((payments: Payments) => void)[];
  readonly paid: Promise<void>;
}

/**
 * Purses and the reservations in them. All purses of an API key share a partition of the state: a payment takes one
 * commit to reserve in all purses that limit it (`payment.ts`), and another to settle. Methods reject if the store
 * cannot be reached, except `reserve`, which refuses, and `settle`, which retries.
 */
export class PurseStore {
  /** Identifies this process in its reservations. */
  readonly holder = randomUUID();
  /** Called for each purse that is removed after its end, so that related data can be removed. */
  onGone: (owner: string, purse: string) => void = () => undefined;
  readonly #state: StateStore;
  readonly #now: () => number;
  readonly #onTrouble: (error: unknown) => void;
  readonly #settlements: Settlements;
  readonly #seen: SeenPurses;
  /** Payments waiting for a commit, by owner. */
  readonly #turns = new Map<string, Turn>();
  #beating: NodeJS.Timeout | undefined;
  #stopListening: (() => void) | undefined;

  private constructor({ state, now, onTrouble }: Options) {
    this.#state = state;
    this.#onTrouble = onTrouble;
    this.#seen = new SeenPurses(state);
    this.#now = now;
    this.#settlements = new Settlements(
      (owner, settlement) => this.#pay(owner, (payments) => payments.settle(settlement)),
      onTrouble,
      now,
    );
  }

  /** The caller keeps ownership of the state and closes it. */
  static async open(options: Options): Promise<PurseStore> {
    const store = new PurseStore(options);
    store.#stopListening = await store.#seen.follow();
    return store;
  }

  /**
   * Whether a key or one of its child teams may have a purse; if not, payments need no look-up. Other processes learn
   * of a new purse within moments.
   */
  mayBound(owner: string): boolean {
    return this.#seen.has(owner);
  }

  /**
   * Creates a purse; false if the key or child team already has an open one. A purse that the store has lost is
   * replaced.
   */
  async create({ owner, ...purse }: Purse): Promise<boolean> {
    const { id, scope, childTeamId, expiresAt } = purse;
    const place = scope === 'session' ? undefined : placeOf(childTeamId);
    // Announced before the purse exists, so that every process that has heard of it checks for the purse.
    if (place !== undefined) {
      this.#seen.of(owner);
      await this.#state.commit(owners, { writes: new Map([[owner, { value: '' }]]), messages: announced(owner) });
    }
    await this.#removeEnded(owner);
    const isNew = await this.#update(owner, (read) => {
      const open = place === undefined ? undefined : read(placeKey(place));
      if (open && open !== id && read(purseKey(open)) !== undefined) return { value: false };
      const writes = new Map([
        [purseKey(id), { value: purseText({ ...purse, closedAt: undefined }) }],
        [endKey(expiresAt, id), { value: '' }],
      ]);
      if (place === undefined) return { value: true, writes };
      return { value: true, writes: writes.set(placeKey(place), { value: id }), messages: announced(owner) };
    });
    if (isNew && place !== undefined) this.#seen.of(owner).set(place, id);
    return isNew;
  }

  /**
   * Reserves in all purses that limit a payment: the session's, the child team's and the key's; the smallest remainder
   * decides. Refused if the session's purse is closed or unknown, if a later version wrote one of the purses in a newer
   * format, if the store cannot be reached, or if it has lost a key or child team purse that this process has seen and
   * nothing has closed.
   */
  async reserve(owner: string, draw: Draw): Promise<Grant | PurseRefused> {
    let answer: Grant | PurseRefused | undefined;
    try {
      if (this.#state.isShared && !this.#beating) await this.#beat();
      await this.#pay(owner, (payments) => {
        answer = payments.reserve(draw);
      });
      if (answer) return answer;
    } catch (error) {
      // The reservation may have been made: release it.
      void this.#settlements.add(owner, { reservation: draw.id, spent: 0, uncertain: 0 }, error);
    }
    return PurseRefused.unreachable();
  }

  /**
   * Settles a reservation, retrying until the store accepts it. Need not be awaited: credits stay held until then.
   * Resolves once it is settled, or once the store has been closed without it.
   */
  settle(owner: string, settlement: Settlement): Promise<void> {
    return this.#settlements.add(owner, settlement);
  }

  /** A key's purses, up to `limit`, sorted by end, latest first; those without an end come first. */
  async purses(owner: string, limit: number): Promise<readonly PurseState[]> {
    await this.#loseDead(owner);
    const ends = await this.#state.list(partitionOf(owner), { prefix: 'by-end/', reverse: true, first: limit });
    const isListed = ({ key }: { readonly key: string }) => endIn(key) >= this.#now() - keptMs;
    return this.#states(
      owner,
      ends.filter(isListed).map(({ key }) => idIn(key)),
    );
  }

  /** One purse of a key. As in all reads, reservations of dead processes first become uncertain. */
  async purse(owner: string, id: string): Promise<PurseState | undefined> {
    await this.#loseDead(owner);
    const text = await this.#state.get(partitionOf(owner), purseKey(id));
    if (text === undefined) return undefined;
    const [state] = await this.#withSums(owner, [purseOf(text)]);
    return state;
  }

  /** The open purse of a key, or of one of its child teams. Rejects with `PurseRefused` if it is lost. */
  async openPurse(owner: string, childTeamId: string | undefined): Promise<PurseState | undefined> {
    const place = placeOf(childTeamId);
    const id = (await this.#state.get(partitionOf(owner), placeKey(place))) ?? this.#seen.at(owner, place);
    if (id === undefined || id === '') return undefined;
    const purse = await this.purse(owner, id);
    if (!purse) throw PurseRefused.lost(childTeamId);
    return purse.closedAt === undefined ? purse : undefined;
  }

  /** Hourly sums paid from a purse, latest hour first. */
  async entries(owner: string, purse: string): Promise<readonly PurseEntry[]> {
    await this.#loseDead(owner);
    const prefix = hoursOf(purse);
    const all = await this.#state.list(partitionOf(owner), { prefix });
    const entries = all.map(({ key, value }) => {
      const [hour = ''] = key.slice(prefix.length).split('/', 1);
      const cause = key.slice(prefix.length + hour.length + 1);
      return { key, hour: Number(hour), cause, ...sumsOf(value) };
    });
    const oldest = this.#now() - entriesKeptMs;
    const old = entries.filter(({ hour }) => hour < oldest);
    if (old.length > 0)
      await this.#state.remove(
        partitionOf(owner),
        old.map(({ key }) => key),
      );
    return entries
      .filter(({ hour }) => hour >= oldest)
      .map(({ key: _, ...entry }) => entry)
      .toSorted((one, other) => other.hour - one.hour || (one.cause < other.cause ? -1 : 1));
  }

  /** Payments with an unknown outcome, earliest first. */
  async uncertain(owner: string, purse: string): Promise<readonly UncertainPayment[]> {
    await this.#loseDead(owner);
    const all = await this.#state.list(partitionOf(owner), { prefix: uncertainKeys });
    return all
      .map(({ value }) => reservationOf(value))
      .filter(({ accounts }) => accounts.some((account) => account.purse === purse))
      .map(({ id, cause, credits, at }) => ({ id, cause, credits, reservedAt: at }))
      .toSorted((one, other) => one.reservedAt - other.reservedAt || (one.id < other.id ? -1 : 1));
  }

  /**
   * Closes a purse: it grants nothing more, and payments in flight are still settled. False if no open purse has this
   * id.
   */
  close(owner: string, id: string): Promise<boolean> {
    return this.#update(owner, (read) => {
      const text = read(purseKey(id));
      const purse = text === undefined ? undefined : purseOf(text);
      if (!purse || purse.closedAt !== undefined) return { value: false };
      const closedAt = this.#now();
      const writes = new Map<string, { readonly value: string } | undefined>([
        [purseKey(id), { value: purseText({ ...purse, closedAt }) }],
        [endKey(purse.expiresAt, id), undefined],
        [endKey(closedAt, id), { value: '' }],
      ]);
      if (purse.scope === 'session') return { value: true, writes };
      const place = placeKey(placeOf(purse.childTeamId));
      // If the store had lost this purse, another may be open in its place.
      if (read(place) === id) writes.set(place, { value: '' });
      return { value: true, writes, messages: announced(owner) };
    });
  }

  /** Calls back on each change of the key's purses, until the returned function is called. */
  subscribe(owner: string, listener: () => void): Promise<() => void> {
    return this.#state.subscribe(partitionOf(owner), listener);
  }

  /** The number of open key and child team purses with less than a tenth of their credits left. */
  async low(): Promise<number> {
    const all = await this.#state.list(owners, { prefix: '' });
    const states = await Promise.all(
      all.map(async ({ key: owner }) =>
        this.#states(owner, [...(await openIn(this.#state, owner)).values()].filter(Boolean)),
      ),
    );
    return states.flat().filter(isLow).length;
  }

  /** Resolves once all payments are settled, or a last attempt has failed. */
  async end(): Promise<void> {
    await this.#settlements.end();
    clearInterval(this.#beating);
    this.#stopListening?.();
  }

  /** Adds a payment to the next commit to a key's purses. */
  #pay(owner: string, act: Turn['acts'][number]): Promise<void> {
    const waiting = this.#turns.get(owner);
    if (waiting) {
      waiting.acts.push(act);
      return waiting.paid;
    }
    const acts = [act];
    const seen = (place: string) => this.#seen.at(owner, place);
    const paid = this.#update(owner, (read) => {
      // Later payments go into the next commit.
      if (this.#turns.get(owner)?.acts === acts) this.#turns.delete(owner);
      const payments = new Payments(read, { holder: this.holder, now: this.#now(), seen });
      for (const one of acts) one(payments);
      const { places, writes } = payments;
      return writes ? { value: places, writes } : { value: places };
    }).then((places) => this.#seen.note(owner, places));
    this.#turns.set(owner, { acts, paid });
    return paid;
  }

  /** Updates a key's purses, and notifies their subscribers of each write. */
  #update<Value>(owner: string, change: (read: Read) => Change<Value>): Promise<Value> {
    const partition = partitionOf(owner);
    return this.#state.update(partition, (read) => {
      const { value, writes, messages = [] } = change(read);
      if (!writes) return { value };
      return { value, writes, messages: [...messages, { channel: partition, text: '' }] };
    });
  }

  /** Leaves out purses in a later format, and damaged ones, since their balances cannot be read. Payments are refused. */
  async #states(owner: string, ids: readonly string[]): Promise<readonly PurseState[]> {
    const texts = await this.#state.getAll(partitionOf(owner), ids.map(purseKey));
    const purses = ids.flatMap((id) => {
      const text = texts.get(purseKey(id));
      try {
        return text === undefined ? [] : [purseOf(text)];
      } catch (error) {
        if (error instanceof DamagedEntry) this.#onTrouble(error);
        else if (!(error instanceof PurseRefused)) throw error;
        return [];
      }
    });
    return this.#withSums(owner, purses);
  }

  async #withSums(owner: string, purses: readonly KeptPurse[]): Promise<readonly PurseState[]> {
    const now = this.#now();
    const accounts = purses.map(({ id, period }) => ({ purse: id, start: periodStart(period, now) }));
    const texts = await this.#state.getAll(partitionOf(owner), accounts.map(balanceKey));
    return purses.map((purse, at) => {
      const account = accounts[at];
      const text = account && texts.get(balanceKey(account));
      const balance = text === undefined ? untouched : balanceOf(text);
      return { ...purse, owner, periodStart: account?.start ?? 0, ...balance };
    });
  }

  /** Starts this process's heartbeat, before its first reservation in a shared store. */
  async #beat(): Promise<void> {
    const beat = () => this.#state.put(holders, this.holder, '', holderMs);
    await beat();
    this.#beating ??= setInterval(() => void beat().catch(() => undefined), holderMs / 3).unref();
  }

  /** Declares reservations of dead processes uncertain. An embedded store has no living process but this one. */
  async #loseDead(owner: string): Promise<void> {
    const held = await this.#state.list(partitionOf(owner), { prefix: heldKey('') });
    const others = held.filter(({ key }) => key !== heldKey(this.holder));
    if (others.length === 0) return;
    const alive = this.#state.isShared ? await this.#state.list(holders, { prefix: '' }) : [];
    const dead = others.filter(({ key }) => !alive.some((holder) => heldKey(holder.key) === key));
    const seen = () => undefined;
    const lost = dead.map(({ key }) =>
      this.#update(owner, (read) => {
        const payments = new Payments(read, { holder: idIn(key), now: this.#now(), seen });
        payments.lose();
        // If the process is alive after all, its settlements recover what is lost here.
        return { value: undefined, writes: new Map([...(payments.writes ?? []), [key, undefined]]) };
      }),
    );
    await Promise.all(lost);
  }

  /** Removes purses that ended long ago, and the oldest ended ones above `maxEnded`. */
  async #removeEnded(owner: string): Promise<void> {
    const partition = partitionOf(owner);
    const now = this.#now();
    const first = await this.#state.list(partition, { prefix: 'by-end/', first: maxEnded + maxRemoved });
    const ended = first.map(({ key }) => key).filter((key) => endIn(key) < now - endedMs);
    const old = ended.filter((key) => endIn(key) < now - keptMs);
    const gone = ended.slice(0, Math.max(old.length, ended.length - maxEnded)).slice(0, maxRemoved);
    for (const key of gone) {
      const id = idIn(key);
      const sums = await Promise.all(
        [balancesOf(id), hoursOf(id)].map((prefix) => this.#state.list(partition, { prefix })),
      );
      await this.#state.remove(partition, [key, purseKey(id), ...sums.flat().map((entry) => entry.key)]);
      this.onGone(owner, id);
    }
  }
}

const placeOf = (childTeamId: string | undefined): string => childTeamId ?? keyPlace;
