/** Properties of a clause, for all readers of queries. */
export interface QueryClause {
  /** How it names its field: as its only member, or in the member `field`. */
  readonly namesField?: 'as member' | 'in field';
  /** Members that contain a clause, or a list of clauses. */
  readonly holds?: readonly string[];
}

const onField = { namesField: 'as member' } as const;

/** The clauses of the query DSL, in the order of the documentation. */
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

/** Members of `bool` that do not contain clauses. */
export const boolOptions: readonly string[] = ['minimum_should_match', 'adjust_pure_negative'];
