import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { BreakerOptions } from '../client/circuit-breaker.ts';
import type { UpstreamProfile } from '../contract/upstream-profile.ts';
import type { Words } from '../contract/wire-names.ts';
import type { Audit } from '../telemetry/audit.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { PageSource } from './features/explorer-host/page-route.ts';
import type { DemoTeam } from './features/explorer-host/page-session-route.ts';
import type { GraphiqlOptions } from './features/graphiql/graphiql-route.ts';
import type { PollingOptions } from './features/mapping/polling-options.ts';
import type { McpIssuer } from './features/mcp-host/issued-tokens.ts';
import type { McpSource } from './features/mcp-host/mcp-route.ts';
import type { WatchOptions } from './features/watches/watch-options.ts';
import type { WebSocketOptions } from './features/websocket/websocket-server.ts';
import { defaultSessions, type SessionOptions } from './http/open-session.ts';
import { defaultTraffic, type TrafficOptions } from './http/traffic.ts';
import { type CreditOptions, type CreditOptionsInput, creditOptionsOf } from './operation/credit-options.ts';
import type { TrustedDocumentOptions } from './operation/documents.ts';
import { defaultLimits, type Limits } from './operation/limits.ts';
import { Database } from './state/database.ts';
import { type Clock, systemClock } from './state/sessions/session-token.ts';
import { defaultTracking, type Tracking } from './tracking.ts';

export interface GraphOptions {
  /** Base URL of the data service, embedded or remote. */
  readonly upstreamUrl: string;
  /** The data service's names for the contract's `xnet` and `fundingdb`. */
  readonly names?: Words | undefined;
  /** How the data service behaves where the specification leaves a point open, if known. */
  readonly profile?: UpstreamProfile | undefined;
  /** The data service charges once per `Idempotency-Key`, whatever its profile says; the embedded one does. */
  readonly chargesOncePerKey?: boolean | undefined;
  /** More headers of each call to the data service. */
  readonly upstreamHeaders?: Readonly<Record<string, string>> | undefined;
  /** Whether calls to the data service go through the proxy that the environment names, if any. */
  readonly mayUseProxy?: boolean;
  /** Maximum open connections to the data service; each carries one call at a time. Default: 128. */
  readonly upstreamConnections?: number | undefined;
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Timeout for receiving a request's head, and for all of it; after that, 408. Default: 30 seconds. */
  readonly arrivalMs?: number;
  readonly log: Logger;
  /** Timeout of one upstream call, retries included. */
  readonly upstreamTimeoutMs?: number;
  /** Circuit breaker for upstream calls. */
  readonly breaker?: BreakerOptions | 'off';
  /** How often mapping tasks are polled. */
  readonly polling?: Partial<PollingOptions>;
  /** How mapping tasks are tracked and stored. */
  readonly tracking?: Partial<Tracking>;
  /** Timeouts, in milliseconds, and buffer limit, in bytes, of WebSockets. */
  readonly webSocket?: Partial<Pick<WebSocketOptions, 'initTimeoutMs' | 'pingMs' | 'maxBuffered'>>;
  /** Budgets and receipts. */
  readonly credits?: CreditOptionsInput;
  /** Limits of one operation. */
  readonly limits?: Partial<Limits>;
  /** Whether introspection is allowed; GraphiQL needs it. Default: true. */
  readonly introspection?: boolean;
  /** Documents registered in advance. */
  readonly trusted?: TrustedDocumentOptions;
  /** Other origins from which pages may call the graph. Default: none. */
  readonly origins?: readonly string[];
  /** Path of a Unix socket for commands of the same user; absent: no socket. */
  readonly adminSocket?: string | undefined;
  /** Secret that seals session tokens; without it, sessions end with this process. */
  readonly secret?: string;
  /** Another secret: sessions sealed with it are accepted too. */
  readonly acceptedSecret?: string | undefined;
  /** Secret for the keyed hashes of credentials under which data is stored. Default: `secret`. */
  readonly identitySecret?: string | undefined;
  readonly sessions?: Partial<SessionOptions>;
  /** Clock by which sessions expire. Default: the system's; tests inject their own. */
  readonly clock?: Clock;
  /** Persistent storage, used without Redis; the caller closes it. Absent: in memory only. */
  readonly database?: Database | undefined;
  /** File of kept records, used without Redis and closed with the graph; absent: none are kept. */
  readonly keptDatabase?: Database | undefined;
  /** Redis URL: graphs with the same secret share state, and records that their callers paid for, through it. */
  readonly redisUrl?: string | undefined;
  /** Initial contents of GraphiQL; `off`: no GraphiQL. Without introspection there is none either. */
  readonly graphiql?: GraphiqlOptions | 'off';
  /** The explorer page, at `/`; absent: `/` redirects to `/graphql`. */
  readonly explorer?: ExplorerOptions | undefined;
  /** Enables watches of networks; absent: watches are disabled. */
  readonly watches?: WatchOptions | undefined;
  /** Serves MCP tools at `/mcp`; absent: no such route. */
  readonly mcp?: McpSource | undefined;
  /** Authorization server whose tokens also authorize tool calls; absent: session tokens only. */
  readonly mcpIssuer?: McpIssuer | undefined;
  /** Limits on concurrency, request rates, load and connections. */
  readonly traffic?: Partial<TrafficOptions>;
  /** Metrics and tracing; absent: none. */
  readonly telemetry?: Pick<Telemetry, 'metrics' | 'tracing'> | undefined;
  /** Logger for one line per operation; absent: no such lines. */
  readonly operationLog?: Logger | undefined;
  /** Audit log: charges, purses, sessions and purges. */
  readonly audit?: Audit | undefined;
  /** Charges of at least this many credits are audited. Default: 100. */
  readonly auditedCredits?: number | undefined;
}

export interface ExplorerOptions {
  readonly source: PageSource;
  /** Teams open without a key; empty except on loopback with the sample data. */
  readonly demo: readonly DemoTeam[];
}

/** Options with their defaults: a random secret, and a database in memory. */
export interface ResolvedOptions extends GraphOptions {
  readonly database: Database;
  readonly secret: string;
  readonly identitySecret: string;
  readonly clock: Clock;
  readonly tracking: Tracking;
  readonly sessions: SessionOptions;
  readonly limits: Limits;
  readonly traffic: TrafficOptions;
  readonly origins: readonly string[];
  readonly credits: CreditOptions;
}

/** Options that a running graph can reload; omitted ones return to their defaults. Of `credits`, only the budget. */
export type ReloadableOptions = Pick<GraphOptions, 'limits' | 'trusted' | 'origins' | 'credits' | 'traffic'>;

export const reloadableOf = ({ limits, traffic, origins = [], credits = {} }: ReloadableOptions) => ({
  limits: { ...defaultLimits, ...limits },
  traffic: { ...defaultTraffic, ...traffic },
  origins,
  credits: creditOptionsOf(credits),
});

export function resolvedOptions(options: GraphOptions): ResolvedOptions {
  const { secret = randomBytes(32).toString('hex'), clock, credits } = options;
  const { identitySecret = secret, database = new Database(':memory:') } = options;
  const cache = { ...(clock && { wallNow: () => clock.now() }), ...credits?.cache };
  return {
    ...options,
    ...{ secret, identitySecret, database, clock: clock ?? systemClock },
    ...reloadableOf({ ...options, credits: { ...credits, cache } }),
    tracking: { ...defaultTracking, ...options.tracking },
    sessions: { ...defaultSessions, ...options.sessions },
  };
}
