import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestGraph, type TestGraph } from '../../../support/graph/graph.ts';

const json = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };
const asking = (query: string): RequestInit => ({ method: 'POST', headers: json, body: JSON.stringify({ query }) });
const over = (query: string): string => `/graphql?query=${encodeURIComponent(query)}`;
const many = (count: number, make: (number: number) => string): string =>
  Array.from({ length: count }, (_, number) => make(number)).join(' ');

/** A check of graphql-cop: what it sends, and what of the answer shows that the graph is safe from it. */
interface Check {
  readonly name: string;
  readonly path?: string;
  readonly request: RequestInit;
  readonly status: number;
  /** The code of each error; undefined where there is none. */
  readonly code?: string;
  /** What the answer must not say. */
  readonly never?: RegExp;
  /** The schema is hidden. */
  readonly hidden?: true;
}

const checks: readonly Check[] = [
  {
    name: 'alias overloading',
    request: asking(`{ ${many(101, (n) => `a${n}: __typename`)} }`),
    status: 400,
    code: 'OPERATION_TOO_LARGE',
  },
  {
    name: 'array-based batching',
    request: { method: 'POST', headers: json, body: `[${Array(10).fill('{"query":"{ __typename }"}').join()}]` },
    status: 400,
    code: 'BAD_REQUEST',
    never: /"__typename"/,
  },
  {
    name: 'directive overloading',
    request: asking(`{ __typename ${'@aa'.repeat(500)} }`),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  {
    name: 'circular introspection',
    request: asking(
      `{ __schema { types { fields { type ${'{ fields { type '.repeat(6)}{ name }${' } }'.repeat(6)} } } } }`,
    ),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  {
    name: 'field duplication',
    request: asking(`{ ${'__typename '.repeat(500)} }`),
    status: 400,
    code: 'OPERATION_TOO_LARGE',
  },
  {
    name: 'introspection',
    request: asking('{ __schema { types { name } } }'),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    never: /"types"/,
    hidden: true,
  },
  {
    name: 'GraphiQL',
    request: { headers: { accept: 'text/html' } },
    status: 406,
    code: 'NOT_ACCEPTABLE',
    never: /graphiql/i,
    hidden: true,
  },
  // Queries over GET are answered: they read, and only with a key in a header, which no link and no form can send.
  {
    name: 'queries over GET',
    path: over('{ credits { usage } }'),
    request: { headers: { accept: 'application/graphql-response+json', cookie: 'x-api-key=any' } },
    status: 401,
    code: 'UNAUTHENTICATED',
  },
  {
    name: 'mutations over GET',
    path: over('mutation { forgetRecords(input: {}) { forgotten } }'),
    request: { headers: { accept: 'application/json' } },
    status: 405,
    code: 'BAD_REQUEST',
  },
  {
    name: 'urlencoded bodies',
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'query=%7B__typename%7D',
    },
    status: 415,
    code: 'BAD_USER_INPUT',
    never: /"__typename"/,
  },
  {
    name: 'unhandled errors',
    request: asking('qwerty cop { abc }'),
    status: 400,
    code: 'GRAPHQL_PARSE_FAILED',
    never: /stack|node_modules|\.ts:/,
  },
  { name: 'tracing', request: asking('{ __typename }'), status: 200, never: /tracing/ },
  {
    name: 'field suggestions',
    request: asking('{ credit { usage } profil { id } __schem { types } }'),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    never: /Did you mean/,
    hidden: true,
  },
];

describe('a check that graphql-cop is known for', () => {
  let open: TestGraph;
  let hidden: TestGraph;
  before(async () => {
    open = await openTestGraph('http://127.0.0.1:9');
    hidden = await openTestGraph('http://127.0.0.1:9', { introspection: false });
  });
  after(async () => {
    await open.close();
    await hidden.close();
  });

  for (const { name, path = '/graphql', request, status, code, never, hidden: isHidden } of checks)
    it(`finds nothing: ${name}`, async () => {
      const { graph } = isHidden ? hidden : open;
      const answer = await fetch(graph.url + path, request);
      const text = await answer.text();
      const { errors = [] }: { errors?: readonly { readonly extensions: { readonly code: string } }[] } =
        JSON.parse(text);
      const codes = new Set(errors.map(({ extensions }) => extensions.code));
      assert.deepEqual([answer.status, ...codes], code ? [status, code] : [status], text.slice(0, 500));
      assert.ok(text.length < 256 * 1024, `${text.length} bytes`);
      if (never) assert.doesNotMatch(text, never);
    });
});
