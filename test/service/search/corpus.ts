import { type Kysely, sql } from 'kysely';
import type { SearchableKind } from '../../../src/contract/catalogue.ts';
import type { Database } from '../../../src/store/database.ts';
import { indexRecord } from '../../../src/store/index/index-record.ts';

/** A record as a search knows it: its id, and its `profile_info` or `company_info`, however odd. */
export interface TestRecord {
  readonly id: string;
  readonly info: object;
}

export interface TestConnection {
  readonly teamId: string;
  readonly connectorId: string;
  readonly profileId: string;
  readonly origins: readonly string[];
  /** The company whose mapping made the connector; null: one of the team's own. */
  readonly mappedCompanyId: string | null;
  /** Default: 0.5. */
  readonly strength?: number;
}

/** The `n`th id of a kind of thing; ids sort by `n`. */
export const idOf = (kind: 'a' | 'b' | 'c' | 'd', n: number): string =>
  `${kind.repeat(8)}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** Writes records with their tokens, and nothing else. */
export async function insertRecords(
  db: Kysely<Database>,
  kind: SearchableKind,
  records: readonly TestRecord[],
): Promise<void> {
  const indexed = records.map(({ id, info }) => ({ id, info, ...indexRecord(kind, info) }));
  const elements = indexed.flatMap(({ id, elements }) => elements.map((element) => ({ ...element, id })));
  await sql`insert into ${sql.table(kind)} (id, document, tokens) select * from unnest(
    ${indexed.map(({ id }) => id)}::uuid[], ${indexed.map(({ info }) => JSON.stringify(info))}::text[],
    ${indexed.map(({ tokens }) => tokens)}::text[]::tsvector[])`.execute(db);
  await sql`insert into ${sql.table(`${kind}_element`)} (record_id, path, ordinal, tokens) select * from unnest(
    ${elements.map(({ id }) => id)}::uuid[], ${elements.map(({ path }) => path)}::text[],
    ${elements.map(({ ordinal }) => ordinal)}::integer[],
    ${elements.map(({ tokens }) => tokens)}::text[]::tsvector[])`.execute(db);
}

/** Writes connections, with the teams and connectors that they speak of. The profiles must be there. */
export async function insertConnections(db: Kysely<Database>, connections: readonly TestConnection[]): Promise<void> {
  for (const id of new Set(connections.map(({ teamId }) => teamId))) {
    await db.insertInto('team').values({ id, name: id, callback_secret: '' }).execute();
  }
  // Which profile a connector is does not matter here, but each is another.
  const connectors = [...Map.groupBy(connections, ({ connectorId }) => connectorId).entries()];
  for (const [index, [id, [first]]] of connectors.entries()) {
    if (first === undefined) continue;
    await sql`insert into connector (id, team_id, profile_id, slug, mapped_company_id, status, user_id)
      select ${id}::uuid, ${first.teamId}::uuid, profile.id, ${id}, ${first.mappedCompanyId}::uuid, 'mapped', ${id}::uuid
      from profile order by profile.id offset ${index} limit 1`.execute(db);
  }
  for (const { teamId, connectorId, profileId, mappedCompanyId, origins, strength = 0.5 } of connections) {
    await db
      .insertInto('connection')
      .values({
        connector_id: connectorId,
        profile_id: profileId,
        team_id: teamId,
        mapped_company_id: mappedCompanyId,
        strength,
        origins: [...origins],
        sources: '[]',
      })
      .execute();
  }
}
