import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createHandler } from '../../../src/mcp/handler.ts';
import { companies, keyOf } from '../../support/cast/cast.ts';
import { openCastGraph } from '../../support/cast/cast-graph.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';
import { type CastService, openCast } from '../../support/service.ts';

const key = keyOf('orchard');
const main = join(import.meta.dirname, '../../../src/kith.js');

describe('kith mcp install', { timeout: 240_000 }, () => {
  let service: CastService;
  let data: Awaited<ReturnType<typeof temporaryDirectory>>;
  let home: Awaited<ReturnType<typeof temporaryDirectory>>;
  let graph: Kith;
  let env: Record<string, string>;
  before(async () => {
    service = await openCast();
    data = await temporaryDirectory();
    home = await temporaryDirectory();
    const shared = { KITH_DATA_DIR: data.path, KITH_PORT: '0' };
    graph = new Kith(['graph'], { ...shared, KITH_UPSTREAM_URL: service.url });
    const url = (await graph.says(/^The graph answers on\s+(\S+)/)).replace(/\/graphql$/, '');
    env = {
      KITH_DATA_DIR: data.path,
      KITH_API_KEY: key,
      KITH_PORT: new URL(url).port,
      HOME: home.path,
      XDG_CONFIG_HOME: join(home.path, '.config'),
    };
  });
  after(async () => {
    await graph?.[Symbol.asyncDispose]();
    await service?.close();
    await data?.[Symbol.asyncDispose]();
    await home?.[Symbol.asyncDispose]();
  });

  const labels = async (): Promise<readonly string[]> => {
    const answer = await fetch(`http://localhost:${env.KITH_PORT}/session`, { headers: { 'x-api-key': key } });
    const { standing }: { standing: readonly { label: string }[] } = await answer.json();
    return standing.map(({ label }) => label);
  };

  it('lets a client start the tools without key or token, asks its user there, and is undone byte for byte', async () => {
    const real = join(home.path, 'mine.json');
    const link = join(home.path, '.cursor', 'mcp.json');
    const before = '{\r\n  // mine\r\n  "mcpServers": {\r\n    "git": { "command": "git" }\r\n  }\r\n}\r\n';
    await mkdir(join(home.path, '.cursor'));
    await writeFile(real, before);
    await chmod(real, 0o640);
    await symlink(real, link);
    const shown = await kith(['mcp', 'install', 'cursor', '--label', 'desk', '--print'], env);
    assert.equal(shown.code, 0, shown.err);
    assert.match(shown.out, /"kith-desk"/);
    assert.equal(await readFile(link, 'utf8'), before, '--print changes nothing');
    assert.ok(!(await labels()).includes('desk'));

    const made = await kith(
      ['mcp', 'install', 'cursor', '--label', 'desk', '--total', '9', '--confirm-above', '0'],
      env,
    );
    assert.equal(made.code, 0, made.err);
    const edited = await readFile(link, 'utf8');
    assert.ok(edited.includes('// mine') && edited.includes('"git"'));
    assert.ok(!edited.includes(key) && !edited.includes('kiths'));
    assert.equal(await readlink(link), real);
    assert.equal((await stat(real)).mode & 0o777, 0o640);
    assert.equal((await stat(join(data.path, 'agents', 'desk.json'))).mode & 0o777, 0o600);

    const { mcpServers } = JSON.parse(edited.replace('// mine', ''));
    const { command, args, env: own } = mcpServers['kith-desk'];
    const asked: string[] = [];
    const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
    client.setRequestHandler('elicitation/create', ({ params: { message } }) => {
      asked.push(message);
      return { action: 'accept', content: {} };
    });
    await client.connect(
      new StdioClientTransport({ command, args, env: { ...own, PATH: process.env.PATH ?? '' }, cwd: '/' }),
    );
    const { structuredContent } = await client.callTool({
      name: 'get_company',
      arguments: { company: companies.aurora.id },
    });
    await client.close();
    assert.deepEqual([Object(structuredContent).name, Object(structuredContent).charged], ['Aurora Labs', 1]);
    assert.match(
      asked.join(),
      /^desk wants to load the record of Aurora Labs \(get_company\), for up to 1 credit, 9 left/,
    );
    assert.ok((await labels()).includes('desk'), 'its session outlives a client');

    const undone = await kith(['mcp', 'uninstall', 'cursor', '--label', 'desk'], env);
    assert.equal(undone.code, 0, undone.err);
    assert.equal(await readFile(link, 'utf8'), before);
    assert.ok(!(await labels()).includes('desk'));
    const gone = await kith(['mcp', '--session', 'desk'], own);
    assert.match(gone.err, /no session “desk”.*kith mcp install/);
  });

  it('leaves a file alone that it cannot read, and knows its clients', async () => {
    const file = join(home.path, '.config', 'Claude', 'claude_desktop_config.json');
    await mkdir(join(home.path, '.config', 'Claude'), { recursive: true });
    await writeFile(file, '{ "mcpServers": { oops } }');
    const refused = await kith(['mcp', 'install', 'claude-desktop'], env);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /claude_desktop_config\.json is not read \(line 1, column 19: expected a value\)/);
    assert.ok(!(await labels()).includes('claude-desktop'), 'no session was opened');
    const unknown = await kith(['mcp', 'install', 'emacs'], env);
    assert.match(unknown.err, /client>?: must be one of claude-desktop, cursor, claude-code, vscode, codex/);
    for (const [client, line] of [
      [
        'claude-code',
        /^claude mcp add --scope user --env KITH_DATA_DIR=\S+ kith-claude-code -- \/\S+ \/\S+ mcp --session/,
      ],
      ['codex', /^codex mcp add kith-codex --env KITH_DATA_DIR=/],
      ['vscode', /^code --add-mcp '\{"name":"kith-vscode","command":"\//],
    ] as const) {
      const { out } = await kith(['mcp', 'install', client, '--print'], env);
      assert.match(out, line);
      assert.ok(!out.includes(key));
    }
  });

  for (const [client, program, added, removed] of [
    [
      'claude-code',
      'claude',
      ['mcp', 'add', '--scope', 'user', '--env', 'DATA', 'kith-claude-code', '--', 'NODE', 'MAIN'],
      ['mcp', 'remove', '--scope', 'user', 'kith-claude-code'],
    ],
    [
      'codex',
      'codex',
      ['mcp', 'add', 'kith-codex', '--env', 'DATA', '--', 'NODE', 'MAIN'],
      ['mcp', 'remove', 'kith-codex'],
    ],
    ['vscode', 'code', ['--add-mcp', 'JSON'], undefined],
  ] as const)
    it(`runs the command of ${client}, and ends the session where that fails`, async () => {
      await using directory = await temporaryDirectory();
      const calls = join(directory.path, 'calls');
      // Writes its arguments, one a line, and ends as the test says.
      const standIn = `#!/bin/sh\nprintf '%s\\n' "$@" >>'${calls}'\nexit "\${STAND_IN_CODE:-0}"\n`;
      await writeFile(join(directory.path, program), standIn, { mode: 0o755 });
      const onPath = { ...env, PATH: `${directory.path}:/usr/bin:/bin` };
      const given = async () => (await readFile(calls, 'utf8')).trimEnd().split('\n');

      const failed = await kith(['mcp', 'install', client], { ...onPath, STAND_IN_CODE: '3' });
      assert.equal(failed.code, 1);
      assert.match(failed.err, new RegExp(`${program} ended with code 3`));
      assert.ok(!(await labels()).includes(client), 'no session is left');
      await writeFile(calls, '');

      const made = await kith(['mcp', 'install', client], onPath);
      assert.equal(made.code, 0, made.err);
      assert.ok((await labels()).includes(client));
      const line = await given();
      assert.ok(!line.join().includes(key) && !line.join().includes('kiths'), 'no key or token is given');
      const run = [process.execPath, main, 'mcp', '--session', client];
      const words: Readonly<Record<string, readonly string[]>> = {
        DATA: [`KITH_DATA_DIR=${data.path}`],
        NODE: run.slice(0, 1),
        MAIN: run.slice(1),
        JSON: [
          JSON.stringify({
            name: `kith-${client}`,
            command: run[0],
            args: run.slice(1),
            env: { KITH_DATA_DIR: data.path },
          }),
        ],
      };
      assert.deepEqual(
        line,
        added.flatMap((word) => words[word] ?? [word]),
      );
      await writeFile(calls, '');

      const undone = await kith(['mcp', 'uninstall', client], onPath);
      assert.equal(undone.code, 0, undone.err);
      if (removed) assert.deepEqual(await given(), removed);
      else assert.match(undone.out, /vscode has no command for this: remove kith-vscode/);
      assert.ok(!(await labels()).includes(client));

      const missing = await kith(['mcp', 'install', client], { ...env, PATH: '/nowhere' });
      assert.equal(missing.code, 1);
      assert.match(missing.err, new RegExp(`${program} could not be started \\(ENOENT\\)`));
      assert.ok(!(await labels()).includes(client));
    });

  it('ends the session of tools that were killed when tools start again, and no other', async () => {
    const started = async (label: string) => {
      const tools = spawn(process.execPath, [main, 'mcp', '--label', label, '--total', '1'], { env });
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
      tools.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
      await once(tools.stdout, 'data');
      return { tools, ended: once(tools, 'exit') };
    };
    const running = await started('running');
    const killed = await started('killed');
    killed.tools.kill('SIGKILL');
    await killed.ended;
    assert.ok((await labels()).includes('killed'));
    const next = await started('next');
    const open = await labels();
    assert.deepEqual(
      ['running', 'killed', 'next'].map((label) => open.includes(label)),
      [true, false, true],
    );
    for (const { tools, ended } of [running, next]) {
      tools.stdin.end();
      await ended;
    }
    assert.deepEqual(await readdir(join(data.path, 'agents/running')), []);
  });

  it('says over stdio that the session has ended, or that the graph is away', async () => {
    await using directory = await temporaryDirectory();
    const secret = 'a secret that graphs and commands share';
    await using opened = new AsyncDisposableStack();
    const { url } = opened.use(await openCastGraph({ secret, mcp: async () => createHandler('1.0.0') })).graph;
    const label = 'left alone';
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp', '--label', label, '--total', '1', '--graph', url],
      env: { KITH_SECRET: secret, KITH_API_KEY: key, KITH_DATA_DIR: directory.path },
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    const spending = async () => {
      const { isError, structuredContent } = await client.callTool({ name: 'spending', arguments: {} });
      return { isError, ...Object(structuredContent) };
    };
    assert.equal((await spending()).left, 1);
    const headers = { 'x-api-key': key };
    const listed = await fetch(`${url}/session`, { headers });
    const { standing }: { standing: readonly { id: string; label: string }[] } = await listed.json();
    const session = standing.find((one) => one.label === label);
    await fetch(`${url}/session/${session?.id}`, { method: 'DELETE', headers });
    assert.partialDeepStrictEqual(await spending(), {
      isError: true,
      next: 'The session has ended: ask your user to connect you again.',
    });
    await opened.disposeAsync();
    assert.partialDeepStrictEqual(await spending(), {
      isError: true,
      next: 'The graph does not answer: tell your user, or try again later.',
    });
    await client.close();
  });

  for (const how of ['closed input', 'closed output', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    it(`serves tools over stdio that end, with their session, by ${how}`, async () => {
      const label = `ends by ${how}`;
      const tools = spawn(process.execPath, [main, 'mcp', '--label', label, '--total', '1'], { env });
      const { stdin, stdout, stderr } = tools;
      const ended = once(tools, 'exit');
      const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
      const says = async (pattern: RegExp): Promise<void> => {
        for (;;) {
          const { value, done } = await lines.next();
          assert.ok(!done, `it ended before it said ${pattern}`);
          if (pattern.test(value)) return;
        }
      };
      const errors = text(stderr);
      const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
      const ask = (id: number, method: string, more: unknown = params) => ({
        jsonrpc: '2.0',
        id,
        method,
        params: more,
      });
      stdin.write(`\ufeff${JSON.stringify(ask(1, 'initialize'))}\n`);
      await says(/"id":1/);
      // A batch, null for absent, and what is no JSON.
      stdin.write(`${JSON.stringify([ask(2, 'tools/list', null), ask(3, 'ping', {})])}\nnothing\n`);
      const answers = [/"id":2/, /"id":3/, /-32700/];
      for (const _ of answers) await says(/"id":2|"id":3|-32700/);
      assert.ok((await labels()).includes(label));
      if (how === 'closed input') stdin.end();
      else if (how === 'closed output') {
        stdout.destroy();
        stdin.write(`${JSON.stringify(ask(4, 'ping', {}))}\n`);
      } else tools.kill(how);
      const [code] = await ended;
      assert.deepEqual([code, await errors], [0, '']);
      assert.ok(!(await labels()).includes(label));
    });
});
