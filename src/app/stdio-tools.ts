import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { addressOf } from '../config/config.ts';
import { type AgentGraph, type AgentSession, agentToken } from './agent-token.ts';
import { CommandFailure } from './command-failure.ts';
import { askWithKey, jsonOf } from './graph-channel.ts';
import { sentenceIn } from './refusal.ts';
import { ownVersion } from './version.ts';

interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  /** Aborts when the process is asked to end. */
  readonly stop: AbortSignal;
}

const decideApproval =
  'mutation DecideApproval($id: ID!, $give: Boolean!) { decideApproval(input: { id: $id, give: $give }) { problems { message } } }';

/**
 * Serves MCP tools over a pair of streams until the client closes them. It creates a session, and ends it afterwards.
 * Only that, and the decisions that a person makes in the client, use the API key; all else uses the session.
 *
 * @throws {CommandFailure} if the graph does not answer, or refuses
 */
export async function serveTools(
  graph: AgentGraph,
  session: AgentSession,
  { input, output, stop }: Streams,
): Promise<void> {
  const { config, apiKey, ...choice } = graph;
  const base = (choice.graphUrl ?? addressOf(config)).replace(/\/+$/, '');
  const [{ serveStdio, StdioServerTransport }, { createServer }, version] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../mcp/server.ts'),
    ownVersion(),
  ]);
  const { token, id } = await agentToken(graph, session);
  const caller = {
    token,
    confirmAbove: session.confirmAbove,
    label: session.label,
    fetch: (path: string, init: RequestInit) => fetch(base + path, init),
    decide: async (approvalId: string, give: boolean) => {
      const body = JSON.stringify({ query: decideApproval, variables: { id: approvalId, give } });
      const answer = jsonOf(await askWithKey(config, choice, { method: 'POST', path: '/graphql', apiKey, body }));
      const refused = sentenceIn(answer);
      if (refused !== undefined) throw new CommandFailure(refused);
    },
    approvalUrl: (approvalId: string) => `${base}/approve/${approvalId}`,
    stateKey: randomBytes(32),
  };
  const closed = stop.aborted
    ? Promise.resolve()
    : Promise.race([once(input, 'close'), once(input, 'end'), once(stop, 'abort')]);
  try {
    const served = serveStdio(() => createServer(version, caller), {
      transport: new StdioServerTransport(input, output),
      maxSubscriptions: 0,
    });
    await closed;
    await served.close();
  } finally {
    await askWithKey(config, choice, { method: 'DELETE', path: `/session/${id}`, apiKey });
  }
}
