import { randomUUID } from 'node:crypto';
import type { Client } from '../../client/client.ts';
import { apiKeyHeader, requestIdHeader } from '../../contract/headers.ts';
import type { GraphContext } from '../builder.ts';
import type { RecordCache } from '../cache/cache.ts';
import type { Economy } from '../credits/economy.ts';
import { termsOf } from '../credits/terms.ts';
import type { MappingTasks } from '../network-map/tasks.ts';
import { Operation } from '../operation.ts';
import { Quote } from '../quote/quote.ts';

/** What a request brings, whatever carried it: HTTP headers, or a WebSocket's connection parameters. */
export interface Caller {
  readonly apiKey: string | undefined;
  readonly requestId: string;
  readonly signal: AbortSignal | undefined;
  /** A header, or what stands for it. */
  readonly header: (name: string) => string | null | undefined;
  /** The request is to be priced, not answered. */
  readonly quoting?: boolean | undefined;
  /** The last event of a stream that it saw before it came back. */
  readonly lastEventId?: string | undefined;
}

/** @throws a BAD_USER_INPUT error for a header that is not what it must be */
export function createContext(
  client: Client,
  economy: Economy,
  cache: RecordCache,
  tasks: MappingTasks,
  caller: Caller,
): GraphContext {
  const terms = termsOf(caller.header, economy.budget);
  const fresh = () =>
    new Operation({ client, terms, cache, quote: caller.quoting ? new Quote() : undefined, ...caller });
  const stream = { lastEventId: caller.lastEventId, eventId: undefined };
  return { operation: fresh(), tasks, stream, fresh };
}

export const callerOfRequest = (request: Request): Caller => ({
  apiKey: request.headers.get(apiKeyHeader) || undefined,
  requestId: request.headers.get(requestIdHeader) ?? randomUUID(),
  signal: request.signal,
  header: (name) => request.headers.get(name),
  lastEventId: request.headers.get('last-event-id') || undefined,
});

/** A WebSocket's key comes as `apiKey`, or under the header's name, as some clients only copy headers. */
export function callerOfConnection(params: Readonly<Record<string, unknown>> | undefined): Caller {
  const key = params?.apiKey ?? params?.[apiKeyHeader];
  return {
    apiKey: typeof key === 'string' && key !== '' ? key : undefined,
    requestId: randomUUID(),
    signal: undefined,
    header: (name) => (params?.[name] === undefined ? undefined : String(params[name])),
  };
}
