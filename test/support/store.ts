import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore, type Store, type StoreOptions } from '../../src/store/open.ts';
import { openCopiedDatabase } from './copied-database.ts';
import { openReused, rememberRows } from './reused-engine.ts';
import { findTemplate } from './store-template.ts';

/** What a store begins with. */
export interface Seed {
  /** Unique among seeds: it names the seed's dump. */
  readonly name: string;
  /** Whether engines with it are reset and used again, which keeps a second copy of its rows. */
  readonly reused?: boolean;
  /** A dump that an embedded store has before it is filled; default: an empty store's. */
  readonly from?: string;
  /** Fills an empty store, or one that began with `from`, and leaves nothing at work on it. */
  fill(store: Store): Promise<void>;
}

const nothing: Seed = { name: 'nothing', reused: true, fill: async () => undefined };

interface TestStoreOptions extends Pick<StoreOptions, 'onStatement'> {
  /** Default: an empty store. */
  readonly seed?: Seed;
}

/**
 * A store of its own for a test: in memory, from a dump of the seeded store that is kept between runs; or, where
 * KITH_TEST_POSTGRES_URL names a PostgreSQL, in a database there that is copied from a seeded one, and dropped at the end.
 */
export async function openTestStore({ seed = nothing, onStatement }: TestStoreOptions = {}): Promise<Store> {
  const url = process.env.KITH_TEST_POSTGRES_URL;
  return url ? openCopiedDatabase(url, seed, { onStatement }) : openEmbeddedTestStore({ seed, onStatement });
}

/**
 * The compiled engine. Threads share it while one of them holds it: without, each store of a process compiles it anew,
 * in half a second.
 */
let compiled: Promise<WebAssembly.Module> | undefined;

const compileEngine = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))));

/** The same, in memory even where a PostgreSQL is named. */
export async function openEmbeddedTestStore({ seed = nothing, onStatement }: TestStoreOptions = {}): Promise<Store> {
  compiled ??= compileEngine();
  await compiled;
  return seed.reused
    ? openReused(seed.name, () => templateOf(seed), { onStatement })
    : openStore({ kind: 'pglite', dataDir: 'memory' }, { onStatement, template: await templateOf(seed) });
}

const directory = join(import.meta.dirname, '../../node_modules/.cache/kith-test-stores');

/** The path of an empty store's dump: an embedded store that begins with it is open seconds earlier. */
export const emptyTemplate = (): Promise<string> =>
  findTemplate(directory, 'empty', async (path) => {
    await using store = await openStore({ kind: 'pglite', dataDir: 'memory' });
    await store.dump?.(path);
  });

const templateOf = (seed: Seed): Promise<string> =>
  findTemplate(directory, seed.name, async (path) => {
    await using store = await openStore(
      { kind: 'pglite', dataDir: 'memory' },
      { template: seed.from ?? (await emptyTemplate()) },
    );
    await seed.fill(store);
    if (seed.reused) await rememberRows(store.db);
    await store.dump?.(path);
  });
