import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../src/store/open.ts';

/** A new store in memory; a dump of the empty one, kept between runs, makes it quick. */
export const openTestStore = (): Promise<Store> =>
  openStore({ kind: 'pglite', dataDir: 'memory' }, { templateDir: join(tmpdir(), 'kith-test-template') });
