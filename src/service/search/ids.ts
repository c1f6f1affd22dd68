import { type RawBuilder, sql } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import { connectedProfiles, matches, type SearchScope } from './matches.ts';
import type { QueryTree } from './tree.ts';

export interface Narrowing {
  /** Only profiles that the team's connectors know. */
  readonly inNetworkOnly?: boolean | undefined;
}

/** Selects the ids of all records that match, in order. */
export function idsOf(
  kind: SearchableKind,
  tree: QueryTree,
  scope: SearchScope,
  narrowing: Narrowing,
): RawBuilder<{ id: string }> {
  return sql`with hit as materialized (${hitsOf(kind, tree, scope, narrowing)}) select id from hit order by id`;
}

/** As `idsOf`, in no order. */
export function hitsOf(
  kind: SearchableKind,
  tree: QueryTree,
  scope: SearchScope,
  { inNetworkOnly = false }: Narrowing,
): RawBuilder<{ id: string }> {
  const id = sql.ref(`${kind}.id`);
  const network = inNetworkOnly ? sql`and ${id} in (${connectedProfiles(scope)})` : sql``;
  return sql`select ${id} from ${sql.table(kind)} where ${matches(kind, tree, scope)} ${network}`;
}
