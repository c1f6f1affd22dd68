/** What whoever reads a query has to know of a clause. */
export interface QueryClause {
  /** How it names the field that it asks: as its only member, or in its member `field`. */
  readonly namesField?: 'as member' | 'in field';
  /** Its members that hold clauses, one or a list of them. */
  readonly holds?: readonly string[];
}

const onField = { namesField: 'as member' } as const;

/** The clauses of the query language, in the order in which they are documented. */
export const queryClauses = {
  match_all: {},
  match_none: {},
  match: onField,
  match_phrase: onField,
  match_phrase_prefix: onField,
  match_bool_prefix: onField,
  multi_match: {},
  query_string: {},
  simple_query_string: {},
  term: onField,
  terms: onField,
  ids: {},
  exists: { namesField: 'in field' },
  range: onField,
  prefix: onField,
  wildcard: onField,
  bool: { holds: ['must', 'should', 'must_not', 'filter'] },
  nested: { holds: ['query'] },
  constant_score: { holds: ['filter'] },
  dis_max: { holds: ['queries'] },
  boosting: { holds: ['positive', 'negative'] },
  function_score: { holds: ['query'] },
} as const satisfies Readonly<Record<string, QueryClause>>;

export type QueryClauseName = keyof typeof queryClauses;

export const isQueryClause = (name: string): name is QueryClauseName => Object.hasOwn(queryClauses, name);

/** Members of `bool` beside those that hold clauses. */
export const boolOptions: readonly string[] = ['minimum_should_match', 'adjust_pure_negative'];
