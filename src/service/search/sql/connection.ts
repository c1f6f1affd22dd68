import { type RawBuilder, sql } from 'kysely';
import { originMeant, queriedOrigins } from '../../../contract/origin.ts';
import { clean, lowerCase } from '../../../store/index/normal.ts';
import type { Field, QueryTree } from '../tree.ts';
import { likePattern, literal } from './like.ts';
import type { Condition } from './plan.ts';
import { uuidsAmong } from './uuid.ts';

/**
 * Conditions on the asking team's connections: `connected_users` and the members of `team_connections`, which are rows
 * of table `connection`. All are lower-case keywords.
 */
export function connectionCondition(tree: QueryTree): Condition {
  switch (tree.kind) {
    case 'all':
      return sql`true`;
    case 'ids':
      return sql`connection.profile_id = any(${uuidsAmong(tree.ids)}::uuid[])`;
    case 'exists':
      return columnOf(tree.field).exists;
    case 'values':
      return columnOf(tree.field).isAnyOf(tree.values.map((value) => compared(String(value), tree.ignoreCase)));
    case 'prefix':
      return columnOf(tree.field).isLike(`${literal(compared(tree.prefix, tree.ignoreCase))}%`);
    case 'wildcard':
      return columnOf(tree.field).isLike(compared(likePattern(tree.pattern), tree.ignoreCase));
    case 'bool': {
      const counted = sql.join(
        [sql`0`, ...tree.should.map((part) => sql`(${connectionCondition(part)})::integer`)],
        sql` + `,
      );
      const conditions = [
        sql`true`,
        ...tree.must.map(connectionCondition),
        ...tree.mustNot.map((part) => sql`not ${connectionCondition(part)}`),
        ...(tree.atLeast > 0 ? [sql`${counted} >= ${tree.atLeast}`] : []),
      ];
      return sql`(${sql.join(conditions, sql` and `)})`;
    }
    // A connection has no texts, numbers, dates or nested lists.
    default:
      return sql`false`;
  }
}

const compared = (text: string, ignoreCase: boolean): string => (ignoreCase ? lowerCase(clean(text)) : clean(text));

interface Column {
  readonly exists: Condition;
  isAnyOf(values: readonly string[]): Condition;
  isLike(pattern: string): Condition;
}

const idColumn = (column: RawBuilder<unknown>): Column => ({
  exists: sql`true`,
  isAnyOf: (values) => sql`${column} = any(${uuidsAmong(values)}::uuid[])`,
  isLike: (pattern) => sql`${column}::text like ${pattern}`,
});

const connectorId = idColumn(sql.ref('connection.connector_id'));

/** Origins as queries write them, with the stored origin of each; both match. */
const synced = sql.join(queriedOrigins.map((word) => sql`(${word}::text, ${originMeant(word) ?? word}::text)`));

const columns: ReadonlyMap<string, Column> = new Map([
  ['connected_users', connectorId],
  ['team_connections.connector_id', connectorId],
  ['team_connections.team_id', idColumn(sql.ref('connection.team_id'))],
  [
    'team_connections.origins',
    {
      exists: sql`cardinality(connection.origins) > 0`,
      isAnyOf: (values) =>
        sql`connection.origins && ${values.flatMap((word) => [word, originMeant(word) ?? word])}::text[]`,
      isLike: (pattern) => sql`exists (
        select from unnest(connection.origins) as origin
        where origin like ${pattern}
          or exists (select from (values ${synced}) as synced (word, means) where means = origin and word like ${pattern}))`,
    },
  ],
]);

function columnOf(field: Field): Column {
  const column = columns.get(field.path);
  if (column === undefined) throw new Error(`${field.path} is not a member of a connection.`);
  return column;
}
