import Type from 'typebox';
import type { SearchableKind } from '../catalogue.ts';
import { pageLimit } from '../limits.ts';
import { ours } from '../schema.ts';

/** Members that several operations share. Requests are strict: unknown members are refused. */

/** A clause of the query DSL, whose rules go beyond JSON Schema. */
export type QueryDsl = Readonly<Record<string, unknown>>;

export const strict = { additionalProperties: false } as const;

/** A query for a kind of record; `x-query` makes the OpenAPI document list its clauses. */
const queryOf = (kind: SearchableKind) =>
  Type.Unsafe<QueryDsl>({
    type: 'object',
    'x-query': kind,
    description:
      'Query DSL: match, term, exists, nested, bool style. `query_string` and `simple_query_string` take a text of words, phrases, operators and brackets.',
  });

export const profileQuery = queryOf('profile');
export const companyQuery = queryOf('company');

export const limit = Type.Integer({ ...pageLimit, description: 'Results on a page.' });

export const paginationToken = Type.String({
  description: 'The token of the previous response; send it with the same query.',
});

export const stablePagination = Type.Boolean({
  default: false,
  description: 'Keeps results consistent across pages if data changes; `limit` must then be 1000.',
});

/** In an answer. */
export const nextPageToken = Type.Optional(
  Type.Unsafe<string | null>({
    type: 'string',
    description: 'Asks for the next page.',
    ...ours('Absent on the last page.'),
  }),
);

/** In the answer to a fetch. */
export const notFound = Type.Array(Type.String(), {
  description: 'Identifiers with no match.',
  ...ours('They are repeated as they were sent.'),
});
