import type { Logger } from 'pino';
import type { BreakerOptions } from '../../client/circuit-breaker.ts';
import type { UpstreamProfile } from '../../contract/upstream-profile.ts';
import type { Words } from '../../contract/wire-names.ts';
import type { Audit } from '../../telemetry/audit.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { Tracking } from '../mapping/open-tasks.ts';
import type { PollingOptions } from '../mapping/polling-options.ts';
import type { CreditOptionsInput } from '../operation/credit-options.ts';
import type { Limits } from '../operation/limits.ts';
import type { TrustedDocumentOptions } from '../operation/trusted-documents.ts';
import type { Database } from '../state/database.ts';
import type { Clock } from '../state/sessions/session-token.ts';
import type { PageSource } from './explorer/page-route.ts';
import type { DemoTeam } from './explorer/page-session-route.ts';
import type { GraphiqlOptions } from './graphiql/graphiql-route.ts';
import type { McpIssuer } from './issued-tokens.ts';
import type { McpSource } from './mcp-route.ts';
import type { SessionOptions } from './open-session.ts';
import type { TrafficOptions } from './traffic.ts';
import type { WebSocketOptions } from './websocket/websocket-server.ts';

export interface GraphOptions {
  /** Where the data service is; the graph can't tell an embedded one from a remote one. */
  readonly upstreamUrl: string;
  /** The data service's words in place of the contract's `xnet` and `fundingdb`. */
  readonly names?: Words | undefined;
  /** How the data service decides what the interface leaves open, where that is known. */
  readonly profile?: UpstreamProfile | undefined;
  /** The data service charges once for an `Idempotency-Key`, whatever its profile says: the embedded one does. */
  readonly chargesOncePerKey?: boolean | undefined;
  /** Connections to the data service that are open at once at most; each carries one call at a time. Default: 128. */
  readonly upstreamConnections?: number | undefined;
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port?: number;
  /** How long a request, its head or all of it, may take to arrive; then it is answered with 408. Default: 30 seconds. */
  readonly arrivalMs?: number;
  readonly log: Logger;
  /** The time one upstream call may take, retries included. */
  readonly upstreamTimeoutMs?: number;
  /** When calls of an upstream in trouble fail at once. */
  readonly breaker?: BreakerOptions | 'off';
  /** How often a mapping task is looked at. */
  readonly polling?: Partial<PollingOptions>;
  /** How mapping tasks are followed and remembered. */
  readonly tracking?: Partial<Tracking>;
  /** The protocol's times and limits. */
  readonly webSocket?: Partial<Pick<WebSocketOptions, 'initTimeoutMs' | 'pingMs' | 'maxBuffered'>>;
  /** Budgets and receipts. */
  readonly credits?: CreditOptionsInput;
  /** What an operation may ask. */
  readonly limits?: Partial<Limits>;
  /** Whether the schema may be read; GraphiQL needs it. */
  readonly introspection?: boolean;
  /** Documents that were registered beforehand. */
  readonly trusted?: TrustedDocumentOptions;
  /** Origins whose pages may call the graph; none but its own, unless named here. */
  readonly origins?: readonly string[];
  /** Path of a Unix socket by which commands of the same user reach the graph; absent: none. */
  readonly adminSocket?: string | undefined;
  /** What seals sessions; without it, sessions end with this process. */
  readonly secret?: string;
  /** Another secret, whose sessions are accepted. */
  readonly acceptedSecret?: string | undefined;
  /** Keys the hashes of credentials under which anything is stored; default: `secret`. */
  readonly identitySecret?: string | undefined;
  readonly sessions?: Partial<SessionOptions>;
  /** The time by which sessions end; the system's, unless a test brings one. */
  readonly clock?: Clock;
  /** What the graph remembers without a Redis; its opener closes it. Absent: nothing outlives the graph. */
  readonly database?: Database | undefined;
  /** A Redis through which graphs that have the same secret share mapping tasks and the records that their callers paid for. */
  readonly redisUrl?: string | undefined;
  /** What GraphiQL shows when it opens; `off`: there is no such page, nor is there one without introspection. */
  readonly graphiql?: GraphiqlOptions | 'off';
  /** The page for people, at `/`; absent: there is none, and `/` leads to the graph. */
  readonly explorer?: ExplorerOptions | undefined;
  /** Watches networks for their callers; absent: nobody can have one watched. */
  readonly watches?: WatchOptions | undefined;
  /** Serves tools to agents at `/mcp`; absent: there is no such path. */
  readonly mcp?: McpSource | undefined;
  /** Whose tokens call tools as well; absent: those of sessions alone. */
  readonly mcpIssuer?: McpIssuer | undefined;
  /** What callers may take at once, in a minute, and for how long. */
  readonly traffic?: Partial<TrafficOptions>;
  /** What measures the graph; absent: nothing is measured. */
  readonly telemetry?: Pick<Telemetry, 'metrics' | 'tracing'> | undefined;
  /** Has a line of each operation; absent: there are none. */
  readonly operationLog?: Logger | undefined;
  /** Hears of what moves money or keys. */
  readonly audit?: Audit | undefined;
  /** Charges of so many credits and more are reported to it; default: 100. */
  readonly auditedCredits?: number | undefined;
}

export interface WatchOptions {
  /** Webhooks may go to loopback and private addresses, and over plain http. */
  readonly allowPrivate: boolean;
  /** How long a replica that dies keeps a watch from the others, in milliseconds. Default: 30 seconds. */
  readonly leaseMs?: number | undefined;
  /** How long a webhook may take to answer, in milliseconds. Default: 15 seconds. */
  readonly timeoutMs?: number;
}

export interface ExplorerOptions {
  readonly source: PageSource;
  /** Teams that may be looked at without a key: empty but on loopback with the sample. */
  readonly demo: readonly DemoTeam[];
}

/** What a running graph can take up, as it is opened with; what is left out takes its default. */
export type ReloadableOptions = Pick<GraphOptions, 'limits' | 'trusted' | 'origins' | 'credits' | 'traffic'>;
