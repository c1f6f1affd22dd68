import assert from 'node:assert/strict';
import pino from 'pino';
import type { SearchEngine } from '../../../src/service/search/engine.ts';
import { openSearchCluster, openSql } from '../../../src/service/search/open.ts';
import type { Store } from '../../../src/store/open.ts';
import { noOpenSearch, openSearchNode } from '../../support/opensearch/node.ts';
import { openTestStore } from '../../support/store.ts';
import { engines as stores } from '../jobs/engines.ts';

export interface SearchUnderTest extends AsyncDisposable {
  readonly store: Store;
  readonly engine: SearchEngine;
  /** Resolves once searches find everything that was written so far. */
  settled(): Promise<void>;
}

interface EngineUnderTest {
  readonly name: string;
  /** Why it can't be tested here. */
  readonly skip: string | false;
  /** A store of its own, which leaves nothing behind. */
  open(): Promise<SearchUnderTest>;
}

const log = pino({ level: 'silent' });
const snapshotBytes = 1024 * 1024;

/** Everything that answers searches: the same tests, on each in one run. */
export const searchEngines: readonly EngineUnderTest[] = [
  ...stores.map(({ name, skip, open }) => ({
    name,
    skip,
    open: async () => {
      const store = await open();
      return {
        store,
        engine: openSql({ db: store.db, log, snapshotBytes }),
        settled: async () => undefined,
        [Symbol.asyncDispose]: store.close,
      };
    },
  })),
  { name: 'OpenSearch', skip: noOpenSearch, open: openOnCluster },
];

async function openOnCluster(): Promise<SearchUnderTest> {
  await using opened = new AsyncDisposableStack();
  const node = opened.use(await openSearchNode());
  const store = opened.use(await openTestStore());
  const shards = { profile: 2, company: 1 };
  const cluster = opened.use(
    await openSearchCluster({ db: store.db, log, snapshotBytes, cluster: { urls: [node.url] }, shards }),
  );
  opened.defer(() => cluster.drop());
  await cluster.buildMissing();
  assert.ok(await cluster.isBuilt());
  const everything = opened.move();
  return {
    store,
    engine: cluster.engine,
    settled: () => cluster.drain(),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}
