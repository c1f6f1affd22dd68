import { randomBytes } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import Type from 'typebox';
import type { SearchableKind } from '../../../contract/catalogue.ts';
import type { Database, SearchIndexTable } from '../../../store/database.ts';
import { type Cluster, ClusterRefusal } from './cluster.ts';
import { documentFormat, mapping } from './document.ts';

/** The store's indexes on a cluster, listed in `search_index`. An alias points to the live index of each kind. */

export const kinds: readonly SearchableKind[] = ['profile', 'company'];

const Anything = Type.Unknown();
const aliasSetting = 'search_alias';

/** The aliases of this store's live indexes, unique to the store, since several stores may share a cluster. */
export async function aliasesOf(db: Kysely<Database>): Promise<(kind: SearchableKind) => string> {
  await db
    .insertInto('setting')
    .values({ name: aliasSetting, value: `kith-${randomBytes(6).toString('hex')}` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', aliasSetting)
    .executeTakeFirstOrThrow();
  return (kind) => `${value}-${kind}`;
}

/** Alias for writes, which is deleted with its index, so that a late write cannot recreate the index. */
export const writeAlias = (index: string): string => `${index}-write`;

/** Number of primary shards of a new index, by kind. */
export type Shards = Readonly<Record<SearchableKind, number>>;

/** One primary shard of profiles per 10 million, at least three, so that a cluster of three nodes shares the work. */
export const shardsFor = (kind: SearchableKind, records: number): number =>
  kind === 'company' ? 1 : Math.max(3, Math.ceil(records / 10_000_000));

/**
 * Creates an empty index, to which the outbox writes all changes committed from now on. Waits for writers in progress,
 * so that each write is either in the store by now or in the outbox.
 */
export async function beginIndex(
  { db, cluster }: { readonly db: Kysely<Database>; readonly cluster: Cluster },
  kind: SearchableKind,
  alias: string,
  shards: number,
): Promise<string> {
  const name = `${alias}-${Date.now().toString(36)}${randomBytes(3).toString('hex')}`;
  await allowManyClauses(cluster);
  await cluster.ask(
    {
      method: 'PUT',
      path: `/${name}`,
      // With its replicas allocated, the index survives the loss of a node from the first document on.
      query: { wait_for_active_shards: 'all' },
      body: {
        settings: {
          number_of_shards: shards,
          auto_expand_replicas: '0-1',
          refresh_interval: '1s',
          // Deletions must be remembered for longer than older writes can be delayed.
          gc_deletes: '10m',
          'mapping.nested_objects.limit': 100_000,
          max_regex_length: 10_000,
        },
        mappings: mapping,
        aliases: { [writeAlias(name)]: { is_write_index: true } },
      },
      timeoutMs: 30_000,
      patient: true,
    },
    Anything,
  );
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '60s'`.execute(trx);
    await sql`lock table ${sql.table(kind)} in share mode`.execute(trx);
    await sql`insert into search_index (name, kind, state, format, base_seq)
      select ${name}, ${kind}, 'building', ${documentFormat}::integer, nextval(pg_get_serial_sequence('search_outbox', 'seq'))`.execute(
      trx,
    );
  });
  return name;
}

/** Raises OpenSearch's limit of clauses to the DSL's. A cluster may not permit the change. */
async function allowManyClauses(cluster: Cluster): Promise<void> {
  const persistent = { 'indices.query.bool.max_clause_count': 16_384 };
  await cluster
    .ask({ method: 'PUT', path: '/_cluster/settings', body: { persistent }, patient: true }, Anything)
    .catch((error) => {
      if (!(error instanceof ClusterRefusal)) throw error;
    });
}

/**
 * Atomically points the alias to this index. The previous index is retained for pages started on it. Throws if the
 * index was dropped concurrently.
 */
export async function goLive(
  { db, cluster }: { readonly db: Kysely<Database>; readonly cluster: Cluster },
  kind: SearchableKind,
  alias: string,
  name: string,
): Promise<void> {
  const actions = [{ remove: { index: `${alias}-*`, alias, must_exist: false } }, { add: { index: name, alias } }];
  await db.transaction().execute(async (trx) => {
    await lockIndexes(trx);
    // Alias and table change under one lock, so that after two concurrent builds both name the same index.
    await trx.selectFrom('search_index').select('name').where('name', '=', name).executeTakeFirstOrThrow();
    await cluster.ask(
      { method: 'POST', path: '/_aliases', body: { actions }, timeoutMs: 30_000, patient: true },
      Anything,
    );
    await trx
      .updateTable('search_index')
      .set({ state: 'retired', changed_at: sql<Date>`now()` })
      .where('kind', '=', kind)
      .where('state', '=', 'live')
      .where('name', '<>', name)
      .execute();
    await trx
      .updateTable('search_index')
      .set({ state: 'live', changed_at: sql<Date>`now()` })
      .where('name', '=', name)
      .execute();
  });
}

/** Switches searches back to SQL and clears the outbox; returns the indexes that remain on the cluster. */
export const forgetIndexes = (db: Kysely<Database>): Promise<readonly { readonly name: string }[]> =>
  db.transaction().execute(async (trx) => {
    await lockIndexes(trx);
    const indexes = await trx.deleteFrom('search_index').returning('name').execute();
    // Entries locked by a worker are skipped: it will find no index to write to.
    await sql`delete from search_outbox where seq in (select seq from search_outbox for update skip locked)`.execute(
      trx,
    );
    return indexes;
  });

/** Serializes changes of the list of indexes across processes; readers do not wait. */
const lockIndexes = (trx: Kysely<Database>): Promise<unknown> =>
  sql`lock table search_index in share row exclusive mode`.execute(trx);

/** How long a retired index is retained, for pages started on it. */
const keptRetired = '10 minutes';

/** Drops retired indexes whose pages have expired. */
export async function dropRetired(db: Kysely<Database>, cluster: Cluster): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from search_index
    where state = 'retired' and changed_at < now() - ${keptRetired}::interval`.execute(db);
  for (const { name } of rows) await dropIndex(db, cluster, name);
}

export async function dropIndex(db: Kysely<Database>, cluster: Cluster, name: string): Promise<void> {
  await cluster
    .ask({ method: 'DELETE', path: `/${name}`, query: { ignore_unavailable: 'true' } }, Anything)
    .catch((error) => {
      if (!(error instanceof ClusterRefusal) || error.status !== 404) throw error;
    });
  await db.deleteFrom('search_index').where('name', '=', name).execute();
}

export const indexesOf = (db: Kysely<Database>, kind?: SearchableKind): Promise<Selectable<SearchIndexTable>[]> =>
  db
    .selectFrom('search_index')
    .selectAll()
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'profile'))
    .orderBy('name')
    .execute();
