import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { Writable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { parseManifest } from '../../../src/graph/features/trusted-documents/document-manifest.ts';
import type { GraphOptions } from '../../../src/graph/graph-options.ts';
import type { DocumentPolicy } from '../../../src/graph/operation/documents.ts';
import { keyOf } from '../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { type CastService, openCast } from '../../support/service.ts';

const named = 'query Named { __typename }';
const forget = 'mutation Forget { forgetRecords(input: {}) { forgotten } }';
const sha256 = (text: string): string => hash('sha256', text);
const md5 = (text: string): string => hash('md5', text);

/** The same two documents, as each tool writes them. */
const manifests = {
  'Relay’s compiler': JSON.stringify({ [md5(named)]: named, [md5(forget)]: forget }),
  'Apollo’s tools': JSON.stringify({
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: [
      { id: sha256(named), name: 'Named', type: 'query', body: named },
      { id: sha256(forget), name: 'Forget', type: 'mutation', body: forget },
    ],
  }),
  'somebody who names documents': JSON.stringify({ named, 'x-app:forget': forget }),
} as const;

/** How a document of each manifest may be named. */
const idsOf: Readonly<Record<keyof typeof manifests, readonly string[]>> = {
  'Relay’s compiler': [md5(named)],
  'Apollo’s tools': [sha256(named)],
  'somebody who names documents': ['named'],
};

describe('trusted documents', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(async () => {
    await service.close();
    await service.store.close();
  });

  const open = (text: string, others: DocumentPolicy, options: Partial<GraphOptions> = {}) =>
    openTestGraph(service.url, { ...options, trusted: { byId: parseManifest(text), others } });

  const headers = { 'content-type': 'application/json', 'x-api-key': keyOf('orchard') };

  async function post({ graph }: TestGraph, body: object) {
    const answer = await fetch(`${graph.url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  }

  async function get({ graph }: TestGraph, parameters: Readonly<Record<string, string>>) {
    const answer = await fetch(`${graph.url}/graphql?${new URLSearchParams(parameters)}`, { headers });
    return { status: answer.status, allow: answer.headers.get('allow'), body: await answer.json() };
  }

  const answered = { __typename: 'Query' };

  for (const [who, text] of Object.entries(manifests))
    it(`of ${who} are answered by id, by sha256: and by Apollo’s hash, over POST and GET, where no others are`, async () => {
      await using graph = await open(text, 'refuse');
      const ids = Object.entries(idsOf).find(([name]) => name === who)?.[1] ?? [];
      for (const documentId of [...ids, `sha256:${sha256(named)}`]) {
        assert.deepEqual((await post(graph, { documentId })).body.data, answered, documentId);
        assert.deepEqual((await get(graph, { documentId, operationName: 'Named' })).body.data, answered, documentId);
      }
      const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(named) } };
      assert.deepEqual((await post(graph, { extensions })).body.data, answered);
      assert.deepEqual((await get(graph, { extensions: JSON.stringify(extensions) })).body.data, answered);
      const { status, body } = await post(graph, { query: '{ another: __typename }' });
      assert.deepEqual([status, body.errors[0].extensions.code], [400, 'DOCUMENT_NOT_TRUSTED']);
      // The text itself, as a WebSocket client sends it.
      assert.deepEqual((await post(graph, { query: named })).body.data, answered);
    });

  it('that change something are not answered over GET', async () => {
    await using graph = await open(manifests['somebody who names documents'], 'serve');
    const { status, allow } = await get(graph, { documentId: 'x-app:forget' });
    assert.deepEqual([status, allow], [405, 'POST']);
    assert.equal((await post(graph, { documentId: 'x-app:forget' })).status, 200);
  });

  for (const [what, parameters] of Object.entries({
    'one that nobody registered': { documentId: `sha256:${sha256('{ other: __typename }')}` },
    'a hash in capitals': { documentId: `sha256:${sha256(named).toUpperCase()}` },
    'an empty one': { documentId: '' },
    'one beside another document': { documentId: 'named', query: '{ other: __typename }' },
  }))
    it(`are not found by a wrong id, which is one error: ${what}`, async () => {
      await using graph = await open(manifests['somebody who names documents'], 'serve');
      for (const { status, body } of [await post(graph, parameters), await get(graph, parameters)]) {
        assert.equal(status, 400);
        assert.deepEqual(
          body.errors.map(({ extensions }: { extensions: object }) => extensions),
          [{ code: 'DOCUMENT_NOT_TRUSTED' }],
        );
        assert.equal(body.data, undefined);
      }
    });

  it('would be all that is served, says the log of each other document once, by hash alone, before any is refused', async () => {
    const lines: string[] = [];
    const log = pino(
      { level: 'info' },
      new Writable({
        write(line, _, done) {
          lines.push(String(line));
          done();
        },
      }),
    );
    const secret = 'somebody-by-name';
    const other = `query OfSomebodyByName { profile(by: { xnetSlug: "${secret}" }) { __typename } }`;
    await using graph = await open(manifests['Apollo’s tools'], 'report', { log });
    for (const query of [other, named, other, '{ nothing }', other]) await post(graph, { query });
    await get(graph, { query: other });
    await post(graph, { documentId: sha256(named) });
    const reports = lines.map((line) => JSON.parse(line)).filter(({ document }) => document !== undefined);
    assert.deepEqual(
      reports.map(({ document, operations }) => ({ document, operations })),
      [{ document: `sha256:${sha256(other)}`, operations: undefined }],
    );
    assert.ok(!lines.join('').includes(secret) && !lines.join('').includes('OfSomebodyByName'));
  });

  for (const [what, held, reason] of [
    ['one is no GraphQL', { one: '{ __typename', named }, '“one” is invalid: Syntax Error'],
    ['one is not of this schema', { one: '{ nothing }', named }, '“one” is invalid: Cannot query field "nothing"'],
    ['there are none', {}, 'there are none.'],
  ] as const)
    it(`are told in the log of a start if ${what}, and the others are served`, async () => {
      const lines: string[] = [];
      const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
      await using graph = await open(JSON.stringify(held), 'refuse', { log });
      assert.equal(lines.length, 1);
      assert.ok(lines[0]?.startsWith(`Not all trusted documents can be served: ${reason}`), lines[0]);
      if ('named' in held) assert.equal((await post(graph, { documentId: 'named' })).status, 200);
    });

  it('have the identifiers of the specification’s own examples', () => {
    const short = 'query($id:ID!){user(id:$id){name}}';
    const long = 'query ($id: ID!) {\n  user(id: $id) {\n    name\n  }\n}';
    const ids = {
      'sha256:71f7dc5758652baac68e4a10c50be732b741c892ade2883a99358f52b555286b': short,
      'sha256:7dba4bd717b41f10434822356a93c32b1fb4907b983e854300ad839f84cdcd6e': long,
    };
    assert.deepEqual(Object.fromEntries(parseManifest(JSON.stringify(ids))), ids);
  });

  for (const [sentence, manifest] of [
    [/must hold a JSON object of ids and documents\.$/, []],
    [/^The trusted document "a" must be a string, but got number\.$/, { a: 1 }],
    [/^The id "md5:0" of a trusted document must have no colon/, { 'md5:0': named }],
    [/^The id "sha256:0" must be the hash of its document, which is sha256:[0-9a-f]{64}\.$/, { 'sha256:0': named }],
    [/^The version of the apollo-persisted-query-manifest must be 1, but got 2\.$/, apollo({ version: 2 })],
    [/must have a list of operations\.$/, apollo({ operations: {} })],
    [/^operations\[0\]\.id of the apollo-persisted-query-manifest must be a string/, apollo({ operations: [{}] })],
    [/"a" must be a string, but got undefined\.$/, apollo({ operations: [{ id: 'a' }] })],
    [
      /"a" must be given once/,
      apollo({
        operations: [
          { id: 'a', body: named },
          { id: 'a', body: forget },
        ],
      }),
    ],
  ] as const)
    it(`are not read from a file of which it is true that ${sentence}`, () => {
      assert.throws(() => parseManifest(JSON.stringify(manifest)), { message: sentence });
    });
});

function apollo(more: object): object {
  return { format: 'apollo-persisted-query-manifest', version: 1, ...more };
}
