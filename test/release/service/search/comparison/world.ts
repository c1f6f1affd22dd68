import type { SearchableKind } from '../../../../../src/contract/catalogue.ts';
import { originMeant, queriedOrigins } from '../../../../../src/contract/origin.ts';
import { InvalidQuery } from '../../../../../src/service/search/dsl/invalid-query.ts';
import { parseQuery } from '../../../../../src/service/search/dsl/parse.ts';
import { openService } from '../../../../../src/service/server.ts';
import { demoTeams } from '../../../../../src/store/sample/demo.ts';
import { loadSample } from '../../../../../src/store/sample/load.ts';
import { insertRecords, type TestRecord } from '../../../../service/search/corpus.ts';
import type { SearchUnderTest } from '../../../../service/search/engines.ts';
import { type Found, indexRecords } from '../../../../service/search/opensearch-index.ts';
import { generatedRecords } from '../../../../tools/sample/records.ts';
import type { Ask } from './difference.ts';
import { oddRecords } from './odd-records.ts';

/** More than there are records. */
export const everyHit = 10_000;

const teamId = demoTeams.team.id;

/** The same records in a store of ours and in an OpenSearch. */
export interface World extends AsyncDisposable {
  readonly kind: SearchableKind;
  readonly records: readonly TestRecord[];
  /** Asks both. */
  readonly ask: Ask;
}

const inBothWords = (origin: string): readonly string[] => [
  origin,
  ...queriedOrigins.filter((word) => originMeant(word) === origin),
];

/** Fills a store with the sample, its connections worked out, and with odd records. */
export async function fill({ store, settled }: SearchUnderTest, profiles: number): Promise<void> {
  await loadSample(store, {}, generatedRecords({ seed: 1, profiles, companies: 300 }));
  await using service = await openService({
    store,
    secret: 'a secret for tests, which is long enough',
    urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
  });
  await service.context.jobs.idle();
  for (const kind of ['profile', 'company'] as const) await insertRecords(store.db, kind, oddRecords(kind));
  await settled();
}

/** Indexes the store's records of one kind in an OpenSearch, with what one team knows of them. */
export async function openWorld(kind: SearchableKind, { store, engine }: SearchUnderTest, url: string): Promise<World> {
  const rows = await store.db.selectFrom(kind).select(['id', 'document']).orderBy('id').execute();
  const connections = await store.db
    .selectFrom('connection')
    .select(['profile_id', 'connector_id', 'team_id', 'origins'])
    .where('team_id', '=', teamId)
    .where('mapped_company_id', 'is', null)
    .execute();
  const known = Map.groupBy(
    // Our service finds a connection by what it means, and by each word of queries for it.
    connections.map((connection) => ({ ...connection, origins: connection.origins.flatMap(inBothWords) })),
    ({ profile_id }) => profile_id,
  );
  const records = rows.map(({ id, document }) => ({ id, info: JSON.parse(document) }));
  const index = await indexRecords(
    url,
    kind,
    records.map((record) => ({
      ...record,
      connections: kind === 'profile' ? (known.get(record.id) ?? []) : undefined,
    })),
    everyHit,
  );
  const found = async (query: object): Promise<Found> => {
    try {
      const tree = parseQuery(kind, query);
      return await engine.page({ kind, tree, scope: { teamId } }, { limit: everyHit });
    } catch (error) {
      if (error instanceof InvalidQuery) return { refused: error.message };
      throw error;
    }
  };
  return {
    kind,
    records,
    ask: async (query) => {
      const [ours, theirs] = await Promise.all([found(query), index.find(query)]);
      return { ours, theirs };
    },
    [Symbol.asyncDispose]: () => index[Symbol.asyncDispose](),
  };
}
