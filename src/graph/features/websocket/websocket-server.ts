import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type GraphQLError, parse } from 'graphql';
import { handleProtocols, makeServer } from 'graphql-ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { LightAbortController } from '../../../client/abort.ts';
import { isObject, parseJson } from '../../../contract/json.ts';
import { LimitReached } from '../../../http/limits/limit-reached.ts';
import { withLogContext } from '../../../telemetry/log-context.ts';
import { HttpError } from '../../http/http-error.ts';
import { graphqlPath } from '../../http/http-server.ts';
import type { HttpServices } from '../../http/http-services.ts';
import type { Caller } from '../../http/request-context.ts';
import { isAnswer, withoutHttp } from '../../operation/answer.ts';
import { rateLimited } from '../../operation/execution-limits.ts';
import { unknownCaller } from '../../operation/limits.ts';
import { admitOperation } from '../../operation/run-operation.ts';
import type { Session } from '../../state/sessions/session.ts';
import type { SessionSeal } from '../../state/sessions/session-token.ts';
import { tooManySubscriptions } from '../../subscriptions/subscription-quota.ts';
import { problemWithJson } from '../../transports/graphql-params.ts';
import {
  type Closing,
  Connection,
  closings,
  expired,
  forbidden,
  malformed,
  noCredential,
  type ProtocolContext,
  switched,
  unauthorized,
} from './connection.ts';
import { callerOfConnection } from './connection-caller.ts';
import type { PageSockets } from './page-sockets.ts';
import { OperationFailed, SocketResults } from './socket-results.ts';

type Params = Readonly<Record<string, unknown>>;

export interface WebSocketOptions {
  /** Reads the cookie of the graph's page; undefined if there is no page. */
  readonly page: PageSockets | undefined;
  readonly log: Logger;
  /** Maximum open operations of a socket. */
  readonly operationsPerSocket: number;
  /** Maximum length of a client's message, in bytes. */
  readonly longestMessage: number;
  /** Timeout of `connection_init`, in milliseconds. */
  readonly initTimeoutMs?: number;
  /** Interval of pings, in milliseconds; a socket that has not answered the last one is terminated. */
  readonly pingMs?: number;
  /** Maximum bytes buffered for a slow reader before its socket is closed. */
  readonly maxBuffered?: number;
}

/** The open WebSockets. */
export class OpenSockets {
  readonly connections = new Set<Connection>();
  /** Number of sockets closed because their clients read too slowly. */
  lagged = 0;

  get size(): number {
    return this.connections.size;
  }
}

/** Closes a socket when its session ends. */
function endWith(session: Session, connection: Connection, seal: SessionSeal): void {
  connection.socket.once(
    'close',
    seal.whenOver(session, () => connection.end(expired)),
  );
}

/**
 * Serves the graph over graphql-transport-ws on the HTTP server's port. graphql-ws implements the protocol: it treats
 * each operation as an iterator, and calls its `return` when the client completes the operation or the socket closes.
 *
 * @returns closes all sockets, and terminates those that are still open after `drainMs`
 */
export function serveWebSocket(
  server: Server,
  { operations: services, callers, rates, upgrades }: HttpServices,
  open: OpenSockets,
  options: WebSocketOptions,
): (drainMs: number) => Promise<void> {
  const { maskError, limits, observer } = services;
  const { seal, newContext } = callers;
  const { page, log, operationsPerSocket, longestMessage } = options;
  const { initTimeoutMs = 3_000, pingMs = 12_000, maxBuffered = 1024 * 1024 } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols,
    maxPayload: longestMessage,
    perMessageDeflate: false,
  });
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void =>
    upgrades.admit(
      request,
      () => {
        const problem = handshakeProblem(request, graphqlPath);
        return problem ? Promise.resolve(problem) : rates.upgradeRefusal(request, upgrades.addressOf(request));
      },
      () => sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request)),
    );
  server.on('upgrade', onUpgrade);
  const { connections } = open;
  const onLag = (connection: Connection): void => {
    open.lagged += 1;
    connection.end(closings.lagged);
  };

  const endIfRefused = (connection: Connection, error: GraphQLError): void => {
    // Close the socket, since the key stays refused, but after the operation's error has been sent.
    if (error.extensions.code === 'UNAUTHENTICATED') setImmediate(() => connection.end(unauthorized));
  };

  const callerIn = async ({ connectionParams: params, extra }: ProtocolContext): Promise<Caller | Closing> => {
    try {
      const { cookie, headers } = extra;
      const pageToken = cookie === undefined ? undefined : params?.pageToken;
      if (cookie !== undefined && typeof pageToken === 'string') {
        if (!(await page?.admits(cookie, pageToken)))
          return forbidden('the page’s token has expired, or belongs to another session');
        return callerOfConnection({ headers: params?.headers, token: cookie }, headers, seal);
      }
      const caller = callerOfConnection(params, headers, seal);
      return caller.apiKey === undefined ? noCredential : caller;
    } catch (error) {
      return forbidden(maskError(error).message);
    }
  };

  /** Counts an operation against its key's rate limit, like an HTTP request. */
  const refusalOf = async ({ apiKey }: Caller): Promise<GraphQLError | undefined> => {
    if (apiKey === undefined) return undefined;
    try {
      await rates.take(apiKey);
      return undefined;
    } catch (error) {
      if (!(error instanceof LimitReached)) return maskError(error);
      observer?.refused('RATE_LIMITED', 'rate');
      return withoutHttp(rateLimited('rate', error));
    }
  };

  const protocol = makeServer<Params, Connection>({
    connectionInitWaitTimeout: initTimeoutMs,
    async onConnect(context) {
      const { extra: connection } = context;
      const caller = await callerIn(context);
      if ('code' in caller) {
        connection.end(caller);
        return false;
      }
      if (connection.socket.readyState !== connection.socket.OPEN) return false;
      const { session } = caller;
      if (session) {
        endWith(session, connection, seal);
        if (page && connection.cookie !== undefined)
          connection.socket.once(
            'close',
            page.whenSwitched(session, () => connection.end(switched)),
          );
      }
      connection.caller = caller;
      return true;
    },
    async onSubscribe({ extra: connection, subscriptions }, _id, params) {
      const { caller } = connection;
      if (!caller) throw new TypeError('An operation must come after connection_init.');
      if (Object.keys(subscriptions).length > operationsPerSocket)
        return [withoutHttp(tooManySubscriptions(`a socket may have ${operationsPerSocket} open`))];
      const tooMany = await refusalOf(caller);
      if (tooMany) return [tooMany];
      const leaving = new LightAbortController();
      const admitted = await admitOperation(services, {
        params: () => params,
        header: caller.header,
        address: connection.address,
        newContext: (began) => newContext({ ...caller, signal: leaving }, began),
      });
      // A syntax error, like an invalid document, is the operation's error and leaves the socket open.
      if (isAnswer(admitted)) return admitted.result.errors ?? [];
      const { schema } = admitted.admitted.prepared;
      return { schema, document: anyDocument, rootValue: new SocketResults(services, admitted, leaving) };
    },
    execute({ rootValue }) {
      if (!(rootValue instanceof SocketResults))
        throw new TypeError('An operation must be admitted before it is executed.');
      return rootValue;
    },
    onNext({ extra }, _id, _payload, _args, { errors = [] }) {
      for (const error of errors) endIfRefused(extra, error);
    },
    onError({ extra }, _id, _payload, thrown) {
      const failed = thrown[0]?.originalError;
      const errors = failed instanceof OperationFailed ? failed.errors : thrown;
      for (const error of errors) endIfRefused(extra, error);
      return errors.map((error) => error.toJSON());
    },
  });

  /** Confirms a key before a message is read that exceeds the limit for unknown keys. */
  const confirm = async (connection: Connection, apiKey: string): Promise<void> => {
    try {
      await services.known.confirm(apiKey, connection.address);
    } catch (error) {
      const isRefused = maskError(error).extensions.code === 'UNAUTHENTICATED';
      connection.end(isRefused ? unauthorized : closings.unconfirmed);
    }
  };

  /** Counts a socket without an accepted key. On close, since the key may come only with `connection_init`. */
  const countUnknown = ({ caller, address }: Connection): void => {
    if (!rates.isUnknown(caller)) return;
    rates.takeUnknown(caller, address).catch((error: unknown) => {
      if (!(error instanceof LimitReached))
        log.error({ err: error }, 'A WebSocket could not be counted against the rate limit.');
    });
  };

  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const { headers } = request;
    const cookie = page?.cookieOf(headers);
    const connection = new Connection(socket, headers, upgrades.addressOf(request), cookie, maxBuffered, onLag);
    connections.add(connection);
    const closed = protocol.opened(connection, connection);
    socket.on('message', (data) => {
      const text = String(data);
      const isLong = text.length > unknownCaller.requestBytes && rates.isUnknown(connection.caller);
      const { apiKey } = connection.caller ?? {};
      if (problemWithJson(text, limits) || (isLong && apiKey === undefined)) return connection.end(malformed);
      const handle = (): Promise<void> =>
        connection.receive(text).catch((error: unknown) => {
          const message = parseJson(text);
          // A message type that only servers send, or one nested too deeply to serialize, is the client's error.
          if (error instanceof RangeError || !isClientMessage(message)) connection.end(malformed);
          // An unexpected failure ends its operation only, not the socket.
          else connection.send(JSON.stringify({ id: message.id, type: 'error', payload: [maskError(error)] }));
        });
      const handleInContext = (): void => void withLogContext(connection.logContext(), handle);
      if (isLong && apiKey !== undefined) connection.delay(() => confirm(connection, apiKey));
      connection.inTurn(handleInContext);
    });
    socket.on('pong', () => {
      connection.alive = true;
    });
    // The client learns of the error from the close.
    socket.on('error', () => undefined);
    socket.once('close', (code, reason) => {
      connections.delete(connection);
      countUnknown(connection);
      withLogContext(connection.logContext(), () =>
        closed(code, String(reason)).catch((error: unknown) =>
          log.error({ err: error }, 'The close of a WebSocket could not be handled.'),
        ),
      );
    });
  });

  const pinging = setInterval(() => {
    for (const connection of connections) {
      if (connection.alive) connection.socket.ping();
      else connection.socket.terminate();
      connection.alive = false;
    }
  }, pingMs);
  pinging.unref();

  return async (drainMs) => {
    clearInterval(pinging);
    const leaving = [...connections].map(({ socket }) => once(socket, 'close'));
    for (const connection of connections) connection.end(closings.goingAway);
    const left = new AbortController();
    const deadline = wait(drainMs, undefined, { signal: left.signal }).catch(() => undefined);
    await Promise.race([Promise.all(leaving), deadline]);
    left.abort();
    for (const { socket } of connections) socket.terminate();
    server.off('upgrade', onUpgrade);
    await new Promise<void>((resolve) => sockets.close(() => resolve()));
  };
}

/** Placeholder: graphql-ws needs a document, but `admitOperation` has already read the one that was sent. */
const anyDocument = parse('{ __typename }');

/** Why a request that asks for a WebSocket gets none: the library would refuse it in HTML, and without a request id. */
function handshakeProblem({ method, url = '', headers }: IncomingMessage, path: string): HttpError | undefined {
  if (url.split('?', 1)[0] !== path)
    return new HttpError(404, 'NOT_FOUND', `There is no WebSocket at this path: it is at ${path}.`);
  if (method !== 'GET')
    return new HttpError(405, 'BAD_USER_INPUT', `A WebSocket is opened by GET, but got ${method}.`, { allow: 'GET' });
  const version = headers['sec-websocket-version'];
  if (version !== '13')
    return new HttpError(400, 'BAD_USER_INPUT', `sec-websocket-version: must be 13, but got ${version ?? 'none'}.`, {
      'sec-websocket-version': '13',
    });
  if (!/^[+/0-9a-z]{22}==$/i.test(headers['sec-websocket-key'] ?? ''))
    return new HttpError(400, 'BAD_USER_INPUT', 'sec-websocket-key: must be 16 bytes in base64, but is not.');
  return undefined;
}

const clientTypes: ReadonlySet<unknown> = new Set(['connection_init', 'ping', 'pong', 'subscribe', 'complete']);

/** Whether the type of a message is one that clients send. */
const isClientMessage = (message: unknown): message is { readonly id?: unknown } =>
  isObject(message) && clientTypes.has(message.type);
