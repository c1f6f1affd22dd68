import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Caller } from './graph.ts';
import { methodNotFound, refusedMessage, usualMessage } from './messages.ts';
import { createServer } from './server.ts';

/** An HTTP request, with its parsed body. */
export interface McpRequest {
  readonly request: Request;
  readonly body: unknown;
  readonly caller: Caller | undefined;
}

/**
 * Handles the Model Context Protocol over streamable HTTP, without protocol sessions: revision 2026-07-28, and
 * 2025-11-25 and earlier. Tools never change, so there are no change subscriptions, and every response ends.
 */
export const createHandler =
  (version: string) =>
  async ({ request, body, caller }: McpRequest): Promise<Response> => {
    const refused = refusedMessage(body, request.headers.get('mcp-protocol-version') ?? undefined);
    if (refused) return Response.json(refused, { status: refused.error.code === methodNotFound ? 404 : 400 });
    const { fetch } = createMcpHandler(() => createServer(version, caller), { maxSubscriptions: 0 });
    // Clients send any `accept`, or none.
    const headers = new Headers(request.headers);
    headers.set('accept', 'application/json, text/event-stream');
    return fetch(new Request(request, { headers }), { parsedBody: usualMessage(body) });
  };
