import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

/** Kinds of lines, in an order that can be imported: records precede the lines that refer to them. */
export const exportKinds = ['companies', 'profiles', 'connections', 'lists', 'tags', 'notes'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** A line, and the key after which the next one is read. */
export interface KeyedLine {
  readonly key: readonly string[];
  readonly line: string;
}

/** Small enough that other callers of an embedded store do not wait long. */
const pageSize = 500;

/** Reads the page of lines after a key, or the first page. */
export type PageReader = (after: readonly string[] | undefined) => Promise<readonly KeyedLine[]>;

/** All pages of one kind. Each is its own statement, so that concurrent writes may or may not be included. */
export async function* pagesOf(read: PageReader): AsyncGenerator<readonly string[]> {
  let after: readonly string[] | undefined;
  for (;;) {
    const page = await read(after);
    if (page.length > 0) yield page.map(({ line }) => line);
    if (page.length < pageSize) return;
    after = page.at(-1)?.key;
  }
}

const records =
  (db: Kysely<Database>, kind: 'profile' | 'company'): PageReader =>
  async (after) => {
    const rows = await db
      .selectFrom(kind)
      .select(['id', 'document', 'legacy'])
      .$if(after !== undefined, (query) => query.where('id', '>', after?.[0] ?? ''))
      .orderBy('id')
      .limit(pageSize)
      .execute();
    return rows.map(({ id, document, legacy }) => ({
      key: [id],
      line: `{"id":"${id}","${kind}_info":${document}${legacy === null ? '' : `,"legacy":${legacy}`}}`,
    }));
  };

/**
 * Reads lines about records in the order of their keys. `select` names the key's columns `a` and `b`, and the line's
 * content `value`.
 */
const statements =
  (db: Kysely<Database>, member: string, select: ReturnType<typeof sql>): PageReader =>
  async (after) => {
    const [a = null, b = null] = after ?? [];
    const { rows } = await sql<{ a: string; b: string; value: unknown }>`
      select a, b, value from (${select}) statement
      where ${a}::uuid is null or (a, b) > (${a}::uuid, ${b}::uuid)
      order by a, b limit ${sql.lit(pageSize)}`.execute(db);
    return rows.map((row) => ({ key: [row.a, row.b], line: JSON.stringify({ [member]: row.value }) }));
  };

/**
 * The reader of each kind. A team's data has its team's id, unless only one team is exported, whose data can then be
 * imported for another.
 */
export function readers(db: Kysely<Database>, teamId: string | undefined): Readonly<Record<ExportKind, PageReader>> {
  const team = teamId === undefined ? sql`team_id` : sql`null`;
  const ofTeam = teamId === undefined ? sql`true` : sql`team_id = ${teamId}::uuid`;
  const value = (members: ReturnType<typeof sql>) =>
    sql`json_strip_nulls(json_build_object('team', ${team}, ${members}))`;
  const tagged = (kind: 'profile' | 'company') => sql`
    select tag.id as a, ${sql.ref(`${kind}_id`)} as b,
      ${value(sql`'name', name, ${sql.lit(kind)}, ${sql.ref(`${kind}_id`)}`)} as value
    from tag join ${sql.table(`${kind}_tag`)} put on put.tag_id = tag.id where ${ofTeam}`;
  return {
    companies: records(db, 'company'),
    profiles: records(db, 'profile'),
    connections: statements(
      db,
      'connection',
      sql`select from_id as a, to_id as b, json_build_object('from', from_id, 'to', to_id) as value from direct_connection`,
    ),
    lists: statements(
      db,
      'list',
      sql`select list.id as a, profile_id as b,
        ${value(sql`'name', name, 'profile', profile_id, 'status', status`)} as value
      from profile_list list join profile_list_entry entry on entry.list_id = list.id where ${ofTeam}`,
    ),
    tags: statements(db, 'tag', sql`${tagged('profile')} union all ${tagged('company')}`),
    notes: statements(
      db,
      'note',
      sql`select id as a, id as b,
        ${value(sql`'id', id, 'profile', profile_id, 'content', content, 'is_private', is_private`)} as value
      from note where ${ofTeam}`,
    ),
  };
}
