import { createClient } from 'graphql-ws';
import { pageHeaders } from '../graph/graph.ts';
import type { OpenConnection } from './connection.ts';

/** A WebSocket, which the cookie opens together with a token that is good for it alone. */
export const openSocket: OpenConnection = ({ headers, onOpened, onConnected }) => {
  const { protocol, host } = location;
  const client = createClient({
    url: `${protocol === 'http:' ? 'ws' : 'wss'}://${host}/graphql`,
    connectionParams: async () => ({ pageToken: await socketToken(), headers }),
    retryAttempts: 0,
    on: { opened: onOpened, connected: onConnected },
  });
  return {
    subscribe: (request, sink) => client.subscribe({ ...request }, sink),
    dispose: () => void client.dispose(),
  };
};

const socketToken = async (): Promise<string> => {
  const response = await fetch('/session/socket', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { ...pageHeaders, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw new Error(`Expected POST /session/socket to answer 200, but got ${response.status}.`);
  const { token }: { readonly token: string } = await response.json();
  return token;
};
