import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioClientTransport1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpClientTransport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** How a client reaches the tools. */
export type Target =
  | { readonly command: string; readonly args: string[]; readonly env: Record<string, string> }
  | { readonly url: string; readonly headers: Record<string, string> };

/** A connection of an official client, whichever it is. */
export interface McpSession extends AsyncDisposable {
  /** How many tools are listed. */
  list(): Promise<number>;
  /** Rejects where it is cancelled. */
  call(name: string, args: object, cancelled?: AbortSignal): Promise<{ isError: boolean; content: unknown }>;
  readonly canCancel: boolean;
}

/** What a program of the clients' package prints, with the code it ended with. */
export const programRun = (program: string, args: readonly string[]): Promise<{ out: string; code: unknown }> =>
  new Promise((resolve, reject) => {
    const path = join(import.meta.dirname, 'node_modules/.bin', program);
    execFile(process.execPath, [path, ...args], { maxBuffer: 2 ** 26 }, (error, out, err) => {
      const code = error?.code ?? 0;
      // It also ends with another code where the tool refuses.
      if (error && out === '') reject(new Error(`${program} ended with ${code}:\n${err}`));
      else resolve({ out, code });
    });
  });

interface Called {
  readonly [name: string]: unknown;
  readonly isError?: unknown;
  readonly structuredContent?: unknown;
}

interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly object[] }>;
  close(): Promise<void>;
}

const sessionOf = (
  client: AnyClient,
  callTool: (params: { name: string; arguments: Record<string, unknown> }, signal?: AbortSignal) => Promise<Called>,
): McpSession => ({
  list: async () => (await client.listTools()).tools.length,
  call: async (name, args, signal) => {
    const { isError, structuredContent } = await callTool({ name, arguments: { ...args } }, signal);
    return { isError: isError === true, content: structuredContent };
  },
  canCancel: true,
  [Symbol.asyncDispose]: () => client.close(),
});

const named = { name: 'test', version: '1' };

/** npm's `@modelcontextprotocol/client` 2.x, in a revision of the protocol. */
export const openClient2 =
  (versionNegotiation: { mode: 'legacy' | { pin: string } }) =>
  async (target: Target): Promise<McpSession> => {
    const client = new Client(named, { versionNegotiation });
    await client.connect(
      'url' in target
        ? new StreamableHTTPClientTransport(new URL(target.url), { requestInit: { headers: target.headers } })
        : new StdioClientTransport(target),
    );
    return sessionOf(client, (params, signal) => client.callTool(params, signal && { signal }));
  };

/** npm's `@modelcontextprotocol/sdk` 1.x. */
export async function openClient1(target: Target): Promise<McpSession> {
  const client = new Client1(named);
  await client.connect(
    'url' in target
      ? new HttpClientTransport1(new URL(target.url), { requestInit: { headers: target.headers } })
      : new StdioClientTransport1(target),
  );
  return sessionOf(client, (params, signal) => client.callTool(params, undefined, signal && { signal }));
}

/** PyPI's `mcp`, in an environment that has it. */
export const openPythonClient =
  (python: string) =>
  async (target: Target): Promise<McpSession> => {
    const program = spawn(python, [join(import.meta.dirname, 'mcp-client.py'), JSON.stringify(target)]);
    let said = '';
    program.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    const ended = once(program, 'exit');
    const lines = createInterface(program.stdout)[Symbol.asyncIterator]();
    const tell = (what: object) => program.stdin.write(`${JSON.stringify(what)}\n`);
    const answer = async () => {
      const { done, value } = await lines.next();
      if (done) throw new Error(`The Python client ended:\n${said}`);
      return JSON.parse(value);
    };
    return {
      list: async () => {
        tell({ do: 'list' });
        return (await answer()).tools;
      },
      call: async (name, args, signal) => {
        tell({ do: 'call', name, arguments: args });
        signal?.addEventListener('abort', () => tell({ do: 'cancel' }), { once: true });
        const { cancelled, ...result } = await answer();
        if (cancelled) throw new Error('The call was cancelled.');
        return result;
      },
      canCancel: true,
      async [Symbol.asyncDispose]() {
        program.stdin.end();
        const [code] = await ended;
        if (code !== 0) throw new Error(`The Python client ended with ${code}:\n${said}`);
      },
    };
  };

/** The inspector's command line, which connects anew for each call. */
export const openInspector =
  (directory: string) =>
  async (target: Target): Promise<McpSession> => {
    const config = join(directory, 'inspected.json');
    await writeFile(
      config,
      JSON.stringify({ mcpServers: { kith: { type: 'url' in target ? 'http' : 'stdio', ...target } } }),
    );
    const inspect = async (...args: readonly string[]) => {
      const { out } = await programRun('mcp-inspector', ['--cli', '--config', config, '--server', 'kith', ...args]);
      return JSON.parse(out);
    };
    return {
      list: async () => (await inspect('--method', 'tools/list')).tools.length,
      call: async (name, args) => {
        const pairs = Object.entries(args).flatMap(([key, value]) => [
          '--tool-arg',
          `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
        ]);
        const { isError, structuredContent } = await inspect('--method', 'tools/call', '--tool-name', name, ...pairs);
        return { isError: isError === true, content: structuredContent };
      },
      canCancel: false,
      [Symbol.asyncDispose]: async () => {},
    };
  };
