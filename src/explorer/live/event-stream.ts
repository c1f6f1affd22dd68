import { createClient } from 'graphql-sse';
import { headersFor } from '../graph/graph.ts';
import type { EventConnection } from './connection.ts';

/** One stream of server-sent events, for networks that let no WebSocket pass. */
export const openEventStream = (onOpened: () => void): EventConnection => {
  const client = createClient({
    singleConnection: true,
    url: '/graphql/stream',
    credentials: 'same-origin',
    // It adds the token of its connection to what it gets.
    headers: () => headersFor(0),
    retryAttempts: 0,
    on: { connected: onOpened },
  });
  return {
    subscribe: (request, sink) => client.subscribe({ ...request }, sink),
    dispose: () => client.dispose(),
  };
};
