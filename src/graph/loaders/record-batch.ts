import { isUuid } from '../../contract/identifier.ts';
import { priceOf } from '../../contract/price.ts';
import type { CacheHit, FetchResults, RecordCache } from '../cache/record-cache.ts';
import { type FetchedRecord, namesOf } from '../cache/record-key.ts';
import type { SingleFlightEntry } from '../cache/single-flight-entry.ts';
import { PaymentRequired } from '../credits/payment-required.ts';
import { BatchFetcher } from './batch-fetcher.ts';
import { BatchResults } from './batch-results.ts';
import { canAlias, chunksOf } from './chunk.ts';
import type { IdentityMap } from './identity-map.ts';
import type { LoadKey } from './load-key.ts';
import type { LoadPort } from './load-port.ts';
import type { RecordKind } from './record-kind.ts';

/** A load in flight that this batch waits for, and the name by which it knows the record. */
interface Joined<Fetched> {
  readonly loadKey: LoadKey;
  readonly name: string;
  readonly pendingLoad: SingleFlightEntry<FetchResults<Fetched>>;
}

/**
 * One batch of keys, fetched by the cheapest means there are: from the cache, by joining a load in flight, or by a fetch. Each
 * key ends with its record, with nothing, or with an error of its own; what was paid for is kept, whatever became of the others.
 *
 * What the credential has cached, or another of its operations is loading, is not paid for again, as far as the names are
 * known to be one record's: by a payload that has two of them, or by a record that was loaded lately; and that is
 * looked at again right before anything is sent. Two operations that ask at the same moment for one record by two names that
 * nothing has shown yet to be one record's both pay: only the answers show it.
 */
export class RecordBatch<Fetched extends FetchedRecord> {
  readonly #kind: RecordKind<Fetched>;
  readonly #port: LoadPort;
  readonly #cache: RecordCache<Fetched>;
  readonly #batch: readonly LoadKey[];
  readonly #results: BatchResults<Fetched>;
  readonly #fetcher: BatchFetcher<Fetched>;
  /** The upstream would not say whether it still accepts the credential: nothing is served from the cache. */
  #unconfirmed = false;
  /** What other graphs have cached, and this one had not. */
  #sharedHits: Map<string, CacheHit<Fetched>> | undefined;
  /** What has been looked up there. */
  #lookedUp: Set<LoadKey> | undefined;
  /** Those whose other names turned out to be another record's. */
  #unaliased: Set<LoadKey> | undefined;

  constructor(
    kind: RecordKind<Fetched>,
    port: LoadPort,
    identities: IdentityMap<Fetched>,
    cache: RecordCache<Fetched>,
    batch: readonly LoadKey[],
  ) {
    this.#kind = kind;
    this.#port = port;
    this.#cache = cache;
    this.#batch = batch;
    this.#results = new BatchResults(kind, identities);
    this.#fetcher = new BatchFetcher(kind, port, cache, this.#results, {
      isFree: (loadKey) => this.#results.isOpen(loadKey) && !this.#hit(loadKey) && !this.#pendingLoad(loadKey),
      aliasesOf: (loadKey) => this.#aliasesOf(loadKey),
    });
  }

  /** Fetches them all; never rejects. */
  async fetch(): Promise<BatchResults<Fetched>> {
    // A malformed uuid names nothing, and would spoil the fetch for its neighbours.
    let waiting = this.#batch.filter(({ kind, value }) => kind !== 'ids' || isUuid(value));
    for (;;) {
      waiting = waiting.filter((loadKey) => this.#results.isOpen(loadKey));
      if (waiting.length === 0) break;
      await this.#advance(waiting);
    }
    return this.#results;
  }

  /** One step: settles some of those that wait, by the cheapest means there are. */
  async #advance(waiting: readonly LoadKey[]): Promise<void> {
    const end = this.#fetcher.end;
    if (end) return this.#results.fail(waiting, end);
    const cached = waiting.filter((loadKey) => this.#hit(loadKey));
    if (cached.length > 0) return this.#serve(cached);
    const unseen = this.#cache.isShared
      ? waiting.filter((loadKey) => !this.#lookedUp?.has(loadKey) && !this.#pendingLoad(loadKey))
      : [];
    if (unseen.length > 0) return this.#lookUpShared(unseen);
    // A quote takes what is cached, and buys nothing.
    if (this.#port.priceOnly) return this.#results.fail(waiting, new PaymentRequired(this.#kind.operation));
    const joinable: Joined<Fetched>[] = [];
    const unsent: LoadKey[] = [];
    for (const loadKey of waiting) {
      const pendingLoad = this.#pendingLoad(loadKey);
      if (pendingLoad) joinable.push(pendingLoad);
      else unsent.push(loadKey);
    }
    const aliasing = canAlias(waiting);
    // A load in flight may bring what another identifier names.
    if (joinable.length > 0 && aliasing) return this.#join(joinable);
    const joining = joinable.length > 0 ? [this.#join(joinable)] : [];
    const chunks = chunksOf(unsent, this.#port.recordsPerFetch).slice(0, aliasing ? 1 : undefined);
    await Promise.all([...joining, ...chunks.map((chunk) => this.#fetcher.send(chunk))]);
  }

  #hit(loadKey: LoadKey): CacheHit<Fetched> | undefined {
    const { maxAgeMs } = this.#port;
    if (maxAgeMs === 0 || this.#unconfirmed) return undefined;
    const hit = this.#cache.get(loadKey.key, maxAgeMs) ?? this.#sharedHits?.get(loadKey.key);
    if (hit) return hit;
    for (const name of this.#aliasesOf(loadKey)) {
      const other = this.#cache.get(name, maxAgeMs);
      // That another name has no record does not say so of this one.
      if (other?.record) return other;
    }
    return undefined;
  }

  /** Looks up once what other graphs have cached. */
  async #lookUpShared(unseen: readonly LoadKey[]): Promise<void> {
    const { maxAgeMs } = this.#port;
    this.#lookedUp ??= new Set();
    for (const loadKey of unseen) this.#lookedUp.add(loadKey);
    const keys = maxAgeMs === 0 || this.#unconfirmed ? [] : unseen.map(({ key }) => key);
    const { versionToken, hits } = await this.#cache.lookUp(keys, maxAgeMs, (record) =>
      namesOf(record, this.#kind.names(record)),
    );
    this.#fetcher.versionToken = versionToken;
    this.#sharedHits ??= new Map();
    for (const [key, hit] of hits) this.#sharedHits.set(key, hit);
  }

  #pendingLoad(loadKey: LoadKey): Joined<Fetched> | undefined {
    // Who wants nothing old does not want what was asked for before, either.
    if (this.#port.maxAgeMs === 0) return undefined;
    const own = this.#cache.pendingLoad(loadKey.key);
    if (own) return { loadKey, name: loadKey.key, pendingLoad: own };
    for (const name of this.#aliasesOf(loadKey)) {
      const pendingLoad = this.#cache.pendingLoad(name);
      if (pendingLoad) return { loadKey, name, pendingLoad };
    }
    return undefined;
  }

  /** Other names that are known to be the record's. */
  #aliasesOf(loadKey: LoadKey): readonly string[] {
    if (this.#unaliased?.has(loadKey)) return [];
    const { key, aliases } = loadKey;
    const lately = this.#cache.namesOf(key);
    return aliases.length > 0 ? [...aliases, ...lately] : lately;
  }

  /** Answers from what the credential has paid for before, if the upstream still accepts it. */
  async #serve(batch: readonly LoadKey[]): Promise<void> {
    try {
      await this.#port.confirm();
    } catch (error) {
      if (error instanceof Error) this.#port.stopAfter(error);
      this.#unconfirmed = true;
      return;
    }
    for (const loadKey of batch) {
      const hit = this.#results.isOpen(loadKey) ? this.#hit(loadKey) : undefined;
      if (!hit) continue;
      if (!hit.record) this.#results.settle(loadKey);
      else if (this.#isRecordOf(loadKey, hit.record)) this.#port.receipt.savedByCache += 1;
    }
  }

  /** Waits for what other operations of the credential are loading; they pay, unless nothing comes of it. */
  async #join(joinable: readonly Joined<Fetched>[]): Promise<void> {
    // They may settle while this waits for the budget.
    const waiting = joinable.map(({ loadKey, name, pendingLoad }) => ({ loadKey, name, results: pendingLoad.wait() }));
    const { budget, receipt } = this.#port;
    const unit = priceOf(this.#kind.operation.price, 1);
    using reservation = await budget.reserve(unit * joinable.length, unit);
    const affordable = Math.floor(reservation.granted / unit);
    if (affordable < joinable.length)
      this.#results.fail(
        joinable.slice(affordable).map(({ loadKey }) => loadKey),
        budget.reached,
      );
    for (const { loadKey, name, results } of waiting.slice(0, affordable)) {
      const result = (await results)(name);
      if (result === 'unsent' || !this.#results.isOpen(loadKey)) continue;
      if ('error' in result) {
        this.#port.stopAfter(result.error);
        this.#results.fail([loadKey], result.error);
      } else if (result.record) {
        if (this.#isRecordOf(loadKey, result.record)) receipt.shared += 1;
      } else if (name === loadKey.key) this.#results.settle(loadKey);
      else this.#unalias(loadKey);
    }
  }

  /** Learns a record that was found under one of its names, and returns whether it is the key's: its own names decide. */
  #isRecordOf(loadKey: LoadKey, record: Fetched): boolean {
    this.#results.learn(record);
    const is = !this.#results.isOpen(loadKey);
    if (!is) this.#unalias(loadKey);
    return is;
  }

  /** What other names lead to is not the key's, nor what graphs share under its own: it is found by neither any more. */
  #unalias(loadKey: LoadKey): void {
    this.#unaliased ??= new Set();
    this.#unaliased.add(loadKey);
    this.#sharedHits?.delete(loadKey.key);
  }
}
