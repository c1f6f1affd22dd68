import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../store/database.ts';
import type { SearchScope } from '../engine.ts';
import { connectionCondition } from '../sql/connection.ts';
import { connectedProfiles } from '../sql/matches.ts';
import type { QueryTree } from '../tree.ts';
import { roaringBitmap } from './bitmap.ts';

/** The bitmaps are strings of one byte per character. */
const cacheBytes = 64 * 1024 * 1024;
/** Number of rows in `network_change` above which they are merged. */
const rowsAtMost = 64;

interface Asked {
  readonly scope: SearchScope;
  readonly condition: QueryTree;
}

/**
 * Bitmaps of the profiles that a team's connectors know, cached by the version of the team's connections. Each write of
 * connections changes the version in its own transaction; bitmaps of old versions are evicted by size.
 */
export class ConnectedProfiles {
  readonly #db: Kysely<Database>;
  readonly #bitmaps = new LRUCache<string, string, Asked>({
    maxSize: cacheBytes,
    sizeCalculation: (bitmap, key) => bitmap.length + key.length,
    fetchMethod: (_key, _stale, { context }) => this.#read(context),
  });

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The ordinals of profiles with a connection that meets the condition. */
  async bitmap(scope: SearchScope, condition: QueryTree): Promise<string> {
    const version = await this.#version(scope);
    const key = JSON.stringify([scope.teamId, version, condition]);
    return (await this.#bitmaps.fetch(key, { context: { scope, condition } })) ?? '';
  }

  /** Version of the team's connections, which grows with each committed change. */
  async #version({ teamId }: SearchScope): Promise<number> {
    const { rows } = await sql<{ version: number; rows: number }>`
      select coalesce(sum(changes), 0)::bigint as version, count(*)::integer as rows
      from network_change where team_id = ${teamId}::uuid`.execute(this.#db);
    const [{ version, rows: count } = { version: 0, rows: 0 }] = rows;
    if (count > rowsAtMost) await this.#merge(teamId);
    return version;
  }

  /** Replaces the team's rows by their sum, so that the version stays the same. */
  async #merge(teamId: string): Promise<void> {
    await sql`
      with merged as (
        delete from network_change where ctid = any(array(
          select ctid from network_change where team_id = ${teamId}::uuid for update skip locked
        )) returning changes
      )
      insert into network_change (team_id, changes)
      select ${teamId}::uuid, sum(changes) from merged having count(*) > 0`.execute(this.#db);
  }

  async #read({ scope, condition }: Asked): Promise<string> {
    const { rows } = await sql<{ ordinals: readonly number[] }>`
      select to_json(array(
        select ordinal from profile_ordinal
        where profile_id in (${connectedProfiles(scope, connectionCondition(condition))})
        order by ordinal
      )) as ordinals`.execute(this.#db);
    return roaringBitmap(rows[0]?.ordinals ?? []);
  }
}
