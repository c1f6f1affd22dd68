import DataLoader from 'dataloader';
import { pageLimit } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import type { SearchAnswer } from '../../contract/operation/profiles.ts';
import type { Scope } from '../scope.ts';

type IdSearch = Operation<{ query: Readonly<Record<string, unknown>>; limit?: number }, SearchAnswer>;

/**
 * Tells whether records exist, by uuid, with free searches: a look-up that selects nothing the record is needed for
 * need not pay to learn that there is one.
 */
export class ExistenceLoader {
  readonly #loader: DataLoader<string, boolean>;

  /** `idPath` is the searchable field that holds a record's id. */
  constructor(scope: Scope, search: IdSearch, idPath: string) {
    this.#loader = new DataLoader(
      async (ids) => {
        const { body } = await scope.free(search, { query: { terms: { [idPath]: ids } }, limit: pageLimit.maximum });
        const found = new Set(body.ids.map((id) => id.toLowerCase()));
        return ids.map((id) => found.has(id));
      },
      { maxBatchSize: pageLimit.maximum, batchScheduleFn: scope.operation.flights.scheduleFree },
    );
  }

  exists(id: string): Promise<boolean> {
    return this.#loader.load(id.toLowerCase());
  }
}
