import { headersFor } from '../graph/graph.ts';
import { send } from '../session/session.ts';

interface Sink {
  next(data: unknown): void;
  /** The stream has ended for good. */
  complete(): void;
}

/** One connection for all streams of a tab. It does not reconnect: `live.ts` opens new ones. */
export interface Socket {
  subscribe(request: { readonly query: string; readonly variables: object }, sink: Sink): () => void;
  close(): void;
}

interface SocketOptions {
  readonly onOpened: () => void;
  /** The graph has accepted the connection. */
  readonly onConnected: () => void;
  /** The connection has ended, though `close` was not called. */
  readonly onLost: () => void;
}

/** Opens a WebSocket (`graphql-transport-ws`), authorized by the cookie together with a token for this connection. */
export const openSocket = ({ onOpened, onConnected, onLost }: SocketOptions): Socket => {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const sinks = new Map<string, Sink>();
  /** Subscriptions made before the graph has accepted the connection. */
  const waiting = new Map<string, object>();
  let isConnected = false;
  const tell = (message: object) => socket.send(JSON.stringify(message));
  const subscribe = (id: string, payload: object) => tell({ id, type: 'subscribe', payload });

  socket.onclose = onLost;
  socket.onopen = async () => {
    onOpened();
    const { body } = await send('POST', '/session/socket', {});
    // Safe: an answer of the graph; without a token, it refuses the connection.
    const pageToken = (body as { readonly token?: string } | undefined)?.token;
    tell({ type: 'connection_init', payload: { pageToken, headers: headersFor(0) } });
  };
  socket.onmessage = ({ data }) => {
    const { type, id, payload } = JSON.parse(data);
    if (type === 'ping') tell({ type: 'pong' });
    if (type === 'next') sinks.get(id)?.next(payload.data);
    if (type === 'error' || type === 'complete') sinks.get(id)?.complete();
    if (type !== 'connection_ack') return;
    isConnected = true;
    onConnected();
    for (const [key, request] of waiting) subscribe(key, request);
  };
  return {
    subscribe: (request, sink) => {
      const id = crypto.randomUUID();
      sinks.set(id, sink);
      if (isConnected) subscribe(id, request);
      else waiting.set(id, request);
      return () => {
        sinks.delete(id);
        waiting.delete(id);
        if (isConnected) tell({ id, type: 'complete' });
      };
    },
    close: () => {
      socket.onclose = null;
      sinks.clear();
      socket.close();
    },
  };
};
