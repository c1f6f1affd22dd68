import type { Store } from '../../../src/store/open.ts';
import { ranEmbedded } from '../../support/ran-embedded.ts';
import { openEmbeddedTestStore, openTestStore } from '../../support/store.ts';

export interface EngineUnderTest {
  readonly name: string;
  /** Why it can't be tested here. */
  readonly skip: string | false;
  /** A store of its own, which leaves nothing behind. */
  open(): Promise<Store>;
}

/** For what leans on an engine's own ways (locks, ranges): the same tests, on both in one run. */
export const engines: readonly EngineUnderTest[] = [
  { name: 'PGlite', skip: ranEmbedded, open: openEmbeddedTestStore },
  {
    name: 'PostgreSQL',
    skip: !process.env.KITH_TEST_POSTGRES_URL && 'KITH_TEST_POSTGRES_URL names no PostgreSQL',
    open: openTestStore,
  },
];
