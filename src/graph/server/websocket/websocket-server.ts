import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { GraphQLError } from 'graphql';
import { handleProtocols, makeServer } from 'graphql-ws';
import type { YogaServerInstance } from 'graphql-yoga';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import { LimitReached } from '../../../limits/limit-reached.ts';
import { withLogContext } from '../../../telemetry/log-context.ts';
import { tooManySubscriptions } from '../../mapping/subscription-quota.ts';
import type { TaskPollers } from '../../mapping/task-pollers.ts';
import { rateLimited } from '../../operation/execution-limits.ts';
import { unknownCaller } from '../../operation/limits.ts';
import type { GraphContext } from '../../schema/builder.ts';
import type { Session, SessionSeal } from '../../state/sessions/session-token.ts';
import { type Envelop, envelopOperation, throughEnvelop } from '../enveloped-operation.ts';
import { problemWithJson } from '../json-bounds.ts';
import type { OperationServices } from '../operation-services.ts';
import { type Caller, callerOfConnection } from '../request-context.ts';
import type { RequestRates } from '../request-rates.ts';
import type { Upgrades } from '../upgrades.ts';
import {
  type Closing,
  Connection,
  closings,
  expired,
  forbidden,
  idInUse,
  malformed,
  noCredential,
  type ProtocolContext,
  unauthorized,
} from './connection.ts';
import { isClientMessage, readOperationMessage } from './message.ts';
import { SharedSubscriptions } from './shared-subscriptions.ts';

type Params = Readonly<Record<string, unknown>>;

export interface WebSocketOptions
  extends Pick<OperationServices, 'operations' | 'limits' | 'newContext' | 'seal' | 'maskError' | 'observer'> {
  readonly yoga: Envelop & Pick<YogaServerInstance<object, GraphContext>, 'graphqlEndpoint'>;
  readonly pollers: TaskPollers;
  readonly rates: Pick<RequestRates, 'take' | 'isUnknown' | 'takeUnknown' | 'upgradeRefusal'>;
  readonly upgrades: Upgrades;
  /** Hears how long each event that is shared waited for a socket, in milliseconds. */
  readonly onTaken?: ((waitedMs: number) => void) | undefined;
  readonly log: Logger;
  /** How many operations one socket may have open. */
  readonly operationsPerSocket: number;
  /** The longest message that a client may send, in bytes. */
  readonly longestMessage: number;
  /** How long `connection_init` may take, in milliseconds. */
  readonly initTimeoutMs?: number;
  /** The pause between two pings; a socket that has not answered the last one is dropped. */
  readonly pingMs?: number;
  /** The bytes that may wait for a slow reader before its socket is closed. */
  readonly mostBuffered?: number;
}

/** The WebSockets that are open. */
export interface Sockets {
  readonly size: number;
  /** How many were closed since their clients did not read. */
  readonly lagged: number;
  /** How many operations followers share. */
  readonly shared: number;
  /** Sends clients elsewhere, and drops those who have not left after so many milliseconds. */
  close(drainMs: number): Promise<void>;
}

/** Closes a socket when its session is over. */
function endWith(session: Session, connection: Connection, seal: SessionSeal): void {
  connection.socket.once(
    'close',
    seal.whenOver(session, () => connection.end(expired)),
  );
}

/**
 * Whether a request asks for a WebSocket. A server ignores an upgrade to another protocol (RFC 9110, 7.8), such as the
 * h2c that some clients offer with every request: that request is answered over HTTP/1.1.
 */
export const offersWebSocket = ({ headers: { upgrade } }: Pick<IncomingMessage, 'headers'>): boolean =>
  upgrade?.toLowerCase() === 'websocket';

/**
 * Serves the graph over graphql-transport-ws on the HTTP server's own port. graphql-ws keeps the protocol; only
 * subscriptions that many share are kept from it (`SharedSubscriptions`).
 */
export function serveWebSocket(server: Server, options: WebSocketOptions): Sockets {
  const { yoga, operations, limits, seal, pollers, rates, newContext, maskError, observer, log } = options;
  const { upgrades, operationsPerSocket, longestMessage } = options;
  const { initTimeoutMs = 3_000, pingMs = 12_000, mostBuffered = 1024 * 1024 } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    path: yoga.graphqlEndpoint,
    handleProtocols,
    maxPayload: longestMessage,
    perMessageDeflate: false,
  });
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void =>
    upgrades.admit(
      request,
      () => rates.upgradeRefusal(request, upgrades.addressOf(request)),
      () => sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request)),
    );
  server.on('upgrade', onUpgrade);
  const connections = new Set<Connection>();
  let lagged = 0;
  const onLag = (connection: Connection): void => {
    lagged += 1;
    connection.end(closings.lagged);
  };

  const onError = (connection: Connection, error: GraphQLError): void => {
    // A key that is refused stays so: the client hears of the operation's error first, then loses its socket.
    if (error.extensions.code === 'UNAUTHENTICATED') setImmediate(() => connection.end(unauthorized));
  };

  const callerIn = ({ connectionParams, extra }: ProtocolContext): Caller | Closing => {
    try {
      const caller = callerOfConnection(connectionParams, extra.headers, seal);
      return caller.apiKey === undefined ? noCredential : caller;
    } catch (error) {
      return forbidden(maskError(error).message);
    }
  };

  /** Counts an operation by its key, as a request over HTTP is counted. */
  const refusalOf = async ({ accepted }: Connection): Promise<GraphQLError | undefined> => {
    if (accepted?.caller.apiKey === undefined) return undefined;
    try {
      await rates.take(accepted.caller.apiKey);
      return undefined;
    } catch (error) {
      if (!(error instanceof LimitReached)) return maskError(error);
      observer?.refused('RATE_LIMITED', 'rate');
      return rateLimited('rate', error);
    }
  };

  const shared = new SharedSubscriptions({
    operations,
    limits,
    pollers,
    newContext,
    maskError,
    onError,
    observer,
    onTaken: options.onTaken,
  });

  const protocol = makeServer<Params, Connection>({
    connectionInitWaitTimeout: initTimeoutMs,
    ...throughEnvelop,
    onConnect(context) {
      const caller = callerIn(context);
      if ('code' in caller) {
        context.extra.end(caller);
        return false;
      }
      if (caller.session) endWith(caller.session, context.extra, seal);
      context.extra.accepted = { caller, context };
      return true;
    },
    onError(context, _id, _payload, errors) {
      for (const error of errors) onError(context.extra, error);
    },
    onNext(context, _id, _payload, _args, { errors = [] }) {
      for (const error of errors) onError(context.extra, error);
    },
    async onSubscribe(context, _id, { query, variables, operationName, extensions }) {
      if (openIn(context) > operationsPerSocket)
        return [tooManySubscriptions(`a socket may have ${operationsPerSocket} open`)];
      const tooMany = await refusalOf(context.extra);
      if (tooMany) return [tooMany];
      const params = { query, variables, operationName, extensions };
      // A syntax error, like an invalid document, is the operation's error and leaves the socket open.
      return envelopOperation(yoga, context.extra.accepted?.caller, params, maskError);
    },
  });

  /** True where the message was about a shared subscription, and is done with. */
  function takeShared(connection: Connection, text: string): boolean {
    const message = connection.accepted && readOperationMessage(text);
    if (!connection.accepted || !message) return false;
    const { caller, context } = connection.accepted;
    // What a session may see is its own; only those who hold a key share.
    if (caller.session) return false;
    const { id } = message;
    const known = connection.shared?.get(id);
    if (message.type === 'complete') {
      known?.leave();
      return known !== undefined;
    }
    if (known) {
      connection.end(idInUse);
      return true;
    }
    if (id in context.subscriptions || openIn(context) >= operationsPerSocket) return false;
    const isShared = shared.subscribe(connection, id, message.params, caller);
    // Counted at once and judged later: a message that waited would be overtaken by those behind it.
    if (isShared) void refusalOf(connection).then((tooMany) => tooMany && connection.shared?.get(id)?.refuse(tooMany));
    return isShared;
  }

  /** Before `connection_init`, and for as long as its key is refused, a message may be as long as a request without one. */
  const isTooLong = ({ length }: string, { accepted }: Connection): boolean =>
    length > unknownCaller.requestBytes && rates.isUnknown(accepted?.caller.apiKey);

  /** Counts a socket that no key vouched for; whoever has one may send it as late as `connection_init`. */
  const countUnknown = ({ accepted }: Connection, address: string): void => {
    if (!rates.isUnknown(accepted?.caller.apiKey)) return;
    rates.takeUnknown(address).catch((error: unknown) => {
      if (!(error instanceof LimitReached)) log.error({ err: error }, 'A WebSocket could not be counted.');
    });
  };

  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const connection = new Connection(socket, request.headers, mostBuffered, onLag);
    const address = upgrades.addressOf(request);
    connections.add(connection);
    const closed = protocol.opened(connection, connection);
    socket.on('message', (data) => {
      const text = String(data);
      if (isTooLong(text, connection) || problemWithJson(text, limits)) return connection.end(malformed);
      // Runs at once as far as the first pause, so that messages keep their order; whatever throws ends this socket only.
      const handle = async (): Promise<void> => {
        if (!takeShared(connection, text)) await connection.receive(text);
      };
      const handleSafely = (): Promise<void> =>
        handle().catch((error: unknown) => {
          // Messages that only servers send, and those nested too deeply to be written back, are errors of their client's.
          if (error instanceof RangeError || !isClientMessage(text)) return connection.end(malformed);
          log.error({ err: error }, 'A WebSocket message could not be handled; the socket is closed.');
          connection.close(4500, 'Internal server error');
        });
      void withLogContext(connection.logContext(), handleSafely);
    });
    socket.on('pong', () => {
      connection.alive = true;
    });
    // A fault of a socket is reported to its client by its close.
    socket.on('error', () => undefined);
    socket.once('close', (code, reason) => {
      connections.delete(connection);
      countUnknown(connection, address);
      for (const subscriber of connection.shared?.values() ?? []) subscriber.leave();
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

  return {
    get size(): number {
      return connections.size;
    },

    get lagged(): number {
      return lagged;
    },

    get shared(): number {
      return shared.size;
    },

    async close(drainMs: number): Promise<void> {
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
    },
  };
}

/** How many operations a socket has open. */
const openIn = ({ subscriptions, extra }: ProtocolContext): number =>
  Object.keys(subscriptions).length + (extra.shared?.size ?? 0);
