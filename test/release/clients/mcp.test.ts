import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { Client, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createHandler } from '../../../src/mcp/handler.ts';
import { companies, keyOf, people } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { sessionToken } from '../../support/session-token.ts';
import { until } from '../../support/until.ts';
import {
  type McpSession,
  openClient1,
  openClient2,
  openInspector,
  openPythonClient,
  programRun,
  type Target,
} from './mcp-sessions.ts';

const main = join(import.meta.dirname, '../../../src/kith.js');

/** What a program prints; rejects where it ends with another code than 0. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const { out, code } = await programRun(program, args);
  assert.equal(code, 0, out);
  return out;
}

/** The official client in either revision of the protocol. */
const revisions = [
  ['2026-07-28', { mode: { pin: '2026-07-28' } }],
  ['2025-11-25', { mode: 'legacy' }],
] as const;

describe('tools for agents, by the official suite and clients', { timeout: 600_000 }, () => {
  const secret = 'a secret that graphs and commands share';
  const key = keyOf('orchard');
  let graph: CastGraph;
  /** An interpreter that has PyPI's client, made where a test first asks. */
  let python: Promise<string | undefined> | undefined;
  const environment = temporaryDirectory();
  async function openPython(): Promise<string | undefined> {
    const { path } = await environment;
    const execute = promisify(execFile);
    try {
      await execute('python3', ['-m', 'venv', path]);
    } catch {
      return undefined;
    }
    const program = join(path, 'bin/python');
    await execute(program, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', 'mcp==2.3.0']);
    return program;
  }
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
    await (await environment)[Symbol.asyncDispose]();
  });

  for (const [revision, most] of [
    [
      '2026-07-28',
      ['server-stateless: 21 passed, 4 failed', 'caching: 4 passed, 3 failed', 'http-header-validation: 14 passed'],
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

  /** What an agent does from beginning to end: lists, calls, is refused, cancels, and leaves. */
  async function walk(session: McpSession) {
    assert.equal(await session.list(), 12);
    const resolved = await session.call('resolve', { people: ['Ada Moreau, Brightwater'] });
    assert.equal(resolved.isError, false);
    assert.ok(JSON.stringify(resolved.content).includes(people.ada.id));
    const found = await session.call('find_people', { title: 'Chief Engineer', employer: 'Brightwater' });
    assert.ok(JSON.stringify(found.content).includes(people.ada.id));
    const call = { tool: 'get_company', arguments: { company: companies.aurora.id } };
    const quoted = await session.call('quote', call);
    assert.partialDeepStrictEqual(quoted.content, { min: 1, max: 1 });
    const refused = await session.call('get_person', { shoe: '7' });
    assert.equal(refused.isError, true);
    assert.match(Object(refused.content).refused, /^shoe: is not an argument of get_person/);
    if (!session.canCancel) return;
    const hold = graph.upstream.hold('/v3/companies/fetch');
    const cancelling = new AbortController();
    const cancelled = assert.rejects(session.call(call.tool, call.arguments, cancelling.signal));
    await hold.arrived(1);
    cancelling.abort();
    await cancelled;
    hold.release();
    const spending = await session.call('spending', {});
    assert.equal(spending.isError, false);
  }

  /** Every official client, with what each needs. */
  const clients: readonly (readonly [
    string,
    (context: TestContext, directory: string) => Promise<Opened | undefined>,
  ])[] = [
    ...revisions.map(
      ([revision, negotiation]) =>
        [`npm’s client 2.x by revision ${revision}`, async () => openClient2(negotiation)] as const,
    ),
    ['npm’s sdk 1.x', async () => openClient1],
    ['the inspector’s command line', async (_, directory) => openInspector(directory)],
    [
      'PyPI’s mcp',
      async (context) => {
        python ??= openPython();
        const program = await python;
        if (program === undefined) context.skip('There is no python3 with venv on this machine.');
        return program === undefined ? undefined : openPythonClient(program);
      },
    ],
  ];

  for (const [name, opener] of clients) {
    it(`are listed, called, refused and cancelled over HTTP by ${name}`, async (context) => {
      await using directory = await temporaryDirectory();
      const open = await opener(context, directory.path);
      if (open === undefined) return;
      await using session = await open({
        url: `${graph.graph.url}/mcp`,
        headers: { authorization: `Bearer ${token}` },
      });
      await walk(session);
    });

    it(`are listed, called, refused and cancelled over stdio by ${name}, and leave nothing running`, async (context) => {
      await using directory = await temporaryDirectory();
      const open = await opener(context, directory.path);
      if (open === undefined) return;
      const label = `walk ${name}`;
      {
        await using session = await open({
          command: process.execPath,
          args: [main, 'mcp', '--label', label, '--total', '5', '--graph', graph.graph.url],
          env: { KITH_SECRET: secret, KITH_API_KEY: key, KITH_DATA_DIR: directory.path },
        });
        await walk(session);
      }
      await until(() => !isArgument(label));
      const sessions = await fetch(`${graph.graph.url}/session`, { headers: { 'x-api-key': key } });
      const { standing }: { standing: readonly { label: string }[] } = await sessions.json();
      assert.ok(!standing.some((one) => one.label === label), 'its session ends with it');
    });
  }
});

type Opened = (target: Target) => Promise<McpSession>;

/** Whether a process runs with this argument, as Linux tells it. */
const isArgument = (argument: string): boolean =>
  globSync('/proc/[0-9]*/cmdline').some((path) => {
    try {
      return readFileSync(path, 'utf8').split('\0').includes(argument);
    } catch {
      // It has just ended.
      return false;
    }
  });
