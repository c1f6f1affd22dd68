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
  /** What the answer must not say. */
  readonly never?: RegExp;
  /** The schema is hidden. */
  readonly hidden?: true;
}

const checks: readonly Check[] = [
  { name: 'alias overloading', request: asking(`{ ${many(101, (n) => `a${n}: __typename`)} }`), status: 400 },
  {
    name: 'array-based batching',
    request: { method: 'POST', headers: json, body: `[${Array(10).fill('{"query":"{ __typename }"}').join()}]` },
    status: 400,
    never: /"__typename"/,
  },
  { name: 'directive overloading', request: asking(`{ __typename ${'@aa'.repeat(500)} }`), status: 400 },
  {
    name: 'circular introspection',
    request: asking(
      `{ __schema { types { fields { type ${'{ fields { type '.repeat(6)}{ name }${' } }'.repeat(6)} } } } }`,
    ),
    status: 400,
  },
  { name: 'field duplication', request: asking(`{ ${'__typename '.repeat(500)} }`), status: 400 },
  {
    name: 'introspection',
    request: asking('{ __schema { types { name } } }'),
    status: 400,
    never: /"types"/,
    hidden: true,
  },
  {
    name: 'GraphiQL',
    request: { headers: { accept: 'text/html' } },
    status: 406,
    never: /graphiql/i,
    hidden: true,
  },
  // Queries over GET are answered: they read, and only with a key in a header, which no link and no form can send.
  {
    name: 'queries over GET',
    path: over('{ credits { usage } }'),
    request: { headers: { accept: 'application/graphql-response+json', cookie: 'x-api-key=any' } },
    status: 401,
  },
  {
    name: 'mutations over GET',
    path: over('mutation { forgetRecords(input: {}) { forgotten } }'),
    request: { headers: { accept: 'application/json' } },
    status: 405,
  },
  {
    name: 'urlencoded bodies',
    request: {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'query=%7B__typename%7D',
    },
    status: 415,
    never: /"__typename"/,
  },
  { name: 'unhandled errors', request: asking('qwerty cop { abc }'), status: 400, never: /stack|node_modules|\.ts:/ },
  { name: 'tracing', request: asking('{ __typename }'), status: 200, never: /tracing/ },
  {
    name: 'field suggestions',
    request: asking('{ credit { usage } profil { id } __schem { types } }'),
    status: 400,
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

  it('is one of 13', () => assert.equal(checks.length, 13));

  for (const { name, path = '/graphql', request, status, never, hidden: isHidden } of checks)
    it(`finds nothing: ${name}`, async () => {
      const { graph } = isHidden ? hidden : open;
      const answer = await fetch(graph.url + path, request);
      const text = await answer.text();
      assert.equal(answer.status, status, text.slice(0, 500));
      assert.ok(text.length < 256 * 1024, `${text.length} bytes`);
      if (never) assert.doesNotMatch(text, never);
    });
});
