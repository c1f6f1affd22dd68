import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { insertRows } from '../record/rows.ts';
import { settle } from '../record/settle.ts';
import { streamCompanies, streamProfiles } from '../record/write.ts';
import { type DemoTotals, writeDemoTeams } from './demo-teams.ts';
import { readSample, type SampleRecords } from './records.ts';

export interface SampleProgress {
  readonly step: 'companies' | 'people' | 'indexes' | 'connections';
  readonly done: number;
  readonly total: number;
}

export interface SampleOptions {
  readonly onProgress?: ((progress: SampleProgress) => void) | undefined;
  /** Start of the demo teams' billing periods; nothing else depends on it. */
  readonly now?: (() => Date) | undefined;
}

export interface SampleSummary extends DemoTotals {
  readonly profiles: number;
  readonly companies: number;
  readonly connections: number;
}

/** The store has data, so that the sample cannot be loaded. */
export class StoreNotEmpty extends Error {
  constructor(table: string) {
    super(`The sample is loaded into an empty store only, but this one has rows in table ${table}.`);
  }
}

/** The setting that records that a sample was loaded, with its size: `{companies, profiles, connections}` as JSON. */
export const sampleSetting = 'sample';

/** The setting of a database of `sampleDatabase` until it has the demo teams. */
export const teamsDueSetting = 'sample-teams-due';

const batchSize = 500;

/** Dropped and rebuilt at the end, in half the time that updating them takes. */
const searchIndexes = ['profile_tokens', 'profile_element_tokens', 'company_tokens', 'company_element_tokens'];

function* batches<T>(items: Iterable<T>): Generator<readonly T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function refuseUnlessEmpty(db: Kysely<Database>): Promise<void> {
  for (const table of ['profile', 'company', 'team'] as const) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) throw new StoreNotEmpty(table);
  }
}

/**
 * Fills an empty store with the sample and the demo teams, in one transaction. The service maps the demo teams'
 * connectors when it runs.
 *
 * @throws {StoreNotEmpty}
 */
export async function loadSample(
  store: { readonly db: Kysely<Database> },
  { onProgress = () => undefined, now = () => new Date() }: SampleOptions = {},
  records: SampleRecords = readSample(),
): Promise<SampleSummary> {
  const summary = await store.db.transaction().execute(async (trx) => {
    await refuseUnlessEmpty(trx);
    await writeSampleRecords(trx, records, onProgress);
    return { ...records.counts, ...(await writeDemoTeams(trx, now())) };
  });
  await settle(store.db);
  return summary;
}

/** Writes the records of a sample to an empty store. */
export async function writeSampleRecords(
  trx: Kysely<Database>,
  { counts, companies, profiles, connections }: SampleRecords,
  onProgress: (progress: SampleProgress) => void = () => undefined,
): Promise<void> {
  const progressOf = (step: SampleProgress['step'], total: number) => {
    let done = 0;
    return (count: number) => {
      done += count;
      onProgress({ step, done, total });
    };
  };
  await sql`set local statement_timeout = 0`.execute(trx); // an index over a million people takes its time
  const records = async () => {
    await streamCompanies(trx, companies, progressOf('companies', counts.companies));
    await streamProfiles(trx, profiles, progressOf('people', counts.profiles));
  };
  await withoutIndexes(trx, searchIndexes, records, (done, total) => onProgress({ step: 'indexes', done, total }));
  const connected = progressOf('connections', counts.connections);
  for (const batch of batches(connections)) {
    await insertRows(
      trx,
      'direct_connection',
      { from_id: 'uuid', to_id: 'uuid' },
      batch.map(({ from, to }) => ({ from_id: from, to_id: to })),
    );
    connected(batch.length);
  }
  await trx
    .insertInto('setting')
    .values({ name: sampleSetting, value: JSON.stringify(counts) })
    .execute();
}

/**
 * Adds the demo teams to a store that began with `sampleDatabase`, which is the same everywhere and so has neither their
 * secrets nor their dates; resolves with whether they were due.
 */
export const addDueTeams = (db: Kysely<Database>, now: () => Date = () => new Date()): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('setting')
      .where('name', '=', teamsDueSetting)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return false;
    await writeDemoTeams(trx, now());
    return true;
  });

/**
 * Runs the work without these indexes, then recreates them. Inside a transaction, so that others never see them
 * missing.
 */
async function withoutIndexes(
  trx: Kysely<Database>,
  names: readonly string[],
  work: () => Promise<void>,
  onMade: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and indexname = any(${names}::text[])`.execute(trx);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(trx);
  await work();
  for (const [index, { definition }] of rows.entries()) {
    await sql.raw(definition).execute(trx);
    onMade(index + 1, rows.length);
  }
}
