import { createClient } from 'graphql-ws';
import { pageHeaders } from '../graph/graph.ts';

interface Sink<Data> {
  next(result: { readonly data?: Data | null }): void;
  /** @param error the cause of the connection's end, or an array with the errors of the operation */
  error(error: unknown): void;
  /** The stream has ended for good. */
  complete(): void;
}

/** One connection for all streams of a tab. It does not reconnect: `live.ts` opens new ones. */
export interface Socket {
  subscribe<Data extends Readonly<Record<string, unknown>>>(
    request: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> },
    sink: Sink<Data>,
  ): () => void;
  dispose(): void;
}

interface SocketOptions {
  /** Headers of each operation sent over it. */
  readonly headers: Readonly<Record<string, string>>;
  /** The socket has opened. */
  readonly onOpened: () => void;
  /** The graph has accepted the connection. */
  readonly onConnected: () => void;
}

/** Opens a WebSocket, authorized by the cookie together with a token for this connection. */
export const openSocket = ({ headers, onOpened, onConnected }: SocketOptions): Socket => {
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
