import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Config } from '../config/config.ts';
import type { Caller } from '../mcp/graph.ts';
import { type AgentSession, agentToken } from './agent-token.ts';
import { keptAgent } from './agents/agent-file.ts';
import { endKilled, noteRunning } from './agents/running-sessions.ts';
import { CommandFailure } from './command-failure.ts';
import { jsonOf, sentenceIn } from './graph-answer.ts';
import { askGraph, askWithKey, graphAddress, graphPlace, type KeyedGraph } from './graph-channel.ts';
import { ownVersion } from './version.ts';

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  /** Aborts when the process is asked to end. */
  readonly stop: AbortSignal;
}

const decideApproval =
  'mutation DecideApproval($id: ID!, $give: Boolean!) { decideApproval(input: { id: $id, give: $give }) { problems { message } } }';

/**
 * Serves MCP tools over a pair of streams until the client closes them. It creates a session, and ends it afterwards;
 * the next process ends that of one that was killed. Only that, and the decisions that a person makes in the client, use the API key; all else uses the session.
 *
 * @throws {CommandFailure} if the graph does not answer, or refuses
 */
export async function serveTools(graph: KeyedGraph, session: AgentSession, streams: Streams): Promise<void> {
  const { config, graphUrl } = graph;
  const base = graphAddress(config, graphUrl);
  const end = async (id: string): Promise<boolean> => {
    const { status } = await askWithKey(graph, { method: 'DELETE', path: `/session/${id}` });
    return status === 204 || status === 404;
  };
  const [{ token, id }] = await Promise.all([agentToken(graph, session), endKilled(config.dataDir, base, end)]);
  const forget = await noteRunning(config.dataDir, id, base);
  try {
    await serve(
      {
        ...callerAt(base, token, session),
        decide: async (approvalId, give) => {
          const body = { query: decideApproval, variables: { id: approvalId, give } };
          const refused = sentenceIn(jsonOf(await askWithKey(graph, { method: 'POST', path: '/graphql', body })));
          if (refused !== undefined) throw new CommandFailure(refused);
        },
      },
      streams,
    );
  } finally {
    if (await end(id)) await forget();
  }
}

/**
 * Serves MCP tools in a standing session of the data directory, without an API key. A person can answer its questions in
 * the client if the graph listens on its socket, which only the same user can reach.
 *
 * @throws {CommandFailure} if there is no such session
 */
export async function serveKeptTools(config: Config, label: string, streams: Streams): Promise<void> {
  const kept = await keptAgent(config.dataDir, label);
  if (kept === undefined || Date.parse(kept.expiresAt) <= Date.now())
    throw new CommandFailure(
      `The data directory has no session “${label}”${kept ? ', since it has ended' : ''}: run “kith mcp install” again.`,
    );
  const { socket } = await graphPlace(config, undefined);
  const { token, url } = kept;
  await serve(
    {
      ...callerAt(url, token, kept),
      decide:
        socket === undefined
          ? undefined
          : async (id, give) => {
              const place = await graphPlace(config, undefined);
              if (place.socket === undefined)
                throw new CommandFailure('The graph’s socket is gone: decide in the explorer.');
              const body = { token, id, give };
              const answer = await askGraph(place, { method: 'POST', path: '/approvals/answer', body });
              const refused = sentenceIn(answer && jsonOf(answer));
              if (refused !== undefined) throw new CommandFailure(refused);
            },
    },
    streams,
  );
}

const callerAt = (
  base: string,
  token: string,
  { label, confirmAbove }: Pick<AgentSession, 'label' | 'confirmAbove'>,
): Omit<Caller, 'decide'> => ({
  token,
  label,
  confirmAbove,
  fetch: (path, init) => fetch(base + path, init),
  approvalUrl: (approvalId) => `${base}/approve/${approvalId}`,
  stateKey: randomBytes(32),
});

async function serve(caller: Caller, { input, output, stop }: Streams): Promise<void> {
  const [{ serveStdio, StdioServerTransport }, { createServer }, { usualLines }, version] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../mcp/server.ts'),
    import('../mcp/usual-lines.ts'),
    ownVersion(),
  ]);
  const closed = stop.aborted
    ? Promise.resolve()
    : new Promise<void>((resolve) => {
        // A client that has gone closes either stream; one that reads no more breaks the pipe.
        for (const stream of [input, output])
          for (const event of ['end', 'close', 'error']) stream.once(event, () => resolve());
        once(stop, 'abort').then(
          () => resolve(),
          () => resolve(),
        );
      });
  // Nothing else may keep the process until the session is closed.
  const alive = setInterval(() => undefined, 60_000);
  const lines = usualLines(input, (message) => output.write(`${JSON.stringify(message)}\n`));
  const served = serveStdio(() => createServer(version, caller), {
    transport: new StdioServerTransport(lines, output),
    maxSubscriptions: 0,
  });
  await closed;
  await served.close().catch(() => undefined);
  clearInterval(alive);
}
