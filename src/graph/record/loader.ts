import DataLoader from 'dataloader';
import type { Scope } from '../scope.ts';
import type { ExistenceLoader } from './existence.ts';
import { Identities, keyOf } from './identity.ts';
import type { FetchedRecord, Identifier, IdentifierArrays, RecordKind } from './kind.ts';
import { canAlias, type Pack, pack } from './pack.ts';

/** The answer for one identifier: its record, or nothing where the upstream has none. */
export type Loaded<Fetched> = Fetched | undefined;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Loads records of one kind in one scope: one identity, one fetch, one payment.
 *
 * All loads of a moment leave together in the fewest fetches. Fetches that could name one record twice run one after
 * another, and each learns from the last which identifiers it need not send. A fetch that fails fails its own
 * identifiers only; when the credit limit is reached, nothing more is sent.
 */
export class RecordLoader<Fetched extends FetchedRecord = FetchedRecord> {
  readonly kind: RecordKind<Fetched>;
  readonly scope: Scope;
  /** Tells for free whether a uuid has a record. */
  readonly existence: ExistenceLoader;
  readonly #identities: Identities<Fetched>;
  readonly #loader: DataLoader<Identifier, Loaded<Fetched>, string>;
  /** Ends when every fetch that could alias a later one has been learned from. */
  #turn: Promise<unknown> = Promise.resolve();
  #fetching = 0;
  #aliasing = false;

  constructor(kind: RecordKind<Fetched>, scope: Scope, existence: ExistenceLoader) {
    this.kind = kind;
    this.scope = scope;
    this.existence = existence;
    this.#identities = new Identities<Fetched>(kind);
    this.#loader = new DataLoader((identifiers) => this.#loadInTurn(identifiers), {
      cacheKeyFn: keyOf,
      maxBatchSize: Number.POSITIVE_INFINITY,
      batchScheduleFn: scope.operation.flights.schedulePaid,
    });
  }

  /** The record that one of these names, where it is already in hand. */
  known(identifiers: readonly Identifier[]): Fetched | undefined {
    for (const identifier of identifiers) {
      const record = this.#identities.get(keyOf(identifier));
      if (record) return record;
    }
    return undefined;
  }

  /**
   * Loads the record that these identifiers name (they name the same one; the first is sent). Resolves with nothing
   * where there is none; rejects with the client's error.
   */
  load(identifiers: readonly [Identifier, ...Identifier[]]): Promise<Loaded<Fetched>> {
    return this.#loader.load(identifiers[0]);
  }

  /** Batches of uuids may overtake one another; one that could alias waits its turn, and later ones wait for it. */
  #loadInTurn(identifiers: readonly Identifier[]): Promise<(Loaded<Fetched> | Error)[]> {
    const aliasing = canAlias(identifiers);
    const mustWait = this.#fetching > 0 && (aliasing || this.#aliasing);
    this.#aliasing ||= aliasing;
    this.#fetching += 1;
    const done = (mustWait ? this.#turn : Promise.resolve()).then(() => this.#loadAll(identifiers));
    this.#turn = Promise.allSettled([this.#turn, done]).then(() => {
      this.#fetching -= 1;
      if (this.#fetching === 0) this.#aliasing = false;
    });
    return done;
  }

  async #loadAll(identifiers: readonly Identifier[]): Promise<(Loaded<Fetched> | Error)[]> {
    const failures = new Map<string, Error>();
    const settled = new Set<string>();
    const send = async (identifiersSent: Pack): Promise<void> => {
      try {
        await this.#fetch(identifiersSent);
      } catch (error) {
        for (const identifier of identifiersSent) failures.set(keyOf(identifier), asError(error));
      }
      for (const identifier of identifiersSent) settled.add(keyOf(identifier));
    };
    let waiting = identifiers.filter((identifier) => identifier.kind !== 'ids' || uuid.test(identifier.value));
    for (;;) {
      waiting = waiting.filter(
        (identifier) => !settled.has(keyOf(identifier)) && !this.#identities.get(keyOf(identifier)),
      );
      const [first, ...rest] = pack(waiting);
      if (!first) break;
      const last = [...failures.values()].at(-1);
      if (last && endsLoading(last)) for (const identifier of waiting) fail(identifier, last);
      else if (canAlias(waiting)) await send(first);
      else await Promise.all([first, ...rest].map(send));
    }
    return identifiers.map((identifier) => {
      const key = keyOf(identifier);
      return this.#identities.get(key) ?? failures.get(key);
    });

    function fail(identifier: Identifier, error: Error): void {
      failures.set(keyOf(identifier), error);
      settled.add(keyOf(identifier));
    }
  }

  async #fetch(identifiers: Pack): Promise<void> {
    const answer = await this.kind.fetch(this.scope, identifierArrays(identifiers));
    const records = answer.results.filter((record) => record !== null);
    this.scope.operation.receipt.charge(this.kind.operation, records.length);
    for (const record of records) this.#identities.learn(record);
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

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** After a 402, or when the key is refused, another fetch would fail alike. */
const endsLoading = (error: Error): boolean =>
  'code' in error && (error.code === 'CREDIT_LIMIT' || error.code === 'UNAUTHENTICATED' || error.code === 'FORBIDDEN');
