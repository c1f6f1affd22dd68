import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createHandler } from '../../../src/mcp/handler.ts';
import { companies, keyOf } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { sessionToken } from '../../support/session-token.ts';

const programs = join(import.meta.dirname, 'node_modules/.bin');
const main = join(import.meta.dirname, '../../../src/kith.js');

/** What a program prints; rejects where it ends with another code than 0. */
const run = (program: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [join(programs, program), ...args], { maxBuffer: 2 ** 26 }, (error, out, err) => {
      if (error) reject(new Error(`${program} ended with ${error.code}:\n${out}\n${err}`));
      else resolve(out);
    });
  });

/** The official client in either revision of the protocol. */
const revisions = [
  ['2026-07-28', { mode: { pin: '2026-07-28' } }],
  ['2025-11-25', { mode: 'legacy' }],
] as const;

describe('tools for agents, by the official suite and clients', { timeout: 600_000 }, () => {
  const secret = 'a secret that graphs and commands share';
  const key = keyOf('orchard');
  let graph: CastGraph;
  /** Adds a token to requests, which the suite cannot send. */
  let proxy: Server;
  let token: string;
  before(async () => {
    graph = await openCastGraph({ secret, mcp: async () => createHandler('1.0.0') });
    token = await sessionToken(graph.graph.url, key, { kind: 'agent', label: 'suite', total: 10, confirmAbove: 1 });
    const { hostname, port } = new URL(graph.graph.url);
    proxy = createServer((incoming, outgoing) => {
      const { method = 'GET', url: path = '/', headers } = incoming;
      const authorized = { ...headers, authorization: `Bearer ${token}` };
      const asked = request({ hostname, port, method, path, headers: authorized }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(asked);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });
  after(async () => {
    proxy?.close();
    await graph?.close();
  });

  for (const [revision, most] of [
    [
      '2026-07-28',
      ['server-stateless: 24 passed, 4 failed', 'caching: 4 passed, 3 failed', 'http-header-validation: 14 passed'],
    ],
    ['2025-11-25', ['server-initialize: 2 passed', 'dns-rebinding-protection: 2 passed']],
  ] as const)
    it(`conform to revision ${revision}, apart from what does not apply`, async () => {
      const place = proxy.address();
      assert.ok(typeof place === 'object' && place);
      const url = `http://127.0.0.1:${place.port}/mcp`;
      const exceptions = join(import.meta.dirname, 'mcp-exceptions.yaml');
      const args = ['--url', url, '--requirements', revision, '--expected-failures', exceptions];
      const printed = await run('conformance', ['server', ...args]);
      for (const line of most) assert.ok(printed.includes(line), `${line} must be in:\n${printed}`);
    });

  it('are listed and called by the inspector over HTTP', async () => {
    const target = [`${graph.graph.url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`];
    const listed = JSON.parse(await run('mcp-inspector', ['--cli', ...target, '--method', 'tools/list', '--strict']));
    assert.equal(listed.tools.length, 12);
    const called = await run('mcp-inspector', [
      ...['--cli', ...target, '--method', 'tools/call', '--tool-name', 'who_can_introduce'],
      ...['--tool-arg', 'company=aurora-labs.example'],
    ]);
    assert.match(JSON.parse(called).structuredContent.paths[0].why, /Worked together at Aurora Labs/);
  });

  async function over(transport: Transport, negotiation: (typeof revisions)[number][1], asked: string[]) {
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: negotiation, capabilities: { elicitation: {} } },
    );
    client.setRequestHandler('elicitation/create', ({ params: { message } }) => {
      asked.push(message);
      return { action: 'accept', content: {} };
    });
    await client.connect(transport);
    return { client, [Symbol.asyncDispose]: () => client.close() };
  }

  for (const [revision, negotiation] of revisions) {
    it(`are called by the official client over HTTP, by revision ${revision}`, async () => {
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      const transport = new StreamableHTTPClientTransport(new URL(`${graph.graph.url}/mcp`), { requestInit });
      await using connection = await over(transport, negotiation, []);
      const { tools } = await connection.client.listTools();
      assert.equal(tools.length, 12);
      const { structuredContent } = await connection.client.callTool({ name: 'spending', arguments: {} });
      assert.ok(Object(structuredContent).left <= 10);
    });

    it(`are called over stdio, where a person is asked, by revision ${revision}`, async () => {
      await using directory = await temporaryDirectory();
      const limits = ['--label', `desktop ${revision}`, '--total', '5', '--confirm-above', '0'];
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [main, 'mcp', ...limits, '--graph', graph.graph.url],
        env: { KITH_SECRET: secret, KITH_API_KEY: key, KITH_DATA_DIR: directory.path },
      });
      const asked: string[] = [];
      const spentBefore = await graph.spent('orchard');
      {
        await using connection = await over(transport, negotiation, asked);
        const { client } = connection;
        const { structuredContent } = await client.callTool({
          name: 'get_company',
          arguments: { company: companies.aurora.id },
        });
        assert.deepEqual([Object(structuredContent).name, Object(structuredContent).charged], ['Aurora Labs', 1]);
        assert.match(
          asked.join(),
          /^desktop \S+ wants to load the record of Aurora Labs \(get_company\), for up to 1 credit, 5 left\. Allow it\?$/,
        );
        assert.equal((await graph.spent('orchard')) - spentBefore, 1);
      }
      const sessions = await fetch(`${graph.graph.url}/session`, { headers: { 'x-api-key': key } });
      const { standing }: { standing: readonly { label: string }[] } = await sessions.json();
      assert.ok(!standing.some(({ label }) => label === `desktop ${revision}`), 'its session ends with it');
    });
  }
});
