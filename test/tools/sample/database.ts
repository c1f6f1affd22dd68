import { join } from 'node:path';
import { sql } from 'kysely';
import { databaseIn } from '../../../src/store/engine/database-files.ts';
import { openStore, type Store } from '../../../src/store/open.ts';
import { sampleSetting, teamsDueSetting, writeSampleRecords } from '../../../src/store/sample/load.ts';
import type { SampleRecords } from '../../../src/store/sample/records.ts';
import { dropLogs, packDatabase } from '../pack-database.ts';

/** Columns that PostgreSQL would compress, row by row, to three times what the archive makes of them. */
const compressed = [
  ...['profile', 'company'].flatMap((table) =>
    ['document', 'legacy', 'tokens'].map((column) => [table, column] as const),
  ),
  ...(['profile_element', 'company_element'] as const).map((table) => [table, 'tokens'] as const),
];

/** Fills an empty store as `sampleDatabase` has it. */
export async function fillSampleDatabase({ db }: Pick<Store, 'db'>, records: SampleRecords): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await writeSampleRecords(trx, records);
    await trx.insertInto('setting').values({ name: teamsDueSetting, value: sampleSetting }).execute();
  });
}

/** Writes a database with the records of the sample, for `sampleDatabase`. */
export const writeSampleDatabase = (path: string, records: SampleRecords): Promise<void> =>
  packDatabase(path, async (room) => {
    const dataDir = join(room, 'data');
    await using store = await openStore({ kind: 'pglite', dataDir });
    const run = (statement: string) => sql.raw(statement).execute(store.db);
    const setStorage = async (storage: 'external' | 'extended') => {
      for (const [table, column] of compressed)
        await run(`alter table ${table} alter column ${column} set storage ${storage}`);
    };
    await run('set wal_recycle = off');
    await setStorage('external');
    await fillSampleDatabase(store, records);
    await run('vacuum (full, freeze, analyze)');
    await setStorage('extended');
    for (const statement of dropLogs) await run(statement);
    await store.close();
    return databaseIn(dataDir);
  });
