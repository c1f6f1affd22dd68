import { CallError, Cancelled } from '../../client/errors.ts';
import { priceOf } from '../../contract/price.ts';
import type { Held, Landed, Landing, RecordShelf } from '../cache/record-shelf.ts';
import type { Reservation } from '../credits/budget.ts';
import { Unpaid } from '../quote/unpaid.ts';
import type { Scope } from '../scope.ts';
import { halves, isDivisible, maybeTwoFaults, mostRepairs } from './division.ts';
import { type Identities, keyOf, type Names, namesOf } from './identity.ts';
import type { FetchedRecord, Identifier, IdentifierArrays, RecordKind } from './kind.ts';
import type { Loaded } from './loader.ts';
import { canAlias, type Pack, pack } from './pack.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * One batch of identifiers on its way to records. Each ends with its record, with nothing, or with an error of its
 * own; what was paid for stays, whatever becomes of the others.
 */
export class Loading<Fetched extends FetchedRecord> {
  readonly #kind: RecordKind<Fetched>;
  readonly #scope: Scope;
  readonly #identities: Identities<Fetched>;
  readonly #shelf: RecordShelf<Fetched>;
  readonly #identifiers: readonly Identifier[];
  /** The price of one record. */
  readonly #unit: number;
  /** The upstream would not say whether it still accepts the credential: nothing is served from the shelf. */
  #doubtful = false;
  /** A key is worked out once, though it is asked for at every step. */
  readonly #keys = new Map<Identifier, string>();
  readonly #failures = new Map<string, Error>();
  /** What other graphs hold, and this one did not. */
  readonly #found = new Map<string, Held<Fetched>>();
  /** What other graphs have been asked for. */
  readonly #looked = new Set<string>();
  /** What of those graphs' memory belongs to now: what is paid for from here on is shared under it. */
  #edition: string | undefined;
  /** Those that need no further fetch though they brought no record: missing, or failed. */
  readonly #settled = new Set<string>();

  constructor(
    kind: RecordKind<Fetched>,
    scope: Scope,
    identities: Identities<Fetched>,
    shelf: RecordShelf<Fetched>,
    identifiers: readonly Identifier[],
  ) {
    this.#kind = kind;
    this.#scope = scope;
    this.#identities = identities;
    this.#shelf = shelf;
    this.#identifiers = identifiers;
    this.#unit = priceOf(kind.operation.price, 1);
  }

  /** Loads them all; what each ended with, in order. Never rejects. */
  async run(): Promise<(Loaded<Fetched> | Error)[]> {
    // A malformed uuid names nothing, and would spoil the fetch for its neighbours.
    let waiting = this.#identifiers.filter(({ kind, value }) => kind !== 'ids' || uuid.test(value));
    for (;;) {
      waiting = waiting.filter((identifier) => this.#isOpen(identifier));
      if (waiting.length === 0) break;
      await this.#advance(waiting);
    }
    return this.#identifiers.map((identifier) => {
      const key = this.#keyOf(identifier);
      return this.#identities.get(key) ?? this.#failures.get(key);
    });
  }

  /** One step: settles some of those that wait, by the cheapest means there are. */
  async #advance(waiting: readonly Identifier[]): Promise<void> {
    const end = this.#end;
    if (end) return this.#fail(waiting, end);
    const held = waiting.filter((identifier) => this.#held(identifier));
    if (held.length > 0) return this.#serve(held);
    const unseen = this.#shelf.isShared
      ? waiting.filter((identifier) => !this.#looked.has(this.#keyOf(identifier)) && !this.#flight(identifier))
      : [];
    if (unseen.length > 0) return this.#look(unseen);
    // A quote takes what is held already, and buys nothing.
    if (this.#scope.operation.quote) return this.#fail(waiting, new Unpaid(this.#kind.operation));
    const flying = waiting.filter((identifier) => this.#flight(identifier));
    const aliasing = canAlias(waiting);
    // What lands may turn out to be what another identifier names.
    if (flying.length > 0 && aliasing) return this.#join(flying);
    const [first, ...rest] = pack(waiting.filter((identifier) => !this.#flight(identifier)));
    const sent = first ? (aliasing ? [first] : [first, ...rest]) : [];
    await Promise.all([this.#join(flying), ...sent.map((one) => this.#send(one))]);
  }

  #held(identifier: Identifier): Held<Fetched> | undefined {
    const { maxAgeMs } = this.#scope.operation.terms;
    if (maxAgeMs === 0 || this.#doubtful) return undefined;
    const key = this.#keyOf(identifier);
    return this.#shelf.get(key, maxAgeMs) ?? this.#found.get(key);
  }

  /** Asks once what other graphs hold. */
  async #look(identifiers: readonly Identifier[]): Promise<void> {
    const { maxAgeMs } = this.#scope.operation.terms;
    const keys = identifiers.map(this.#keyOf);
    for (const key of keys) this.#looked.add(key);
    const wanted = maxAgeMs === 0 || this.#doubtful ? [] : keys;
    const { edition, held } = await this.#shelf.look(wanted, maxAgeMs, (record) => namesOf(this.#kind, record));
    this.#edition = edition;
    for (const [key, one] of held) this.#found.set(key, one);
  }

  #flight(identifier: Identifier): Promise<Landing<Fetched>> | undefined {
    // Who wants nothing old does not want what was asked for before, either.
    return this.#scope.operation.terms.maxAgeMs === 0 ? undefined : this.#shelf.flight(this.#keyOf(identifier));
  }

  /** Answers from what the credential has paid for before, if the upstream still accepts it. */
  async #serve(identifiers: readonly Identifier[]): Promise<void> {
    try {
      await this.#scope.confirm();
    } catch (error) {
      if (error instanceof Error) this.#scope.heed(error);
      this.#doubtful = true;
      return;
    }
    for (const identifier of identifiers) {
      const held = this.#isOpen(identifier) ? this.#held(identifier) : undefined;
      if (!held) continue;
      if (held.record) {
        this.#learn(held.record);
        this.#scope.operation.receipt.savedByCache += 1;
      } else this.#settled.add(this.#keyOf(identifier));
    }
  }

  /** Waits for what other operations of the credential are loading; they pay, unless nothing comes of it. */
  async #join(identifiers: readonly Identifier[]): Promise<void> {
    if (identifiers.length === 0) return;
    const { budget, receipt } = this.#scope.operation;
    using reservation = await budget.reserve(this.#unit * identifiers.length, this.#unit);
    const affordable = Math.floor(reservation.granted / this.#unit);
    if (affordable < identifiers.length) this.#fail(identifiers.slice(affordable), budget.reached);
    for (const identifier of identifiers.slice(0, affordable)) {
      const key = this.#keyOf(identifier);
      const landed = (await this.#flight(identifier))?.(key) ?? 'unsent';
      if (landed === 'unsent' || !this.#isOpen(identifier)) continue;
      if ('error' in landed) {
        this.#scope.heed(landed.error);
        this.#fail([identifier], landed.error);
      } else if (landed.record) {
        this.#learn(landed.record);
        receipt.shared += 1;
      } else this.#settled.add(key);
    }
  }

  readonly #keyOf = (identifier: Identifier): string => {
    const known = this.#keys.get(identifier);
    if (known !== undefined) return known;
    const key = keyOf(identifier);
    this.#keys.set(identifier, key);
    return key;
  };

  #isOpen(identifier: Identifier): boolean {
    const key = this.#keyOf(identifier);
    return !this.#settled.has(key) && !this.#identities.get(key);
  }

  /** Why nothing more may be sent: the caller has left, or the upstream will refuse whatever comes. */
  get #end(): Error | undefined {
    const { signal, requestId } = this.#scope.operation;
    if (signal?.aborted) return new Cancelled({ operation: this.#kind.operation, sent: false, requestId });
    return this.#scope.refusal;
  }

  #learn(record: Fetched): Names {
    const names = namesOf(this.#kind, record);
    this.#identities.learn(record, names);
    return names;
  }

  #fail(identifiers: Iterable<Identifier>, error: Error): void {
    for (const identifier of identifiers) {
      this.#failures.set(this.#keyOf(identifier), error);
      this.#settled.add(this.#keyOf(identifier));
    }
  }

  /** Sends as many as the budget allows; the rest fail. */
  async #send(identifiers: Pack): Promise<void> {
    const { budget } = this.#scope.operation;
    using reservation = await budget.reserve(this.#unit * identifiers.length, this.#unit);
    const affordable = Math.floor(reservation.granted / this.#unit);
    if (affordable < identifiers.length) this.#fail(identifiers.slice(affordable), budget.reached);
    // While this waited for the budget, another operation may have sent, or brought, the same.
    const ready = identifiers
      .slice(0, affordable)
      .filter((identifier) => this.#isOpen(identifier) && !this.#held(identifier) && !this.#flight(identifier));
    if (ready.length === 0) return;
    const departed = this.#shelf.depart(ready.map(this.#keyOf));
    try {
      await this.#fetch(ready, reservation);
    } finally {
      departed.land((key) => this.#landed(key));
    }
  }

  #landed(key: string): Landed<Fetched> {
    const error = this.#failures.get(key);
    if (!error) return { record: this.#identities.get(key) };
    return error instanceof Cancelled ? 'unsent' : { error };
  }

  /** Fetches; where a failed call certainly cost nothing, again in halves, so that what spoils it fails alone. */
  async #fetch(identifiers: Pack, reservation: Reservation): Promise<void> {
    const error = await this.#try(identifiers, reservation);
    if (error) await this.#divide(identifiers, error, reservation, { repairs: mostRepairs });
  }

  async #divide(
    identifiers: Pack,
    error: Error,
    reservation: Reservation,
    allowed: { repairs: number },
  ): Promise<void> {
    if (!isDivisible(error) || identifiers.length < 2 || allowed.repairs < 2) return this.#fail(identifiers, error);
    allowed.repairs -= 2;
    const [one, half] = halves(identifiers);
    const oneFailed = await this.#try(one, reservation);
    // What the first half taught need not be asked for again.
    const other = half.filter((identifier) => this.#isOpen(identifier));
    const otherFailed = other.length > 0 ? await this.#try(other, reservation) : undefined;
    if (oneFailed && otherFailed && !maybeTwoFaults(otherFailed)) {
      this.#fail(one, oneFailed);
      this.#fail(other, otherFailed);
      return;
    }
    if (oneFailed) await this.#divide(one, oneFailed, reservation, allowed);
    if (otherFailed) await this.#divide(other, otherFailed, reservation, allowed);
  }

  /** One fetch; why it failed, if it did. */
  async #try(identifiers: Pack, reservation: Reservation): Promise<Error | undefined> {
    const end = this.#end;
    if (end) return end;
    const { receipt } = this.#scope.operation;
    try {
      const { results, bytes } = await this.#kind.fetch(this.#scope, identifierArrays(identifiers));
      const records = results.filter((record) => record !== null);
      reservation.spend(receipt.charge(this.#kind.operation, records.length));
      const told = records.map((record) => ({ record, names: this.#learn(record) }));
      for (const { record, names } of told) this.#shelf.put(record, names, bytes / records.length);
      const keys = identifiers.map(this.#keyOf);
      for (const key of keys) this.#settled.add(key);
      const missing = keys.filter((key) => !this.#identities.get(key));
      for (const key of missing) this.#shelf.putMissing(key);
      await this.#shelf.share(this.#edition, { records: told, missing });
      return undefined;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (error instanceof CallError && error.charged === 'maybe') {
        // It may have been paid for, so the budget must count it as paid; it is never sent again.
        const worst = priceOf(this.#kind.operation.price, identifiers.length);
        receipt.maybeCharged += worst;
        reservation.spend(worst);
      }
      this.#scope.heed(error);
      return error;
    }
  }
}

function identifierArrays(identifiers: Pack): IdentifierArrays {
  const arrays: { -readonly [K in keyof IdentifierArrays]: IdentifierArrays[K] } = {};
  for (const [kind, group] of Map.groupBy(identifiers, (identifier) => identifier.kind)) {
    const values = group.map((identifier) => identifier.value);
    if (kind === 'xnet_ids') arrays.xnet_ids = values.map(Number);
    else arrays[kind] = values;
  }
  return arrays;
}
