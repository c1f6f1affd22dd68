import DataLoader from 'dataloader';
import type { RecordCache } from '../cache/record-cache.ts';
import { type FetchedRecord, type Identifier, isUuidKey, keyOf, otherSpelling } from '../cache/record-key.ts';
import type { Saver } from '../credits/receipt.ts';
import { pageElsewhere } from '../errors.ts';
import type { BatchResults } from './batch-results.ts';
import { canAlias } from './chunk.ts';
import { ExistenceLoader } from './existence-loader.ts';
import { IdentityLoader } from './identity-loader.ts';
import { IdentityMap } from './identity-map.ts';
import { keyIn, type LoadKey, loadKeyOf, loadNameOf } from './load-key.ts';
import type { LoadPort } from './load-port.ts';
import { RecordBatch } from './record-batch.ts';
import type { Loaded, RecordKind } from './record-kind.ts';

/**
 * Loads records of one kind in one scope, each fetched and paid for once. The methods are in the order of a load's four
 * steps: collect, schedule, fetch in chunks, attribute.
 */
export class RecordLoader<Fetched extends FetchedRecord = FetchedRecord> {
  readonly kind: RecordKind<Fetched>;
  readonly #port: LoadPort;
  readonly #cache: RecordCache<Fetched>;
  readonly #loader: DataLoader<LoadKey, Loaded<Fetched>, string>;
  readonly #identities: IdentityMap<Fetched>;
  /** The DataLoader's cache: every load started, by key. */
  readonly #loads = new Map<string, Promise<Loaded<Fetched>>>();
  readonly #savings: LoadSavings<Fetched>;
  #existence: ExistenceLoader | undefined;
  #identity: IdentityLoader | undefined;
  /** Resolves when the fetches in progress are done and their identities are known. */
  #previous: Promise<unknown> = Promise.resolve();
  #fetching = 0;
  #aliasing = false;

  constructor(kind: RecordKind<Fetched>, port: LoadPort, cache: RecordCache<Fetched>) {
    this.kind = kind;
    this.#port = port;
    this.#cache = cache;
    this.#identities = new IdentityMap(cache.keeps ? (record) => cache.isKept(record) : undefined);
    this.#savings = new LoadSavings(this.#identities, this.#loads);
    this.#loader = new DataLoader((keys) => this.#loadBatch(keys), {
      cacheKeyFn: (loadKey) => loadNameOf(loadKey),
      cacheMap: this.#loads,
      // A batch is cut into chunks when it is fetched, because the upstream limits each kind of identifier separately.
      maxBatchSize: Number.POSITIVE_INFINITY,
      batchScheduleFn: port.schedule.paid(kind.name),
    });
    port.receipt.ask(this.#savings);
  }

  /**
   * Step 1, collect: the DataLoader collects keys, without duplicates. All identifiers must name the same record; the
   * first is sent. Resolves with the record, or with undefined if there is none; rejects with the client's error. A
   * slug that may be percent-encoded is sent decoded if no record has it as given, or if the decoded slug's record is
   * already loaded. Rejects if the slug is from the URL of a page that is not the provider's, since a load is paid for.
   *
   * @param whole whether members are needed that kept records lack
   * @example
   * const record = await loader.load([{ kind: 'xnet_names', value: 'mei-ling-torres' }]);
   */
  load(identifiers: readonly [Identifier, ...Identifier[]], whole = false): Promise<Loaded<Fetched>> {
    const { host } = identifiers[0];
    const isProvider = host === undefined || this.#port.isProviderHost(host);
    if (isProvider === true) return this.#loadCertain(identifiers, whole);
    return Promise.resolve(isProvider).then((is) => {
      if (is) return this.#loadCertain(identifiers, whole);
      throw pageElsewhere(host ?? '', identifiers[0].value);
    });
  }

  #loadCertain(identifiers: readonly [Identifier, ...Identifier[]], whole: boolean): Promise<Loaded<Fetched>> {
    const needsAll = whole && this.#cache.keeps;
    const other = otherSpelling(identifiers[0]);
    if (!other) return this.#loader.load(loadKeyOf(identifiers, needsAll));
    const decoded = loadKeyOf([other], needsAll);
    if (this.#isKnown(decoded)) return this.#loader.load(decoded);
    return this.#loader.load(loadKeyOf(identifiers, needsAll)).then((record) => record ?? this.#loader.load(decoded));
  }

  /** Whether the record of this key is loaded, cached or being loaded. */
  #isKnown({ key, aliases }: LoadKey): boolean {
    return [key, ...aliases].some(
      (name) => this.#identities.get(name) ?? this.#cache.pendingLoad(name) ?? this.#cache.get(name, undefined)?.record,
    );
  }

  /** Called at the end of step 2, schedule: the scheduler dispatches all waiting keys as one batch. Never rejects. */
  async #loadBatch(keys: readonly LoadKey[]): Promise<(Loaded<Fetched> | Error)[]> {
    const results = await this.#fetch(keys);
    return this.#attribute(keys, results);
  }

  /**
   * Step 3, fetch in chunks. Batches of uuids run concurrently. A batch with other identifiers may name the same
   * records as another batch, so it waits for the batches before it and later ones wait for it: each then knows which
   * identifiers it can leave out.
   */
  #fetch(keys: readonly LoadKey[]): Promise<BatchResults<Fetched>> {
    const aliasing = canAlias(keys);
    const mustWait = this.#fetching > 0 && (aliasing || this.#aliasing);
    this.#aliasing ||= aliasing;
    this.#fetching += 1;
    const fetch = () => new RecordBatch(this.kind, this.#port, this.#identities, this.#cache, keys).fetch();
    const fetched = mustWait ? this.#previous.then(fetch) : fetch();
    const end = (): void => {
      this.#fetching -= 1;
      if (this.#fetching === 0) this.#aliasing = false;
    };
    this.#previous = (this.#fetching === 1 ? fetched : Promise.all([this.#previous, fetched])).then(end, end);
    return fetched;
  }

  /** Step 4, attribute: each key gets its record, undefined, or its own error. */
  #attribute(keys: readonly LoadKey[], results: BatchResults<Fetched>): (Loaded<Fetched> | Error)[] {
    return keys.map((loadKey) => results.record(loadKey) ?? results.failure(loadKey));
  }

  // Ways to avoid a paid load.

  /** The record of one of these identifiers, if this operation has already loaded it. */
  known(identifiers: readonly Identifier[], whole = false): Fetched | undefined {
    for (const identifier of identifiers) {
      const record = this.#identities.get(keyOf(identifier));
      if (!record || (whole && this.isKept(record))) continue;
      if (identifiers[0]) this.#savings.markFound(keyOf(identifiers[0]));
      return record;
    }
    return undefined;
  }

  /** Whether the cache has an entry for one of these identifiers, so that a load is free. */
  isCached(identifiers: readonly Identifier[]): boolean {
    const { maxAgeMs } = this.#port;
    return maxAgeMs !== 0 && identifiers.some((identifier) => this.#cache.get(keyOf(identifier), maxAgeMs));
  }

  /** Whether a record was kept, and so lacks the team's tags and lists. */
  isKept(record: object): boolean {
    return this.#cache.isKept(record);
  }

  /** When the upstream sent a loaded record, in milliseconds since 1970. */
  fetchedAt(record: object): number | undefined {
    return this.#cache.fetchedAt(record);
  }

  /** Records that free payloads cover the members selected of this record. */
  markCovered([first]: readonly Identifier[]): void {
    if (first) this.#savings.markCovered(first);
  }

  /** Checks whether a uuid has a record; free. */
  get existence(): ExistenceLoader {
    this.#existence ??= new ExistenceLoader(this.#port, this.kind);
    return this.#existence;
  }

  /** Finds uuids by other identifiers; free. */
  get identity(): IdentityLoader {
    this.#identity ??= new IdentityLoader(this.#port, this.kind);
    return this.#identity;
  }
}

/** Counts the records that one loader did not have to pay for; the receipt reads it when the operation ends. */
class LoadSavings<Fetched extends FetchedRecord> implements Saver {
  readonly #identities: IdentityMap<Fetched>;
  /** The loads started, by requested key. */
  readonly #loads: ReadonlyMap<string, unknown>;
  /** Other requested keys, for records that were already loaded. */
  #found: Set<string> | undefined;
  /** Keys of records for which free payloads cover all selected members. */
  #covered: Set<string> | undefined;

  constructor(identities: IdentityMap<Fetched>, loads: ReadonlyMap<string, unknown>) {
    this.#identities = identities;
    this.#loads = loads;
  }

  markFound(key: string): void {
    if (this.#loads.has(key)) return;
    this.#found ??= new Set();
    this.#found.add(key);
  }

  markCovered(identifier: Identifier): void {
    this.#covered ??= new Set();
    this.#covered.add(keyOf(identifier));
  }

  get savedByPayload(): number {
    let saved = 0;
    for (const key of this.#covered ?? []) if (!this.#identities.get(key)) saved += 1;
    return saved;
  }

  get savedByIdentity(): number {
    if (this.#loads.size + (this.#found?.size ?? 0) < 2) return 0;
    // Different uuids never name one record.
    if (this.#loads.keys().every(isUuidKey) && (this.#found?.values().every(isUuidKey) ?? true)) return 0;
    const asked = [...new Set([...Array.from(this.#loads.keys(), keyIn), ...(this.#found ?? [])])];
    const records = asked.map((key) => this.#identities.get(key)).filter((record) => record !== undefined);
    return records.length - new Set(records).size;
  }
}
