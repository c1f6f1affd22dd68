import { priceOf } from '../../contract/price.ts';
import { isUuid } from '../../reading/uuid.ts';
import type { CacheHit, FetchResults, RecordCache } from '../cache/record-cache.ts';
import { type FetchedRecord, ownNames } from '../cache/record-key.ts';
import type { SingleFlightEntry } from '../cache/single-flight.ts';
import { PaymentRequired } from '../credits/spending-refused.ts';
import { BatchFetcher } from './batch-fetcher.ts';
import { BatchResults } from './batch-results.ts';
import { canAlias, chunksOf } from './chunk.ts';
import type { IdentityMap } from './identity-map.ts';
import type { LoadKey } from './load-key.ts';
import type { LoadPort } from './load-port.ts';
import type { Loaded, RecordKind } from './record-kind.ts';

/** A load in flight that this batch waits for, and the name under which it was announced. */
interface Joined<Fetched> {
  readonly loadKey: LoadKey;
  readonly name: string;
  readonly pendingLoad: SingleFlightEntry<FetchResults<Fetched>>;
}

/**
 * One batch of keys, each loaded by the cheapest means: from the cache, by joining a load in flight, or by a fetch.
 * Each key ends with its record, undefined, or its own error; records that were paid for are kept even if other keys
 * fail.
 *
 * Records that the credential has cached, or another of its operations is loading, are not paid for again, if the names
 * are known to belong to one record: from a payload that has both, or from a record in the cache. This is checked again
 * right before sending. Two concurrent operations that load one record by two slugs not yet known to be equal both pay: only
 * the responses show that they are. For names of two kinds, a free search does (`same-records.ts`).
 */
export class RecordBatch<Fetched extends FetchedRecord> {
  readonly #kind: RecordKind<Fetched>;
  readonly #port: LoadPort;
  readonly #cache: RecordCache<Fetched>;
  readonly #batch: readonly LoadKey[];
  readonly #results: BatchResults<Fetched>;
  readonly #fetcher: BatchFetcher<Fetched>;
  /** Whether confirming the credential failed: then nothing more is served from the cache. */
  #unconfirmed = false;
  /** Hits in the shared cache, by key. */
  #sharedHits: Map<string, CacheHit<Fetched>> | undefined;
  /** Keys already looked up in the shared cache. */
  #lookedUp: Set<LoadKey> | undefined;
  /** Keys with aliases that turned out to belong to another record. */
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
    this.#results = new BatchResults(identities);
    this.#fetcher = new BatchFetcher(kind, port, cache, this.#results, {
      isFree: (loadKey) => this.#results.isOpen(loadKey) && !this.#hit(loadKey) && !this.#pendingLoad(loadKey),
      aliasesOf: (loadKey) => this.#aliasesOf(loadKey),
      serveShared: async (keys, isShared) => {
        await this.#lookUpShared(keys);
        const found = keys.filter((loadKey) => this.#hit(loadKey));
        if (found.length > 0) await this.#serve(found, isShared);
      },
    });
  }

  /** Loads all keys; never rejects. */
  async fetch(): Promise<BatchResults<Fetched>> {
    // A malformed uuid matches no record, and the upstream would refuse the whole fetch for it.
    let waiting = this.#batch.filter(({ kind, value }) => kind !== 'ids' || isUuid(value));
    for (;;) {
      waiting = waiting.filter((loadKey) => this.#results.isOpen(loadKey));
      if (waiting.length === 0) break;
      await this.#advance(waiting);
    }
    if (this.#cache.keeps && !this.#port.priceOnly) await this.#fallBack();
    return this.#results;
  }

  /** Learns the kept records of loads that failed: they lack only the team's tags and lists. */
  async #fallBack(): Promise<void> {
    const failed = this.#batch.filter((loadKey) => loadKey.whole && this.#results.failure(loadKey));
    const kept = failed.flatMap((loadKey) => this.#hit({ ...loadKey, whole: false })?.record ?? []);
    if (kept.length === 0 || !(await this.#isConfirmed())) return;
    for (const record of kept) this.#results.learn(record, { attributed: [], own: this.#ownNames(record) });
  }

  /** Whether the upstream still accepts the credential, so that the cache may be served. */
  async #isConfirmed(): Promise<boolean> {
    try {
      await this.#port.confirm();
      return true;
    } catch (error) {
      if (error instanceof Error) this.#port.stopAfter(error);
      this.#unconfirmed = true;
      return false;
    }
  }

  /** One step: settles some of the waiting keys by the cheapest means. */
  async #advance(waiting: readonly LoadKey[]): Promise<void> {
    const end = this.#fetcher.end;
    if (end) return this.#results.fail(waiting, end);
    const cached = waiting.filter((loadKey) => this.#hit(loadKey));
    if (cached.length > 0) return this.#serve(cached);
    const unseen = this.#cache.isShared
      ? waiting.filter((loadKey) => !this.#lookedUp?.has(loadKey) && !this.#pendingLoad(loadKey))
      : [];
    if (unseen.length > 0) return this.#lookUpShared(unseen);
    // A quote uses the cache and fetches nothing.
    if (this.#port.priceOnly) return this.#results.fail(waiting, new PaymentRequired(this.#kind.operation));
    const joinable: Joined<Fetched>[] = [];
    const unsent: LoadKey[] = [];
    for (const loadKey of waiting) {
      const pendingLoad = this.#pendingLoad(loadKey);
      if (pendingLoad) joinable.push(pendingLoad);
      else unsent.push(loadKey);
    }
    const aliasing = canAlias(waiting);
    // One fetch answers the loads of a record with and without the team's members.
    const whole = unsent.filter((loadKey) => loadKey.whole);
    const names = whole.length > 0 ? new Set(whole.map(({ key }) => key)) : undefined;
    const sent = names ? unsent.filter((loadKey) => loadKey.whole || !names.has(loadKey.key)) : unsent;
    // The record of a load in flight may also answer another identifier of the batch. And a repeat must send exactly what was
    // sent before, so it waits to see what is missing.
    if (joinable.length > 0 && (aliasing || this.#port.repeatKey !== undefined)) return this.#join(joinable);
    const chunks = chunksOf(sent, this.#port.recordsPerFetch);
    const [first] = chunks;
    if (first && joinable.length === 0 && (aliasing || chunks.length === 1)) return this.#fetcher.send(first);
    const joining = joinable.length > 0 ? [this.#join(joinable)] : [];
    await Promise.all([...joining, ...chunks.map((chunk) => this.#fetcher.send(chunk))]);
  }

  #hit(loadKey: LoadKey): { readonly record: Loaded<Fetched>; readonly name: string } | undefined {
    const { maxAgeMs } = this.#port;
    if (maxAgeMs === 0 || this.#unconfirmed) return undefined;
    const hit = this.#cache.get(loadKey.key, maxAgeMs) ?? this.#sharedHits?.get(loadKey.key);
    if (hit && this.#suffices(loadKey, hit)) return { record: hit.record, name: loadKey.key };
    for (const name of this.#aliasesOf(loadKey)) {
      const other = this.#cache.get(name, maxAgeMs);
      // A cached miss for an alias does not mean that this name has no record.
      if (other?.record && this.#suffices(loadKey, other)) return { record: other.record, name };
    }
    return undefined;
  }

  #suffices({ whole }: LoadKey, { record }: CacheHit<Fetched>): boolean {
    return !(whole && record && this.#cache.isKept(record));
  }

  /** Looks keys up in the shared cache, each once. */
  async #lookUpShared(unseen: readonly LoadKey[]): Promise<void> {
    const { maxAgeMs } = this.#port;
    this.#lookedUp ??= new Set();
    for (const loadKey of unseen) this.#lookedUp.add(loadKey);
    const keys = maxAgeMs === 0 || this.#unconfirmed ? [] : unseen.map(({ key }) => key);
    const { versionToken, hits } = await this.#cache.lookUp(keys, maxAgeMs, this.#ownNames);
    this.#fetcher.versionToken = versionToken;
    this.#sharedHits ??= new Map();
    for (const [key, hit] of hits) this.#sharedHits.set(key, hit);
  }

  #pendingLoad(loadKey: LoadKey): Joined<Fetched> | undefined {
    // A load in flight was requested earlier, so it is not fresh enough either.
    if (this.#port.maxAgeMs === 0) return undefined;
    const own = this.#cache.pendingLoad(loadKey.key);
    if (own) return { loadKey, name: loadKey.key, pendingLoad: own };
    for (const name of this.#aliasesOf(loadKey)) {
      const pendingLoad = this.#cache.pendingLoad(name);
      if (pendingLoad) return { loadKey, name, pendingLoad };
    }
    return undefined;
  }

  /** Other names known to belong to the same record. */
  #aliasesOf(loadKey: LoadKey): readonly string[] {
    if (this.#unaliased?.has(loadKey)) return [];
    const { key, aliases } = loadKey;
    const lately = this.#cache.namesOf(key);
    return aliases.length > 0 ? [...aliases, ...lately] : lately;
  }

  /** Serves cached records, if the upstream still accepts the credential. */
  async #serve(batch: readonly LoadKey[], isShared = false): Promise<void> {
    if (!(await this.#isConfirmed())) return;
    const { receipt, priceOnly } = this.#port;
    let kept = 0;
    for (const loadKey of batch) {
      const hit = this.#results.isOpen(loadKey) ? this.#hit(loadKey) : undefined;
      if (!hit) continue;
      if (!hit.record) this.#results.settle(loadKey);
      else if (!this.#isRecordOf(loadKey, hit.name, hit.record)) continue;
      else if (isShared) receipt.shared += 1;
      else if (this.#cache.isKept(hit.record)) kept += 1;
      else receipt.savedByCache += 1;
    }
    receipt.kept += kept;
    if (kept > 0 && !priceOnly) this.#cache.noteKept(kept);
  }

  /**
   * Waits for loads of other operations of the credential, which pay for them. A load that was not sent leaves its key
   * open.
   */
  async #join(joinable: readonly Joined<Fetched>[]): Promise<void> {
    // Subscribe first: loads may settle during the wait for the budget.
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
        if (this.#isRecordOf(loadKey, name, result.record)) receipt.shared += 1;
      } else if (name === loadKey.key) this.#results.settle(loadKey);
      else this.#unalias(loadKey);
    }
  }

  readonly #ownNames = (record: Fetched): readonly string[] => ownNames(record, this.#kind.names(record));

  /**
   * Adds a record found under a name to the results, and returns whether it is the key's record: an alias is confirmed by
   * the record's own names.
   */
  #isRecordOf(loadKey: LoadKey, name: string, record: Fetched): boolean {
    const attributed = name === loadKey.key ? [name] : [];
    this.#results.learn(record, { attributed, own: this.#ownNames(record) });
    const is = !this.#results.isOpen(loadKey);
    if (!is) this.#unalias(loadKey);
    return is;
  }

  /** Drops the key's aliases and shared hit, because they led to another record. */
  #unalias(loadKey: LoadKey): void {
    this.#unaliased ??= new Set();
    this.#unaliased.add(loadKey);
    this.#sharedHits?.delete(loadKey.key);
  }
}
