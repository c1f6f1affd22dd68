import { sql } from 'kysely';
import { connectedUsers, type SearchableKind, teamConnections } from '../../../contract/catalogue.ts';
import { inScope, networkOf } from '../../network/scope.ts';
import type { Search, SearchScope } from '../engine.ts';
import type { Bool, QueryTree } from '../tree.ts';
import { connectionCondition } from './connection.ts';
import { existsPlan, phrasePlan, prefixPlan, rangePlan, valuesPlan, wildcardPlan, wordsPlan } from './leaf.ts';
import type { Condition, Plan, Select } from './plan.ts';
import * as plans from './plan.ts';
import { elementRows, type Rows, recordRows } from './rows.ts';
import * as tokens from './token-query.ts';
import { idsDemanded, uuidsAmong } from './uuid.ts';

/**
 * The query as a condition on table `profile` or `company`. The planner cannot estimate its cost: select from the table
 * by this condition alone, in a materialized part of the statement, and under `readIndexed`.
 */
export function matches(kind: SearchableKind, tree: QueryTree, scope: SearchScope): Condition {
  const rows = recordRows(kind);
  return plans.condition(rows, planOf(tree, rows, { kind, scope }));
}

/** Selects the ids of the profiles that the team's own connectors know. */
export const connectedProfiles = ({ teamId }: SearchScope, which: Condition = sql`true`): Select =>
  sql`select connection.profile_id from connection where ${inScope(networkOf(teamId))} and ${which}`;

/** The kind of record, and the asking team. */
interface Asking extends Pick<Search, 'kind' | 'scope'> {
  /** The only records of interest, if the query names them: nested lists and connections of others are not read. */
  readonly among?: readonly string[] | undefined;
}

function planOf(tree: QueryTree, rows: Rows, asking: Asking): Plan {
  if ('field' in tree && tree.field.path === connectedUsers) {
    return plans.byKeys(rows, connectedAmong(asking, tree));
  }
  switch (tree.kind) {
    case 'all':
      return plans.byTokens(tokens.all);
    case 'none':
      return plans.byTokens(tokens.none);
    case 'values':
      return valuesPlan(rows, tree);
    case 'words':
      return wordsPlan(rows, tree);
    case 'phrase':
      return phrasePlan(tree);
    case 'range':
      return rangePlan(rows, tree);
    case 'exists':
      return existsPlan(tree.field);
    case 'prefix':
      return prefixPlan(tree.field, tree);
    case 'wildcard':
      return wildcardPlan(rows, tree);
    case 'ids':
      return plans.byCheck(sql`${rows.recordId} = any(${uuidsAmong(tree.ids)}::uuid[])`);
    case 'nested':
      return plans.byKeys(rows, nestedSelect(tree.path, tree.query, asking));
    case 'bool':
      return boolPlan(tree, rows, asking);
  }
}

/** Selects the ids of records with a matching element in the nested list. */
function nestedSelect(path: string, query: QueryTree, asking: Asking): Select {
  if (path === teamConnections) return connectedAmong(asking, query);
  const rows = elementRows(asking.kind, path);
  const { among, ...all } = asking;
  // `offset 0` reads the elements of the named records first; the planner would search all elements, for each nested clause.
  const elements =
    among === undefined
      ? rows.table
      : sql`(select ctid, * from ${rows.table} where ${rows.recordId} = any(${among}::uuid[]) offset 0) as ${rows.table}`;
  return sql`select ${rows.recordId} from ${elements} where ${plans.condition(rows, planOf(query, rows, all))}`;
}

function connectedAmong({ scope, among }: Asking, tree: QueryTree): Select {
  const condition = connectionCondition(tree);
  if (among === undefined) return connectedProfiles(scope, condition);
  return connectedProfiles(scope, sql`connection.profile_id = any(${among}::uuid[]) and ${condition}`);
}

function boolPlan(tree: Bool, rows: Rows, asking: Asking): Plan {
  const within = { ...asking, among: idsDemanded(tree) ?? asking.among };
  const each = (trees: readonly QueryTree[]) => trees.map((part) => planOf(part, rows, within));
  return plans.and([
    ...each(tree.must),
    ...each(tree.mustNot).map((plan) => plans.not(rows, plan)),
    plans.atLeast(rows, tree.atLeast, each(tree.should)),
  ]);
}
