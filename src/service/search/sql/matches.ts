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
import { uuidsAmong } from './uuid.ts';

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
type Asking = Pick<Search, 'kind' | 'scope'>;

function planOf(tree: QueryTree, rows: Rows, asking: Asking): Plan {
  if ('field' in tree && tree.field.path === connectedUsers) {
    return plans.byKeys(rows, connectedProfiles(asking.scope, connectionCondition(tree)));
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
  if (path === teamConnections) return connectedProfiles(asking.scope, connectionCondition(query));
  const rows = elementRows(asking.kind, path);
  return sql`select ${rows.recordId} from ${rows.table} where ${plans.condition(rows, planOf(query, rows, asking))}`;
}

function boolPlan(tree: Bool, rows: Rows, asking: Asking): Plan {
  const each = (trees: readonly QueryTree[]) => trees.map((part) => planOf(part, rows, asking));
  return plans.and([
    ...each(tree.must),
    ...each(tree.mustNot).map((plan) => plans.not(rows, plan)),
    plans.atLeast(rows, tree.atLeast, each(tree.should)),
  ]);
}
