import DataLoader from 'dataloader';
import { pageLimit } from '../../contract/limits.ts';
import { type IdSearch, idsFound } from './existence-loader.ts';
import { identityQuery, type SearchName } from './identity-query.ts';
import type { LoadPort } from './load-port.ts';
import { locate } from './locate.ts';
import type { RecordKind } from './record-kind.ts';
import { unlessRefused } from './refused-search.ts';

/**
 * Finds the uuids of records by their other names, with free searches. Resolves with undefined if the upstream cannot
 * search by this kind of name, or if the name matches no record or several.
 *
 * A search returns only ids, not the term that matched each: see `locate`.
 */
export class IdentityLoader {
  readonly #record: RecordKind['name'];
  readonly #port: LoadPort;
  readonly #search: IdSearch;
  readonly #loader: DataLoader<SearchName, string | undefined, string>;

  constructor(port: LoadPort, { name, search }: Pick<RecordKind, 'name' | 'search'>) {
    this.#record = name;
    this.#port = port;
    this.#search = search;
    this.#loader = new DataLoader((names) => this.#findAll(names), {
      cacheKeyFn: ({ kind, value }) => `${kind}:${value.toLowerCase()}`,
      maxBatchSize: pageLimit.maximum,
      batchScheduleFn: port.schedule.free,
    });
  }

  find(name: SearchName): Promise<string | undefined> {
    return this.#loader.load(name);
  }

  async #findAll(names: readonly SearchName[]): Promise<(string | undefined)[]> {
    const kinds = [...new Set(names.map(({ kind }) => kind))];
    const found = await Promise.all(
      kinds.map(async (kind) => {
        const ofKind = names.filter((name) => name.kind === kind);
        const ids = await this.#findKind(kind, ofKind);
        return ofKind.map((name, at) => [name, ids[at]] as const);
      }),
    );
    const byName = new Map(found.flat());
    return names.map((name) => byName.get(name));
  }

  async #findKind(kind: SearchName['kind'], names: readonly SearchName[]): Promise<readonly (string | undefined)[]> {
    const found = await locate(names, (some) => this.#idsOf(kind, some));
    return names.map((name) => only(found.get(name)));
  }

  /** The ids of the records that have one of these names. */
  async #idsOf(kind: SearchName['kind'], names: readonly SearchName[]): Promise<Set<string>> {
    const query = identityQuery(this.#record, kind, names);
    if (!query || names.length === 0) return new Set();
    // One id more than there are names reveals that a name matches several records.
    const limit = Math.min(names.length + 1, pageLimit.maximum);
    const found = idsFound(this.#port, this.#search, query, { most: names.length, limit });
    return (await unlessRefused(found)) ?? new Set();
  }
}

/** The only element; undefined if there is none, or several. */
function only(ids: ReadonlySet<string> | undefined): string | undefined {
  const [id, other] = ids ?? [];
  return other === undefined ? id : undefined;
}
