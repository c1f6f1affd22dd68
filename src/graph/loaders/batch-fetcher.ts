import { CallError, Cancelled } from '../../client/errors.ts';
import { priceOf } from '../../contract/price.ts';
import type { FetchResult, PendingFetch, RecordCache } from '../cache/record-cache.ts';
import type { FetchedRecord, Names } from '../cache/record-key.ts';
import type { FetchedRecords } from '../cache/shared-cache.ts';
import type { Reservation } from '../credits/budget.ts';
import type { BatchResults } from './batch-results.ts';
import { halves, isDivisible, maxRepairs, maybeTwoFaults } from './bisect.ts';
import type { Chunk } from './chunk.ts';
import type { LoadKey } from './load-key.ts';
import type { LoadPort } from './load-port.ts';
import type { IdentifierArrays, RecordKind } from './record-kind.ts';

/** What is known of keys that are to be sent. */
interface Known {
  /** Whether the record is neither cached nor being loaded. */
  isFree(loadKey: LoadKey): boolean;
  /** Other names that are known to be the record's. */
  aliasesOf(loadKey: LoadKey): readonly string[];
}

/** What one announced load is sent under. */
interface FetchContext<Fetched> {
  readonly reservation: Reservation;
  readonly pending: PendingFetch<Fetched>;
}

/** The fetches of one batch: within the budget, announced to other operations, and booked. */
export class BatchFetcher<Fetched extends FetchedRecord> {
  readonly #kind: RecordKind<Fetched>;
  readonly #port: LoadPort;
  readonly #cache: RecordCache<Fetched>;
  readonly #results: BatchResults<Fetched>;
  readonly #known: Known;
  /** The price of one record. */
  readonly #unit: number;
  /** What is paid for from here on is shared with other graphs under it. */
  versionToken: string | undefined;

  constructor(
    kind: RecordKind<Fetched>,
    port: LoadPort,
    cache: RecordCache<Fetched>,
    results: BatchResults<Fetched>,
    known: Known,
  ) {
    this.#kind = kind;
    this.#port = port;
    this.#cache = cache;
    this.#results = results;
    this.#known = known;
    this.#unit = priceOf(kind.operation.price, 1);
  }

  /** Why nothing more may be sent: the caller has left, or the upstream will refuse whatever comes. */
  get end(): Error | undefined {
    const { signal, requestId } = this.#port;
    if (signal?.aborted) return new Cancelled({ operation: this.#kind.operation, sent: false, requestId });
    return this.#port.stopped;
  }

  /** Sends as many as the budget allows; the rest fail. */
  async send(chunk: Chunk): Promise<void> {
    using reservation = await this.#port.reserve(this.#kind.operation, this.#unit * chunk.length, this.#unit);
    const affordable = Math.floor(reservation.granted / this.#unit);
    if (affordable < chunk.length) this.#results.fail(chunk.slice(affordable), reservation.refusal);
    // While this waited for the budget, or for a purse, another operation may have loaded the same, or begun to.
    const ready = chunk.filter((loadKey, at) => at < affordable && this.#known.isFree(loadKey));
    if (ready.length === 0) return;
    const sentAs = new Map(ready.map(({ key }) => [key, key]));
    for (const loadKey of ready)
      for (const name of this.#known.aliasesOf(loadKey)) if (!sentAs.has(name)) sentAs.set(name, loadKey.key);
    const pending = this.#cache.announce([...sentAs.keys()]);
    try {
      await this.#fetch({ reservation, pending }, ready);
    } finally {
      pending.settle((name) => this.#resultOf(sentAs.get(name) ?? name));
    }
  }

  #resultOf(key: string): FetchResult<Fetched> {
    const record = this.#results.record(key);
    const error = this.#results.failure(key);
    if (record || !error) return { record };
    return error instanceof Cancelled ? 'unsent' : { error };
  }

  /** Fetches; where a failed call certainly cost nothing, again in halves, so that what spoils it fails alone. */
  async #fetch(context: FetchContext<Fetched>, chunk: Chunk): Promise<void> {
    const error = await this.#try(context, chunk);
    if (error) await this.#divide(context, chunk, error, { repairs: maxRepairs });
  }

  async #divide(
    context: FetchContext<Fetched>,
    chunk: Chunk,
    error: Error,
    allowed: { repairs: number },
  ): Promise<void> {
    if (!isDivisible(error) || chunk.length < 2 || allowed.repairs < 2) return this.#results.fail(chunk, error);
    allowed.repairs -= 2;
    const [one, half] = halves(chunk);
    const oneFailed = await this.#try(context, one);
    // What the first half taught need not be asked for again.
    const other = half.filter((loadKey) => this.#results.isOpen(loadKey));
    const otherFailed = other.length > 0 ? await this.#try(context, other) : undefined;
    if (oneFailed && otherFailed && !maybeTwoFaults(otherFailed)) {
      this.#results.fail(one, oneFailed);
      this.#results.fail(other, otherFailed);
      return;
    }
    if (oneFailed) await this.#divide(context, one, oneFailed, allowed);
    if (otherFailed) await this.#divide(context, other, otherFailed, allowed);
  }

  /** One fetch; why it failed, if it did. */
  async #try({ reservation, pending }: FetchContext<Fetched>, chunk: Chunk): Promise<Error | undefined> {
    const end = this.end;
    if (end) return end;
    const { receipt } = this.#port;
    try {
      const { results, bytes } = await this.#kind.fetch(this.#port, identifierArrays(chunk));
      const records = results.filter((record) => record !== null);
      reservation.spend(receipt.charge(this.#kind.operation, records.length));
      const { learned, unreadable } = this.#learn(records);
      const absent = chunk.filter(({ key }) => !this.#results.record(key));
      // One that can't be read may be any that is absent.
      if (unreadable) this.#results.fail(absent, unreadable);
      for (const loadKey of absent) this.#results.settle(loadKey);
      const missing = unreadable ? [] : absent.map(({ key }) => key);
      await pending.store({ records: learned, missing }, bytes / records.length, this.versionToken);
      return undefined;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (error instanceof CallError && error.charged === 'maybe') {
        // It may have been paid for, so the budget must count it as paid; it is never sent again.
        const worst = priceOf(this.#kind.operation.price, chunk.length);
        receipt.maybeCharged += worst;
        reservation.spendMaybe(worst);
      }
      this.#port.stopAfter(error);
      return error;
    }
  }

  /** Learns what was paid for. A record whose names can't be read is nobody's, and takes none of the others along. */
  #learn(records: readonly Fetched[]): {
    readonly learned: FetchedRecords<Fetched>['records'];
    readonly unreadable: Error | undefined;
  } {
    const learned: { record: Fetched; names: Names }[] = [];
    let unreadable: Error | undefined;
    for (const record of records) {
      try {
        learned.push({ record, names: this.#results.learn(record) });
      } catch (error) {
        unreadable = error instanceof Error ? error : new Error(String(error));
      }
    }
    return { learned, unreadable };
  }
}

function identifierArrays(chunk: Chunk): IdentifierArrays {
  const arrays: { -readonly [K in keyof IdentifierArrays]: IdentifierArrays[K] } = {};
  for (const { kind, value } of chunk) {
    if (kind === 'xnet_ids') {
      arrays.xnet_ids ??= [];
      arrays.xnet_ids.push(Number(value));
    } else {
      arrays[kind] ??= [];
      arrays[kind].push(value);
    }
  }
  return arrays;
}
