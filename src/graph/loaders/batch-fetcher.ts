import { setTimeout as pause } from 'node:timers/promises';
import { CallError, Cancelled, RecordsMissing } from '../../client/errors.ts';
import { priceOf } from '../../contract/price.ts';
import type { FetchResult, LoadInFlight, PendingFetch, RecordCache } from '../cache/record-cache.ts';
import { type FetchedRecord, keyOf, kindOfAll, ownNames } from '../cache/record-key.ts';
import type { Reservation } from '../credits/budget.ts';
import { attribute } from './attribution.ts';
import type { BatchResults } from './batch-results.ts';
import { revealsNothing } from './batch-scheduler.ts';
import { halves, isDivisible, maxRepairs, maybeTwoFaults } from './bisect.ts';
import type { Chunk } from './chunk.ts';
import { existingIds } from './existence-loader.ts';
import type { LoadKey } from './load-key.ts';
import type { LoadPort } from './load-port.ts';
import { fetchWithoutMissing } from './missing-records.ts';
import type { IdentifierArrays, RecordKind } from './record-kind.ts';
import { mayShare, recordsOfBoth } from './same-records.ts';

/** Queries on keys about to be sent. */
interface Known {
  /** Whether the key is open, and its record is neither cached nor being loaded. */
  isFree(loadKey: LoadKey): boolean;
  /** Serves what the shared cache has by now. `isShared`: another graph has paid for it meanwhile. */
  serveShared(keys: readonly LoadKey[], isShared: boolean): Promise<void>;
  /** Other names known to belong to the same record. */
  aliasesOf(loadKey: LoadKey): readonly string[];
}

/** Maximum wait for a load of another graph, in milliseconds. */
const maxWaitMs = 60_000;

/** First and maximum interval at which a claim of another graph is looked at, in milliseconds. */
const pollMs = { first: 10, most: 200 };

/** The reservation and the announcement of one load. */
interface FetchContext<Fetched> {
  readonly reservation: Reservation;
  readonly pending: PendingFetch<Fetched>;
  /** That of the last shared-cache look-up before the fetch. */
  readonly versionToken: string | undefined;
}

/** Sends the fetches of one batch: reserves credits, announces the load to other operations, and books the charge. */
export class BatchFetcher<Fetched extends FetchedRecord> {
  readonly #kind: RecordKind<Fetched>;
  readonly #port: LoadPort;
  readonly #cache: RecordCache<Fetched>;
  readonly #results: BatchResults<Fetched>;
  readonly #known: Known;
  /** The price of one record, in credits. */
  readonly #unit: number;
  /** Version token of the last shared-cache look-up, under which fetched records are stored there. */
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

  /** The reason why nothing more may be sent: the caller has aborted, or the upstream would refuse any fetch. */
  get end(): Error | undefined {
    return this.#port.signal?.aborted ? this.#port.cancelled(this.#kind.operation) : this.#port.stopped;
  }

  /** Sends as many keys as the reservation covers; the rest fail. */
  async send(chunk: Chunk): Promise<void> {
    using reservation = await this.#port.reserve(this.#kind.operation, this.#unit * chunk.length, this.#unit);
    const affordable = Math.floor(reservation.granted / this.#unit);
    if (affordable < chunk.length) this.#results.fail(chunk.slice(affordable), reservation.refusal);
    // During the wait for the reservation, another operation may have loaded the same records or started to.
    const ready = chunk.filter((loadKey, at) => at < affordable && this.#known.isFree(loadKey));
    if (ready.length === 0) return;
    const sentAs = new Map<string, LoadKey>();
    for (const loadKey of ready) sentAs.set(loadKey.key, loadKey);
    for (const loadKey of ready)
      for (const name of this.#known.aliasesOf(loadKey)) if (!sentAs.has(name)) sentAs.set(name, loadKey);
    const sent = ready.map(({ key }) => key);
    const pending = this.#cache.announce([...sentAs.keys()], sent);
    try {
      const sentKind = kindOfAll(sent);
      const others = this.#port.maxAgeMs === 0 ? [] : pending.earlier.filter(({ kind }) => mayShare(sentKind, kind));
      const left = others.length === 0 ? ready : await this.#takeInFlight(ready, sent, others);
      const context = { reservation, pending };
      if (this.#cache.isShared) await this.#fetchUnclaimed(context, left);
      else if (left.length > 0) await this.#fetch({ ...context, versionToken: undefined }, left);
    } finally {
      pending.settle((name) => this.#resultOf(sentAs.get(name) ?? { key: name, whole: false }));
    }
  }

  /** Takes the records that other loads fetch under other names, as a free search shows; returns the other keys. */
  async #takeInFlight(
    chunk: Chunk,
    names: readonly string[],
    others: readonly LoadInFlight<Fetched>[],
  ): Promise<Chunk> {
    const outcomes = others.map(({ load }) => load.wait());
    const ids = await recordsOfBoth(
      this.#port,
      this.#kind,
      names,
      others.flatMap((one) => one.names),
    );
    for (const outcome of ids.size > 0 ? outcomes : []) {
      const resultOf = await outcome;
      for (const id of ids) {
        const result = resultOf(keyOf({ kind: 'ids', value: id }));
        const record = result !== 'unsent' && 'record' in result ? result.record : undefined;
        if (record) this.#results.learn(record, { attributed: [], own: ownNames(record, this.#kind.names(record)) });
      }
    }
    const left = chunk.filter((loadKey) => this.#results.isOpen(loadKey));
    this.#port.receipt.shared += chunk.length - left.length;
    return left;
  }

  /** Fetches what no other graph loads, and waits for the rest. */
  async #fetchUnclaimed(context: Omit<FetchContext<Fetched>, 'versionToken'>, chunk: Chunk): Promise<void> {
    const { maxAgeMs, sendBy } = this.#port;
    const now = performance.now();
    const until = now + Math.min(maxWaitMs, sendBy === undefined ? maxWaitMs : (sendBy - now) / 2);
    for (let left = chunk; left.length > 0; ) {
      // Nobody waits any more; without a pause, the loop would keep the process from everything else.
      const end = this.end;
      if (end) return this.#results.fail(left, end);
      const isLate = performance.now() >= until;
      const names = left.map(({ key }) => key);
      const claim = maxAgeMs === 0 || isLate ? undefined : await this.#cache.claim(names, this.#port.repeatKey);
      if (!claim) return this.#fetch({ ...context, versionToken: this.versionToken }, left);
      const { heldElsewhere, resumed, earlier } = claim;
      const held = left.filter(({ key }) => heldElsewhere.has(key));
      if (held.length > 0)
        context.pending.release(held.flatMap((loadKey) => [loadKey.key, ...this.#known.aliasesOf(loadKey)]));
      try {
        const own = left.filter(({ key }) => !heldElsewhere.has(key));
        if (earlier && (await this.#isLoadedElsewhere(own, earlier.names)))
          await this.#over(() => earlier.areOver(), until);
        // Another graph may have ended its load between the look-up and the claim.
        const mine = await this.#absent(own);
        // What was sent before is sent again as it was, so that it is charged once.
        const again = mine.some(({ key }) => resumed.has(key)) ? own.filter(({ key }) => resumed.has(key)) : [];
        const parts = [again, mine.filter(({ key }) => !resumed.has(key))];
        for (const part of parts)
          if (part.length > 0) await this.#fetch({ ...context, versionToken: this.versionToken }, part);
      } finally {
        await claim.release();
      }
      if (held.length > 0) {
        const keys = held.map(({ key }) => key);
        await this.#over(async () => !(await this.#cache.isClaimed(keys)), until);
      }
      left = await this.#absent(held);
    }
  }

  /** The keys that the shared cache does not have by now. */
  async #absent(keys: Chunk): Promise<Chunk> {
    if (keys.length > 0) await this.#known.serveShared(keys, true);
    return keys.filter((loadKey) => this.#results.isOpen(loadKey));
  }

  /** Whether other graphs load some of these records under other names, as a free search shows. */
  async #isLoadedElsewhere(own: Chunk, names: readonly string[]): Promise<boolean> {
    const keys = own.map(({ key }) => key);
    return (
      mayShare(kindOfAll(keys), kindOfAll(names)) && (await recordsOfBoth(this.#port, this.#kind, keys, names)).size > 0
    );
  }

  /** Waits until other graphs have ended their loads, or it is too late. */
  async #over(areOver: () => Promise<boolean>, until: number): Promise<void> {
    for (let ms = pollMs.first; !this.end && performance.now() < until; ms = Math.min(2 * ms, pollMs.most)) {
      if (await areOver()) return;
      await pause(Math.min(ms, Math.max(0, until - performance.now())));
    }
  }

  #resultOf(loadKey: Pick<LoadKey, 'key' | 'whole'>): FetchResult<Fetched> {
    const record = this.#results.record({ ...loadKey, whole: true });
    const error = this.#results.failure(loadKey);
    if (record || !error) return { record };
    return error instanceof Cancelled ? 'unsent' : { error };
  }

  /**
   * Fetches a chunk; if the call fails and was certainly not charged, retries in halves to isolate a bad identifier.
   */
  async #fetch(context: FetchContext<Fetched>, chunk: Chunk): Promise<void> {
    const error = await this.#try(context, chunk);
    if (error instanceof RecordsMissing) await this.#withoutMissing(context, chunk, error);
    else if (error) await this.#divide(context, chunk, error, { repairs: maxRepairs });
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
    // Skip keys that the first half has answered.
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

  /** After a 404, fetches what is not missing. */
  async #withoutMissing(context: FetchContext<Fetched>, chunk: Chunk, refused: RecordsMissing): Promise<void> {
    const {
      missing,
      failed,
      error = refused,
    } = await fetchWithoutMissing(chunk, refused, {
      attempt: (part) => this.#try(context, part),
      isOpen: (loadKey) => this.#results.isOpen(loadKey),
      existing: (ids) => this.#existing(ids),
    });
    this.#results.fail(failed, error);
    if (missing.length === 0) return;
    if (!(await this.#isRightAddress(missing))) return this.#results.fail(missing, refused);
    for (const loadKey of missing) this.#results.settle(loadKey);
    await context.pending.store({ records: [], missing: this.#cacheable(missing) }, 0, context.versionToken);
  }

  /** The missing keys to cache as such: none if the allowance is used up, as some gateways then call all records missing. */
  #cacheable(missing: Chunk): readonly string[] {
    return this.#port.isAllowanceUsedUp ? [] : missing.map(({ key }) => key);
  }

  /** Whether 404 means that records are missing. If no fetch was ever answered, the address may be wrong. */
  async #isRightAddress(missing: Chunk): Promise<boolean> {
    const { operation, search } = this.#kind;
    if (this.#port.hasAnswered(operation)) return true;
    const existing = await this.#existing(missing.flatMap(({ kind, value }) => (kind === 'ids' ? value : [])));
    const isContradicted = missing.some(({ kind, value }) => kind === 'ids' && existing?.has(value.toLowerCase()));
    return !isContradicted && this.#port.hasAnswered(search);
  }

  /**
   * The uuids, in lower case, that a free search finds; undefined if it does not find a record that is there either, since
   * the upstream does not search by uuid.
   */
  async #existing(ids: readonly string[]): Promise<ReadonlySet<string> | undefined> {
    try {
      const { body } = await this.#port.search(
        this.#kind.search,
        { query: { match_all: {} }, limit: 1 },
        revealsNothing,
      );
      const [witness] = body.ids;
      if (witness === undefined) return undefined;
      const found = await existingIds(this.#port, this.#kind, [...ids, witness]);
      return found.has(witness.toLowerCase()) ? found : undefined;
    } catch (error) {
      if (error instanceof CallError) return undefined;
      throw error;
    }
  }

  /** Makes one fetch; resolves with the error if it fails. */
  async #try({ reservation, pending, versionToken }: FetchContext<Fetched>, chunk: Chunk): Promise<Error | undefined> {
    const end = this.end;
    if (end) return end;
    const { receipt } = this.#port;
    try {
      const { operation, fields, name: kind } = this.#kind;
      const request = { ...identifierArrays(chunk), fields };
      const { body, status, requestId, bytes } = await this.#port.fetch(operation, request);
      let charged = 0;
      const ids: string[] = [];
      for (const record of body.results) {
        if (record === null) continue;
        charged += 1;
        if (record.id) ids.push(record.id);
      }
      const { childTeamId } = this.#port.credential;
      reservation.spend(receipt.charge(operation, charged, { childTeamId, kind, ids }));
      const { records, missing, failed } = attribute(this.#kind, chunk, body, {
        operation,
        sent: true,
        status,
        requestId,
      });
      for (const { record, names } of records) this.#results.learn(record, names);
      for (const { loadKey, error } of failed) this.#results.fail([loadKey], error);
      for (const loadKey of missing) this.#results.settle(loadKey);
      const fetched = { records, missing: this.#cacheable(missing) };
      await pending.store(fetched, bytes / charged, versionToken);
      return undefined;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (error instanceof CallError && error.charged === 'maybe') {
        // The call may have been charged, so the budget counts it as paid; it is never retried.
        const worst = priceOf(this.#kind.operation.price, chunk.length);
        receipt.maybeCharged += worst;
        reservation.spendMaybe(worst);
      }
      this.#port.stopAfter(error);
      return error;
    }
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
