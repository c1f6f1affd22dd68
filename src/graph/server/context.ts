import { randomUUID } from 'node:crypto';
import type { Client } from '../../client/client.ts';
import { apiKeyHeader, requestIdHeader } from '../../contract/headers.ts';
import type { GraphContext } from '../builder.ts';
import type { TaskWatchers } from '../network-map/watchers.ts';
import { Operation } from '../operation.ts';

/** What a request brings, whatever carried it: HTTP headers, or a WebSocket's connection parameters. */
export interface Caller {
  readonly apiKey: string | undefined;
  readonly requestId: string;
  readonly signal: AbortSignal | undefined;
}

export function createContext(client: Client, watchers: TaskWatchers, caller: Caller): GraphContext {
  const fresh = () => new Operation({ client, ...caller });
  return { operation: fresh(), watchers, fresh };
}

export const callerOfRequest = (request: Request): Caller => ({
  apiKey: request.headers.get(apiKeyHeader) || undefined,
  requestId: request.headers.get(requestIdHeader) ?? randomUUID(),
  signal: request.signal,
});

/** A WebSocket's key comes as `apiKey`, or under the header's name, as some clients only copy headers. */
export function callerOfConnection(params: Readonly<Record<string, unknown>> | undefined): Caller {
  const key = params?.apiKey ?? params?.[apiKeyHeader];
  return {
    apiKey: typeof key === 'string' && key !== '' ? key : undefined,
    requestId: randomUUID(),
    signal: undefined,
  };
}
