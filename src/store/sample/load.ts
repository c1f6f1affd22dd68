import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { insertRows } from '../record/rows.ts';
import { settle } from '../record/settle.ts';
import { streamCompanies, streamProfiles } from '../record/write.ts';
import { castCompanies, castPeople } from './cast.ts';
import { type DemoTotals, writeDemoTeams } from './demo-teams.ts';
import { defaultSample, sampleCompanies, sampleConnections, sampleProfiles } from './generate.ts';
import { withoutIndexes } from './without-indexes.ts';

export interface SampleProgress {
  readonly step: 'companies' | 'people' | 'indexes' | 'connections';
  readonly done: number;
  /** Equal to `done` at the end of the step only; until then an estimate where the step is `connections`. */
  readonly total: number;
}

export interface SampleOptions {
  readonly seed?: number | undefined;
  readonly profiles?: number | undefined;
  /** Default: 300, or more where there are many people. */
  readonly companies?: number | undefined;
  readonly onProgress?: ((progress: SampleProgress) => void) | undefined;
  /** The moment at which the demo teams' billing periods begin; nothing else depends on it. */
  readonly now?: (() => Date) | undefined;
}

export interface SampleSummary extends DemoTotals {
  readonly seed: number;
  readonly profiles: number;
  readonly companies: number;
  readonly connections: number;
}

/** The store holds something already, so that no sample may be loaded into it. */
export class StoreNotEmpty extends Error {
  constructor(table: string) {
    super(`The sample is loaded into an empty store only, but this one has rows in table ${table}.`);
  }
}

/** The setting that says that the sample was loaded, and which: `{seed, profiles, companies}` as JSON. */
export const sampleSetting = 'sample';

const batchSize = 500;

/** PostgreSQL builds these once, at the end, in half the time that it takes to keep them up to date all along. */
const searchIndexes = ['profile_tokens', 'profile_element_tokens', 'company_tokens', 'company_element_tokens'];

/** So many that a company is not crowded, up to what memory holds with ease. */
const companiesFor = (profiles: number): number =>
  Math.max(defaultSample.companies, Math.min(20_000, Math.round(profiles * 0.15)));

const connectionsPerPerson = 4;

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
 * Fills an empty store with the sample set, the demo teams and their keys: all of it or, where it fails, nothing. The
 * demo teams' connectors are mapped by the service when it runs.
 *
 * @throws {StoreNotEmpty}
 * @throws {RangeError} for a sample too small to hold the cast
 */
export async function loadSample(
  store: { readonly db: Kysely<Database> },
  options: SampleOptions = {},
): Promise<SampleSummary> {
  const { seed = defaultSample.seed, profiles = defaultSample.profiles } = options;
  const { companies = companiesFor(profiles) } = options;
  const { onProgress = () => undefined, now = () => new Date() } = options;
  const size = { seed, profiles, companies };
  for (const [name, least] of [
    ['profiles', castPeople.length],
    ['companies', castCompanies.length],
  ] as const)
    if (!(size[name] >= least)) throw new RangeError(`${name}: must be at least ${least}, but got ${size[name]}.`);

  /** Of steps whose total is known. */
  const progressOf = (step: SampleProgress['step'], total: number) => {
    let done = 0;
    return (count: number) => {
      done += count;
      onProgress({ step, done, total });
    };
  };

  async function write<T>(
    step: SampleProgress['step'],
    total: number,
    records: Iterable<T>,
    put: (batch: readonly T[]) => Promise<unknown>,
  ) {
    let done = 0;
    for (const batch of batches(records)) {
      if (done > 0) onProgress({ step, done, total: Math.max(total, done + batch.length) });
      await put(batch);
      done += batch.length;
    }
    onProgress({ step, done, total: done });
    return done;
  }

  const summary = await store.db.transaction().execute(async (trx) => {
    await refuseUnlessEmpty(trx);
    await sql`set local statement_timeout = 0`.execute(trx); // an index over a million people takes its time
    const records = async () => {
      await streamCompanies(trx, sampleCompanies(size), progressOf('companies', companies));
      await streamProfiles(trx, sampleProfiles(size), progressOf('people', profiles));
    };
    await withoutIndexes(trx, searchIndexes, records, (done, total) => onProgress({ step: 'indexes', done, total }));
    const estimate = profiles * connectionsPerPerson;
    const connections = await write('connections', estimate, sampleConnections(size), (batch) =>
      insertRows(
        trx,
        'direct_connection',
        { from_id: 'uuid', to_id: 'uuid' },
        batch.map(({ from, to }) => ({ from_id: from, to_id: to })),
      ),
    );
    const totals = await writeDemoTeams(trx, seed, now());
    await trx
      .insertInto('setting')
      .values({ name: sampleSetting, value: JSON.stringify(size) })
      .execute();
    return { ...size, ...totals, connections };
  });
  await settle(store.db);
  return summary;
}
