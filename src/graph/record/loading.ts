import { CallError, Cancelled } from '../../client/errors.ts';
import { priceOf } from '../../contract/price.ts';
import type { Reservation } from '../credits/budget.ts';
import type { Scope } from '../scope.ts';
import { halves, isDivisible, maybeTwoFaults, mostRepairs } from './division.ts';
import { type Identities, keyOf } from './identity.ts';
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
  readonly #identifiers: readonly Identifier[];
  readonly #failures = new Map<string, Error>();
  /** Those that need no further fetch though they brought no record: missing, or failed. */
  readonly #settled = new Set<string>();

  constructor(
    kind: RecordKind<Fetched>,
    scope: Scope,
    identities: Identities<Fetched>,
    identifiers: readonly Identifier[],
  ) {
    this.#kind = kind;
    this.#scope = scope;
    this.#identities = identities;
    this.#identifiers = identifiers;
  }

  /** Loads them all; what each ended with, in order. Never rejects. */
  async run(): Promise<(Loaded<Fetched> | Error)[]> {
    // A malformed uuid names nothing, and would spoil the fetch for its neighbours.
    let waiting = this.#identifiers.filter(({ kind, value }) => kind !== 'ids' || uuid.test(value));
    for (;;) {
      waiting = waiting.filter((identifier) => this.#isOpen(identifier));
      const [first, ...rest] = pack(waiting);
      if (!first) break;
      const end = this.#end;
      if (end) this.#fail(waiting, end);
      else if (canAlias(waiting)) await this.#send(first);
      else await Promise.all([first, ...rest].map((one) => this.#send(one)));
    }
    return this.#identifiers.map((identifier) => {
      const key = keyOf(identifier);
      return this.#identities.get(key) ?? this.#failures.get(key);
    });
  }

  #isOpen(identifier: Identifier): boolean {
    const key = keyOf(identifier);
    return !this.#settled.has(key) && !this.#identities.get(key);
  }

  /** Why nothing more may be sent: the caller has left, or the upstream will refuse whatever comes. */
  get #end(): Error | undefined {
    const { signal, requestId } = this.#scope.operation;
    if (signal?.aborted) return new Cancelled({ operation: this.#kind.operation, sent: false, requestId });
    return this.#scope.refusal;
  }

  #fail(identifiers: Iterable<Identifier>, error: Error): void {
    for (const identifier of identifiers) {
      this.#failures.set(keyOf(identifier), error);
      this.#settled.add(keyOf(identifier));
    }
  }

  /** Sends as many as the budget allows; the rest fail. */
  async #send(identifiers: Pack): Promise<void> {
    const { budget } = this.#scope.operation;
    const unit = priceOf(this.#kind.operation.price, 1);
    using reservation = await budget.reserve(unit * identifiers.length, unit);
    const affordable = Math.floor(reservation.granted / unit);
    this.#fail(identifiers.slice(affordable), budget.reached);
    if (affordable > 0) await this.#fetch(identifiers.slice(0, affordable), reservation);
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
      const { results } = await this.#kind.fetch(this.#scope, identifierArrays(identifiers));
      const records = results.filter((record) => record !== null);
      reservation.spend(receipt.charge(this.#kind.operation, records.length));
      for (const record of records) this.#identities.learn(record);
      for (const identifier of identifiers) this.#settled.add(keyOf(identifier));
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
