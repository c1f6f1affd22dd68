import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Caller } from './graph.ts';
import { createServer } from './server.ts';

/** One request over HTTP, whose body was read and parsed. */
export interface McpRequest {
  readonly request: Request;
  readonly body: unknown;
  readonly caller: Caller | undefined;
}

/**
 * Answers requests of the Model Context Protocol over streamable HTTP, without sessions of its own: revision 2026-07-28, and
 * 2025-11-25 and earlier. Tools never change, so that nobody may listen for changes: each answer ends.
 */
export const createHandler =
  (version: string) =>
  async ({ request, body, caller }: McpRequest): Promise<Response> => {
    const { fetch } = createMcpHandler(() => createServer(version, caller), { maxSubscriptions: 0 });
    return fetch(request, { parsedBody: body });
  };
