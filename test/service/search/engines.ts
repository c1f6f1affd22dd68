import type { SearchEngine } from '../../../src/service/search/engine.ts';
import { sqlEngine } from '../../../src/service/search/sql/engine.ts';
import type { Store } from '../../../src/store/open.ts';
import { engines as stores } from '../jobs/engines.ts';

export interface SearchUnderTest extends AsyncDisposable {
  readonly store: Store;
  readonly engine: SearchEngine;
  /** Resolves once searches find everything that was written so far. */
  settled(): Promise<void>;
}

/** Everything that answers searches: the same tests, on each in one run. */
export const searchEngines: readonly {
  readonly name: string;
  /** Why it can't be tested here. */
  readonly skip: string | false;
  /** A store of its own, which leaves nothing behind. */
  open(): Promise<SearchUnderTest>;
}[] = stores.map(({ name, skip, open }) => ({
  name,
  skip,
  open: async () => {
    const store = await open();
    return {
      store,
      engine: sqlEngine(store, 1024 * 1024),
      settled: async () => undefined,
      [Symbol.asyncDispose]: store.close,
    };
  },
}));
