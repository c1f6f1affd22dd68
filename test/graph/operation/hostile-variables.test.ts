import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { openRecorder, type Recorder } from '../../support/network/recorder.ts';

const query = 'query ($by: [ProfileBy!]!) { profiles(by: $by) { __typename } }';
const bodyOf = (by: unknown): string => JSON.stringify({ query, variables: { by } });
const repeated = (count: number, value: unknown): unknown[] => Array(count).fill(value);

/** Elements that do not fit, of which each would be an error with a stack and a printed value. */
const wrong: Readonly<Record<string, unknown>> = {
  'a number for an object': 1,
  'an unknown field': { x: 1 },
  'an id that is none': { id: {} },
  'a very long name of a field': { ['x'.repeat(600)]: 1 },
  'a very long value': { id: ['x'.repeat(600)] },
};

/** Nobody needs a key to send variables: an answer stays small, and what it costs is bounded before coercion begins. */
describe('variables that do not fit', () => {
  let upstream: Recorder;
  let graph: TestGraph;
  before(async () => {
    upstream = await openRecorder('http://127.0.0.1:9');
    graph = await openTestGraph(upstream.url, { limits: { elements: 100 } });
  });
  after(async () => {
    await graph.close();
    await upstream[Symbol.asyncDispose]();
  });

  async function send(body: string, path = '/graphql') {
    const answer = await fetch(graph.graph.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      body,
    });
    const text = await answer.text();
    const { errors = [] }: Awaited<ReturnType<TestGraph['ask']>> = JSON.parse(text);
    return {
      status: answer.status,
      bytes: text.length,
      codes: errors.map((error) => error.extensions?.code),
      errors,
    };
  }

  for (const [what, element] of Object.entries(wrong))
    for (const path of ['/graphql', '/quote'])
      it(`tells of one error of ${what}, in few bytes, at ${path}`, async () => {
        const { status, bytes, codes, errors } = await send(bodyOf(repeated(100, element)), path);
        assert.equal(status, 400);
        assert.deepEqual(codes, ['BAD_USER_INPUT']);
        assert.match(errors[0]?.message ?? '', /^Variable "\$by" got invalid value/);
        assert.ok(bytes < 1_000, `${bytes} bytes`);
      });

  const unreadable = ['\ud83d', '\ude00\ud83d', 'Ada\0'];
  const inVariable = (text: string) => bodyOf([{ xnetSlug: 'ada' }, { xnetSlug: text }]);
  const inScalar = (text: string) =>
    JSON.stringify({
      query: 'query ($dsl: JSON) { searchProfiles(first: 0, dsl: $dsl) { totalCount } }',
      variables: { dsl: { term: { 'profile_info.full_name': text } } },
    });
  for (const text of unreadable)
    for (const path of ['/graphql', '/quote'])
      it(`refuses ${JSON.stringify(text)} wherever it stands, and names the place, at ${path}`, async () => {
        for (const [body, place] of [
          [inVariable(text), '$by.1.xnetSlug'],
          [inScalar(text), '$dsl.term.profile_info.full_name'],
        ] as const) {
          const { codes, errors } = await send(body, path);
          assert.deepEqual(codes, ['BAD_USER_INPUT']);
          assert.match(errors[0]?.message ?? '', /must be text of whole characters/);
          assert.ok(errors[0]?.message?.startsWith(`${place}:`), errors[0]?.message);
        }
      });

  it('refuses such text in a document, and answers in whole characters whatever is quoted', async () => {
    const literal = String.raw`{ profiles(by: [{xnetSlug: "a\u0000"}]) { __typename } }`;
    const { codes } = await send(JSON.stringify({ query: literal }));
    assert.deepEqual(codes, ['GRAPHQL_PARSE_FAILED']);
    const half = { query: '{ __typename }', operationName: 'a\ud83d', variables: { a: 1 } };
    for (const body of [half, { ...half, query: '{ \ud83d }' }, { ...half, query: '{ a }', documentId: '\ud83d' }]) {
      const answer = await fetch(`${graph.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.doesNotMatch(await answer.text(), /\\ud[89a-f]/i);
    }
  });

  it('names the first element that does not fit', async () => {
    const { errors } = await send(bodyOf([...repeated(99, { xnetSlug: 'ada' }), 1]));
    assert.match(errors[0]?.message ?? '', /at "by\[99\]"; Expected type "ProfileBy" to be an object/);
  });

  it('refuses too many elements before one of them is coerced', async () => {
    for (const path of ['/graphql', '/quote']) {
      const { status, codes, errors } = await send(bodyOf(repeated(101, 1)), path);
      assert.equal(status, 400);
      assert.deepEqual(codes, ['OPERATION_TOO_LARGE']);
      assert.match(errors[0]?.message ?? '', /at most 100 elements together, but got at least 101/);
    }
  });

  it('counts the elements of all lists together, wherever a type has one', async () => {
    const nested =
      'query ($a: ProfileWhere, $b: ProfileWhere) { searchProfiles(where: $a) { nodes { id } } b: searchProfiles(where: $b) { nodes { id } } }';
    const some = { or: repeated(2, { connectedUsers: { in: repeated(30, 'x') } }) };
    const { errors } = await send(JSON.stringify({ query: nested, variables: { a: some, b: some } }));
    assert.match(errors[0]?.message ?? '', /at most 100 elements together/);
  });

  it('counts the fields of objects, at all of which coercion looks', async () => {
    const where = 'query ($w: ProfileWhere) { searchProfiles(where: $w) { nodes { id } } }';
    const { status, codes, errors } = await send(
      JSON.stringify({ query: where, variables: { w: { or: repeated(90, {}) } } }),
    );
    assert.equal(status, 400);
    assert.deepEqual(codes, ['OPERATION_TOO_LARGE']);
    assert.match(errors[0]?.message ?? '', /types of at most 800 fields together/);
  });

  it('counts nothing that no type is declared for', async () => {
    const { status } = await send(JSON.stringify({ query: '{ __typename }', variables: { by: repeated(1_000, 1) } }));
    assert.equal(status, 200);
  });

  it('refuses what is nested too deeply for any stack', async () => {
    const deep = `${'{"not":'.repeat(1_500)}{}${'}'.repeat(1_500)}`;
    const body = `{"query":"query ($w: ProfileWhere) { searchProfiles(where: $w) { nodes { id } } }","variables":{"w":${deep}}}`;
    const { status, codes } = await send(body);
    assert.equal(status, 400);
    assert.deepEqual(codes, ['OPERATION_TOO_LARGE']);
  });

  it('tells of one error over a WebSocket', async () => {
    const client = createClient({
      url: `${graph.graph.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { apiKey: 'any' },
    });
    try {
      const asked = client.iterate({ query, variables: { by: repeated(100, 1) } }).next();
      await assert.rejects(asked, (errors: readonly { extensions: { code: string } }[]) => {
        assert.deepEqual(
          errors.map(({ extensions }) => extensions.code),
          ['BAD_USER_INPUT'],
        );
        return true;
      });
    } finally {
      await client.dispose();
    }
  });

  it('never asked the upstream', () => assert.equal(upstream.calls.length, 0));
});
