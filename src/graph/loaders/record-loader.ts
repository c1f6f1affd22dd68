import DataLoader from 'dataloader';
import type { RecordCache } from '../cache/record-cache.ts';
import { type FetchedRecord, type Identifier, keyOf } from '../cache/record-key.ts';
import type { Saver } from '../credits/receipt.ts';
import { canAlias } from './chunk.ts';
import { ExistenceLoader } from './existence-loader.ts';
import { IdentityLoader } from './identity-loader.ts';
import { IdentityMap } from './identity-map.ts';
import { type LoadKey, loadKeyOf } from './load-key.ts';
import type { LoadPort } from './load-port.ts';
import { RecordBatch } from './record-batch.ts';
import type { Loaded, RecordKind } from './record-kind.ts';

/**
 * Loads records of one kind in one scope: one identity, one fetch, one payment.
 *
 * All loads of a moment leave together in the fewest fetches. Fetches that could name one record twice run one after
 * another, and each learns from the last which identifiers it need not send.
 */
export class RecordLoader<Fetched extends FetchedRecord = FetchedRecord> implements Saver {
  readonly kind: RecordKind<Fetched>;
  readonly #port: LoadPort;
  #existence: ExistenceLoader | undefined;
  #identity: IdentityLoader | undefined;
  readonly #identities = new IdentityMap<Fetched>();
  readonly #cache: RecordCache<Fetched>;
  readonly #loader: DataLoader<LoadKey, Loaded<Fetched>, string>;
  /** Names by which records were asked for. */
  readonly #asked = new Set<string>();
  /** Names of records that nothing selected needed. */
  readonly #stillValid = new Set<string>();
  /** Ends when every fetch that could alias a later one has been learned from. */
  #turn: Promise<unknown> = Promise.resolve();
  #fetching = 0;
  #aliasing = false;

  constructor(kind: RecordKind<Fetched>, port: LoadPort, cache: RecordCache<Fetched>) {
    this.kind = kind;
    this.#port = port;
    this.#cache = cache;
    this.#loader = new DataLoader((batch) => this.#loadInTurn(batch), {
      cacheKeyFn: ({ key }) => key,
      maxBatchSize: Number.POSITIVE_INFINITY,
      batchScheduleFn: port.schedule.paid(kind.name),
    });
    port.receipt.ask(this);
  }

  /** Whether a uuid has a record; free. */
  get existence(): ExistenceLoader {
    this.#existence ??= new ExistenceLoader(this.#port, this.kind);
    return this.#existence;
  }

  /** Finds uuids by other names, for free. */
  get identity(): IdentityLoader {
    this.#identity ??= new IdentityLoader(this.#port, this.kind);
    return this.#identity;
  }

  /** The record that one of these names, where it is already loaded. */
  known(identifiers: readonly Identifier[]): Fetched | undefined {
    for (const identifier of identifiers) {
      const record = this.#identities.get(keyOf(identifier));
      if (!record) continue;
      this.#ask(identifiers[0]);
      return record;
    }
    return undefined;
  }

  /** Whether the credential's cache answers for one of these names, so that a load is free. */
  isCached(identifiers: readonly Identifier[]): boolean {
    const { maxAgeMs } = this.#port;
    return maxAgeMs !== 0 && identifiers.some((identifier) => this.#cache.get(keyOf(identifier), maxAgeMs));
  }

  /** Notes that free payloads cover what is selected of the record that these identifiers name. */
  spare([first]: readonly Identifier[]): void {
    if (first) this.#stillValid.add(keyOf(first));
  }

  get savedByPayload(): number {
    return [...this.#stillValid].filter((key) => !this.#identities.get(key)).length;
  }

  get savedByIdentity(): number {
    const named = [...this.#asked].map((key) => this.#identities.get(key)).filter((record) => record !== undefined);
    return named.length - new Set(named).size;
  }

  #ask(identifier: Identifier | undefined): void {
    if (identifier) this.#asked.add(keyOf(identifier));
  }

  /**
   * Loads the record that these identifiers name (they name the same one; the first is sent). Resolves with nothing
   * where there is none; rejects with the client's error.
   */
  load(identifiers: readonly [Identifier, ...Identifier[]]): Promise<Loaded<Fetched>> {
    const loadKey = loadKeyOf(identifiers);
    this.#asked.add(loadKey.key);
    return this.#loader.load(loadKey);
  }

  /** Batches of uuids may overtake one another; one that could alias waits its turn, and later ones wait for it. */
  #loadInTurn(batch: readonly LoadKey[]): Promise<(Loaded<Fetched> | Error)[]> {
    const aliasing = canAlias(batch);
    const mustWait = this.#fetching > 0 && (aliasing || this.#aliasing);
    this.#aliasing ||= aliasing;
    this.#fetching += 1;
    const done = (mustWait ? this.#turn : Promise.resolve()).then(() =>
      new RecordBatch(this.kind, this.#port, this.#identities, this.#cache, batch).run(),
    );
    const over = (): void => {
      this.#fetching -= 1;
      if (this.#fetching === 0) this.#aliasing = false;
    };
    this.#turn = (this.#fetching === 1 ? done : Promise.all([this.#turn, done])).then(over, over);
    return done;
  }
}
