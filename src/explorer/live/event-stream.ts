import { createClient } from 'graphql-sse';
import type { OpenConnection } from './connection.ts';

/** One stream of server-sent events, for networks that let no WebSocket pass. */
export const openEventStream: OpenConnection = ({ headers, onConnected }) => {
  const client = createClient({
    singleConnection: true,
    url: '/graphql/stream',
    credentials: 'same-origin',
    // It adds the token of its connection to what it gets.
    headers: () => ({ ...headers }),
    retryAttempts: 0,
    on: { connected: onConnected },
  });
  return {
    subscribe: (request, sink) => client.subscribe({ ...request }, sink),
    dispose: () => client.dispose(),
  };
};
