import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { migrations } from '../../store/migrations/all.ts';
import type { Store } from '../../store/open.ts';
import { unlessAbsent } from '../system-error.ts';
import { ownVersion } from '../version.ts';
import { type About, ArchiveWriter } from './archive.ts';
import { type BackedUpGraph, copyGraph, graphDatabaseName, keptDatabaseName } from './graph-copy.ts';
import { demandGraphDatabase } from './graph-database-check.ts';

export interface BackupOptions {
  readonly file: string;
  /** Whether to include the secret of the data directory. */
  readonly withSecret: boolean;
  /** Whether to include the records that are kept in the data directory. */
  readonly withRecords: boolean;
  readonly graph: BackedUpGraph;
}

/** Folder of the embedded store's files in an archive. */
export const storeFolder = 'pglite';

/**
 * Backs up the embedded store, if there is one, the graph's own database and the secret, all while in use. Store and
 * database are snapshots of one moment, so a charge in the store's ledger has its reservation in the database.
 *
 * @throws {import('../command-failure.ts').CommandFailure}
 */
export async function backUp(
  store: Pick<Store, 'copy'>,
  { file, withSecret, withRecords, graph }: BackupOptions,
): Promise<About> {
  await using archive = new ArchiveWriter(file);
  let moment = new Date();
  let graphCopy: Buffer | undefined;
  const atMoment = async () => {
    graphCopy = await copyGraph(graph, graphDatabaseName);
    if (graphCopy) demandGraphDatabase(graphCopy, 'The copy of the graph’s database');
    moment = new Date();
  };
  if (store.copy === undefined) {
    await atMoment();
  } else {
    await archive.directory(storeFolder);
    await store.copy(
      {
        directory: (name) => archive.directory(`${storeFolder}/${name}`),
        file: (name, content) => archive.file(`${storeFolder}/${name}`, content),
      },
      atMoment,
    );
  }
  if (graphCopy) await archive.file(graphDatabaseName, Readable.from([graphCopy]));
  const records = withRecords ? await copyGraph(graph, keptDatabaseName) : undefined;
  if (records) await archive.file(keptDatabaseName, Readable.from([records]));
  const secret = withSecret ? await readFile(join(graph.dataDir, 'secret')).catch(unlessAbsent) : undefined;
  if (secret) await archive.file('secret', Readable.from([secret]));
  const about: About = {
    version: await ownVersion(),
    moment: moment.toISOString(),
    secret: secret !== undefined,
    ...(store.copy && {
      store: {
        migration: lastMigration(),
        pglite: await pgliteVersion(),
      },
    }),
    graph: graphCopy !== undefined,
    ...(withRecords && { records: records !== undefined }),
  };
  await archive.finish(about);
  return about;
}

const lastMigration = (): string => Object.keys(migrations).sort().at(-1) ?? '';

async function pgliteVersion(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  const { version }: { version: string } = JSON.parse(await readFile(manifest, 'utf8'));
  return version;
}
