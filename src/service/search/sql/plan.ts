import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Rows } from './rows.ts';
import type { TokenQuery } from './token-query.ts';
import * as tokens from './token-query.ts';

/**
 * How rows are found: by a token query, and by checks that they all must pass. Conditions are expressed as a tsquery
 * where possible, which one index answers. If others need `checks`, `tokens` is a necessary condition of all matching
 * rows.
 */
export interface Plan {
  readonly tokens: TokenQuery;
  readonly checks: readonly Condition[];
  /** A select of exactly the keys of these rows, if there is a cheaper one than by condition. */
  readonly keys?: Select;
}
/** A boolean condition on a row. */
export type Condition = RawBuilder<SqlBool>;
/** A select of one column. */
export type Select = RawBuilder<unknown>;

/** Maximum number of tokens joined by `|` in one tsquery: the index tests each of them for every row that has any. */
const alternatives = 128;
/** Maximum for phrases: each needs a look at the row, so fewer and larger queries are cheaper. */
const phraseAlternatives = 256;
/** Maximum number of tokens in other tsqueries. */
const tokensPerQuery = 1024;

export const byTokens = (query: TokenQuery): Plan => ({ tokens: query, checks: [] });
export const byCheck = (check: Condition, within: TokenQuery = tokens.all): Plan => ({
  tokens: within,
  checks: [check],
});
/** Rows with the selected keys. */
export const byKeys = (rows: Rows, keys: Select): Plan => ({
  tokens: tokens.all,
  checks: [sql`${rows.key} in (${keys})`],
  keys,
});

export const and = (plans: readonly Plan[]): Plan => {
  const [only] = plans;
  if (plans.length === 1 && only) return only;
  return { tokens: tokens.and(plans.map((plan) => plan.tokens)), checks: plans.flatMap((plan) => plan.checks) };
};

/** Any of the plans: as tokens if that is fast, else as a union of index scans. */
export function or(rows: Rows, plans: readonly Plan[]): Plan {
  const [only] = plans;
  if (plans.length === 1 && only) return only;
  const isQuick = (plan: Plan): boolean => isExact(plan) && !asksFew(plan.tokens);
  const inTokens = tokens.or(plans.filter(isQuick).map((plan) => plan.tokens));
  const others = plans.filter((plan) => !isQuick(plan));
  if (inTokens.op === 'all') return byTokens(inTokens);
  const queries = chunked(inTokens);
  if (others.length === 0 && queries.length <= 1) return byTokens(inTokens);
  const selects = [
    ...(queries.length === 0 ? [] : [keysOfQueries(rows, queries)]),
    ...others.map((plan) => keysOf(rows, plan)),
  ];
  return byKeys(rows, sql.join(selects, sql` union all `));
}

export function not(rows: Rows, plan: Plan): Plan {
  if (isExact(plan)) return byTokens(tokens.not(plan.tokens));
  return byCheck(sql`not exists (select from (${keysOf(rows, plan)}) as found (key) where found.key = ${rows.key})`);
}

/** At least `least` of the plans. */
export function atLeast(rows: Rows, least: number, plans: readonly Plan[]): Plan {
  if (least <= 0) return byTokens(tokens.all);
  if (least > plans.length) return byTokens(tokens.none);
  if (least === 1) return or(rows, plans);
  if (least === plans.length) return and(plans);
  return plans.every(isExact) ? atLeastQueries(rows, least, plans) : atLeastSelects(rows, least, plans);
}

/** Up to this number of queries, "at least" is expanded into tokens. */
const spelledOut = 12;

function atLeastQueries(rows: Rows, least: number, plans: readonly Plan[]): Plan {
  const parts = plans.map((plan) => plan.tokens);
  if (parts.length <= spelledOut) {
    const query = tokens.atLeast(least, parts);
    if (query.size <= tokensPerQuery) return byTokens(query);
  }
  // One of any `length - least + 1` queries must match. The tokens are unpacked once for all of them.
  const within = tokens.or(parts.slice(0, parts.length - least + 1));
  const texts = parts.filter((part) => part.op !== 'none' && part.op !== 'all').map(tokens.printed);
  const needed = least - parts.filter((part) => part.op === 'all').length;
  const count = sql`(select count(*) from (select ${rows.tokens} || ''::tsvector as tokens offset 0) as unpacked,
    unnest(${texts}::text[]::tsquery[]) as query where unpacked.tokens @@ query)`;
  return byCheck(sql`${count} >= ${needed}`, within.size <= alternatives ? within : tokens.all);
}

function atLeastSelects(rows: Rows, least: number, plans: readonly Plan[]): Plan {
  // Selected keys may contain duplicates; conditions do not.
  const selects = plans.map((plan) =>
    plan.keys === undefined ? keysOf(rows, plan) : sql`select distinct key from (${plan.keys}) as found (key)`,
  );
  return byKeys(
    rows,
    sql`select key from (${sql.join(selects, sql` union all `)}) as found (key) group by key having count(*) >= ${least}`,
  );
}

/** The plan as a condition on rows of the table. */
export function condition(rows: Rows, { tokens: query, checks }: Plan): Condition {
  if (query.op === 'none') return sql`false`;
  const matching = query.op === 'all' && checks.length > 0 && !rows.amongOthers ? [] : conjuncts(rows, query);
  return sql`(${sql.join([...matching, ...checks], sql` and `)})`;
}

/** Selects the keys of the plan's rows. */
const keysOf = (rows: Rows, plan: Plan): Select =>
  plan.keys ?? sql`select ${rows.key} from ${rows.table} where ${condition(rows, plan)}`;

const isExact = (plan: Plan): boolean => plan.checks.length === 0;

/** Whether rare tokens of a conjunction leave few rows on which its prefixes are then checked. */
const asksFew = (query: TokenQuery): boolean =>
  query.op === 'and' &&
  query.parts.some(tokens.hasPrefix) &&
  query.parts.some((part) => !tokens.hasPrefix(part) && tokens.isRare(part));

/** A condition on tokens that deliberately avoids the index. */
const unpackedTokens = (rows: Rows, query: TokenQuery): Condition =>
  sql`(${rows.tokens} || ''::tsvector) @@ ${tokens.printed(query)}::tsquery`;

const matchingTokens = (rows: Rows, query: TokenQuery): Condition =>
  sql`${rows.tokens} @@ ${tokens.printed(tokens.anchored(query, rows.every))}::tsquery`;

/**
 * Splits a long conjunction into several tsqueries, since the index checks each token of one against all others. If
 * rare tokens leave few rows, prefixes are checked on those rows instead: the prefixes of a range match the dates of
 * most rows.
 */
function conjuncts(rows: Rows, query: TokenQuery): readonly Condition[] {
  if (query.op !== 'and') return [matchingTokens(rows, query)];
  if (asksFew(query)) {
    const prefixes = tokens.and(query.parts.filter(tokens.hasPrefix));
    const others = tokens.and(query.parts.filter((part) => !tokens.hasPrefix(part)));
    return [...conjuncts(rows, others), unpackedTokens(rows, prefixes)];
  }
  if (query.size <= alternatives * 2) return [matchingTokens(rows, query)];
  return grouped(query.parts, alternatives * 2).map((parts) => matchingTokens(rows, tokens.and(parts)));
}

/** Splits an alternative with many tokens into several tsqueries. */
function chunked(query: TokenQuery): readonly TokenQuery[] {
  if (query.op === 'none') return [];
  if (query.op !== 'or' || query.size <= alternatives) return [query];
  const costly = query.parts.filter(hasPhrase);
  const others = query.parts.filter((part) => !hasPhrase(part));
  // The index looks up a conjunction by its rarest token only if it is alone in its tsquery.
  const narrow = others.filter(({ op }) => op === 'and');
  const plain = others.filter(({ op }) => op !== 'and');
  const groups = [...grouped(plain, alternatives), ...grouped(costly, phraseAlternatives)];
  return [...narrow, ...groups.map((parts) => tokens.or(parts))];
}

/** Groups neighbours up to `most` tokens; a larger part gets its own group. */
function grouped(parts: readonly TokenQuery[], most: number): readonly (readonly TokenQuery[])[] {
  const groups: TokenQuery[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    size += part.size;
    if (size > most) {
      groups.push([]);
      size = part.size;
    }
    groups.at(-1)?.push(part);
  }
  return groups;
}

function hasPhrase(query: TokenQuery): boolean {
  if (query.op === 'phrase') return true;
  if (query.op === 'not') return hasPhrase(query.part);
  return (query.op === 'and' || query.op === 'or') && query.parts.some(hasPhrase);
}

/** Selects the keys of rows that match any of the queries, by one index scan each. */
function keysOfQueries(rows: Rows, queries: readonly TokenQuery[]): Select {
  const [only] = queries;
  if (queries.length === 1 && only) return keysOf(rows, byTokens(only));
  const texts = queries.map((query) => tokens.printed(tokens.anchored(query, rows.every)));
  return sql`select ${rows.key} from unnest(${texts}::text[]::tsquery[]) as query
    join ${rows.table} on ${rows.tokens} @@ query`;
}
