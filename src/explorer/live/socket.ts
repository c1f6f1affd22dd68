import { createClient } from 'graphql-ws';
import { pageHeaders } from '../graph/graph.ts';

interface Sink<Data> {
  next(result: { readonly data?: Data | null }): void;
  /** @param error what ended the connection, or the errors of the operation alone, as an array */
  error(error: unknown): void;
  /** The stream is over for good. */
  complete(): void;
}

/** One connection for all streams of a tab. It tries once: `live.ts` opens others. */
export interface Socket {
  subscribe<Data extends Readonly<Record<string, unknown>>>(
    request: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> },
    sink: Sink<Data>,
  ): () => void;
  dispose(): void;
}

interface SocketOptions {
  /** Of each operation that is sent over it. */
  readonly headers: Readonly<Record<string, string>>;
  /** Nothing on the way kept it from opening. */
  readonly onOpened: () => void;
  /** The graph has accepted it. */
  readonly onConnected: () => void;
}

/** A WebSocket, which the cookie opens together with a token that is good for it alone. */
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
