import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { creditUsage } from '../contract/operation/credits.ts';
import type { Operation } from '../contract/operation/operation.ts';
import type { UpstreamProfile } from '../contract/upstream-profile.ts';
import { type WireNames, type Words, wireNamesOf } from '../contract/wire-names.ts';
import type { AbortSignalLike } from './abort.ts';
import type { Answered, CallOptions, Credential } from './call.ts';
import { type BreakerOptions, CircuitBreaker, type CircuitStates } from './circuit-breaker.ts';
import {
  CallError,
  Cancelled,
  ConnectionLost,
  isPriced,
  RateLimited,
  StillInFlight,
  UpstreamFailed,
} from './errors.ts';
import { RatePauses } from './rate-pause.ts';
import { messageOf } from './request.ts';
import { readAnswer } from './response.ts';
import { waitBeforeRetry } from './retry.ts';
import { RetryBudget } from './retry-budget.ts';
import { sendAttempt } from './transport.ts';
import { WordCheck } from './word-check.ts';

export interface Client {
  readonly baseUrl: string;
  /** The upstream's names; undefined if they are the contract's. */
  readonly names: WireNames | undefined;
  /** How the upstream decides what the interface leaves open, where that is known. */
  readonly profile: UpstreamProfile | undefined;
  /** The upstream's word for the network, once its answers have shown that it differs from the configured one. */
  wordMismatch(): string | undefined;
  /** Whether the upstream has answered this operation with success since the client was created. */
  hasAnswered(operation: Operation): boolean;
  /** State of the circuits; undefined without a breaker. */
  circuits(): CircuitStates | undefined;
  /** @throws {import('./errors.ts').CallError} a subclass per kind of failure */
  call<Request, Answer>(
    operation: Operation<Request, Answer>,
    request: NoInfer<Request>,
    credential: Credential,
    options?: CallOptions,
  ): Promise<Answered<Answer>>;
  /** Waits for calls in flight; later ones fail with `UpstreamUnreachable`. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A client's way to call an operation; what adapts or measures calls takes one and returns another. */
export type Call = Client['call'];

export interface ClientOptions {
  /** http or https URL. Its path is the prefix of all operations' paths. */
  readonly baseUrl: string;
  readonly timeoutMs?: number | undefined;
  /** Maximum connections. Each carries one call at a time; further calls are queued. */
  readonly connections?: number | undefined;
  /** The upstream's names, if they differ from the contract's. */
  readonly names?: Words | undefined;
  /** How the upstream decides what the interface leaves open, where that is known. */
  readonly profile?: UpstreamProfile | undefined;
  /**
   * Whether the upstream charges once per `Idempotency-Key`; default: what its profile says. Each paid call then gets a
   * key, and is retried once if its answer was lost.
   */
  readonly chargesOncePerKey?: boolean | undefined;
  /** Called once if the upstream has another word for the network. */
  readonly onWordMismatch?: ((word: string) => void) | undefined;
  /** Circuit breaker; none by default. */
  readonly breaker?: BreakerOptions | undefined;
  /** Maximum retries of a call that is safe to retry. */
  readonly retries?: number | undefined;
  readonly wait?: ((ms: number, leaving?: AbortSignalLike | undefined) => Promise<void>) | undefined;
  readonly random?: (() => number) | undefined;
}

/** @throws {TypeError} if the base URL is invalid */
export function createClient({
  baseUrl,
  timeoutMs = 30_000,
  connections = 128,
  names,
  profile,
  chargesOncePerKey = profile?.chargesOncePerKey === true,
  onWordMismatch = () => undefined,
  breaker,
  retries = 2,
  wait = waitFor,
  random = Math.random,
}: ClientOptions): Client {
  const { origin, prefix } = baseOf(baseUrl);
  const base = { prefix, names: wireNamesOf(names) };
  const poolOf = (pipelining: number): Pool =>
    new Pool(origin, {
      connections,
      pipelining,
      allowH2: false,
      connectTimeout: Math.min(timeoutMs, 5_000),
      // Attempts have their own timeout, over their whole duration.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  const pool = poolOf(1);
  const fresh = new FreshConnections(() => poolOf(0));
  const pauses = new RatePauses();
  const wordCheck = new WordCheck(names?.xnet ?? 'xnet', onWordMismatch);
  const circuits = breaker && new CircuitBreaker(breaker);
  const budget = new RetryBudget();
  const answeredOperations = new Set<string>();
  let closing: Promise<void> | undefined;

  /** A free call that probes the upstream. */
  const probe = async ({ apiKey }: Credential, leftMs: number): Promise<void> => {
    const message = messageOf(base, creditUsage, undefined, { apiKey });
    const sent = { operation: creditUsage, message, requestId: undefined, signal: undefined };
    const { status, requestId } = await sendAttempt(pool, { ...sent, timeoutMs: leftMs, leftMs });
    if (status >= 500) throw new UpstreamFailed({ operation: creditUsage, sent: true, status, requestId });
  };

  const client: Client = {
    baseUrl: origin + prefix,
    names: base.names,
    profile,
    wordMismatch: () => wordCheck.mismatch,

    async call(operation, request, credential, options = {}) {
      const started = performance.now();
      const { signal, requestId } = options;
      const { apiKey } = credential;
      const paysOnce = chargesOncePerKey && operation.chargesOncePerKey;
      const idempotencyKey = options.idempotencyKey ?? (paysOnce ? randomUUID() : undefined);
      const message = messageOf(base, operation, request, credential, { ...options, idempotencyKey });
      const allowedMs = options.timeoutMs ?? timeoutMs;
      const leftMs = (): number => Math.max(0, started + allowedMs - performance.now());
      const attempt = async () => {
        const sent = { operation, message, requestId, timeoutMs: allowedMs, leftMs: leftMs(), signal, paysOnce };
        const received = await sendAttempt(fresh.poolFor(operation) ?? pool, sent);
        const reading = { apiKey, keyed: idempotencyKey !== undefined, names: base.names, wordCheck };
        return {
          status: received.status,
          body: readAnswer(operation, received, reading),
          requestId: received.requestId,
          milliseconds: performance.now() - started,
          waitedMs: received.waitedMs,
          bytes: received.body.length,
          replayed: received.replayed,
        };
      };
      const waitFirst = (ms: number): Promise<void> =>
        wait(ms, signal).catch(() => {
          throw new Cancelled({ operation, sent: false, requestId });
        });
      const pausedMs = pauses.leftMs(apiKey);
      if (pausedMs > 0) {
        if (pausedMs >= leftMs())
          throw new RateLimited({ operation, sent: false, status: 429, requestId, retryAfterMs: pausedMs });
        await waitFirst(pausedMs);
      }
      budget.call();
      // The first failure that may have been charged. It is reported even if a later, free failure follows.
      let lost: CallError | undefined;
      for (let retried = 0; ; retried += 1) {
        const isClosed = circuits?.isClosed(operation) ?? true;
        try {
          if (circuits && !isClosed)
            return await circuits.tryAgain(operation, requestId, attempt, () => probe(credential, leftMs()));
          const answered = await attempt();
          circuits?.succeeded(operation);
          pauses.end(apiKey);
          answeredOperations.add(operation.name);
          return answered;
        } catch (error) {
          if (error instanceof RateLimited) pauses.begin(apiKey, error.retryAfterMs);
          else if (error instanceof ConnectionLost) fresh.lost(error);
          if (isClosed) await circuits?.failed(operation, error);
          if (!(error instanceof CallError)) throw error;
          if (error.charged === 'maybe') lost ??= error;
          const failure = lost ?? error;
          if (retried >= retries || signal?.aborted || closing) throw failure;
          const backoffMs = waitBeforeRetry(error, retried, random);
          if (backoffMs === undefined) throw failure;
          const ms = error instanceof RateLimited ? Math.max(backoffMs, pauses.leftMs(apiKey)) : backoffMs;
          if (ms >= leftMs()) throw failure;
          // Waiting for an earlier call with the same key is not a sign of trouble, so it takes nothing from the
          // budget.
          if (!(error instanceof StillInFlight) && !budget.retry()) throw failure;
          await waitFirst(ms).catch((left) => {
            throw lost ?? left;
          });
        }
      }
    },

    hasAnswered: ({ name }) => answeredOperations.has(name),
    circuits: () => circuits?.states,
    close: () => (closing ??= Promise.all([pool.close(), fresh.close()]).then(() => undefined)),
    [Symbol.asyncDispose]: () => client.close(),
  };
  return client;
}

/** How long priced calls use new connections after a connection was lost, in milliseconds. */
const freshMs = 60_000;

/**
 * A pool of connections for one priced call each. Some gateways close a connection after an answer without announcing
 * it, and so lose the next call on it. A free call is then retried, but a paid one cannot be.
 */
class FreshConnections {
  readonly #open: () => Pool;
  #pool: Pool | undefined;
  #until = 0;

  constructor(open: () => Pool) {
    this.#open = open;
  }

  /** Reports a lost call. Without a status, its connection may have been closed before it was sent. */
  lost(error: ConnectionLost): void {
    if (error.status === undefined) this.#until = performance.now() + freshMs;
  }

  poolFor(operation: Operation): Pool | undefined {
    if (this.#until === 0 || !isPriced(operation) || performance.now() > this.#until) return undefined;
    this.#pool ??= this.#open();
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }
}

const waitFor = (ms: number, leaving?: AbortSignalLike): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      reject(new Error('The caller left.'));
    };
    const timer = setTimeout(() => {
      leaving?.removeEventListener('abort', leave);
      resolve();
    }, ms);
    leaving?.addEventListener('abort', leave);
  });

function baseOf(baseUrl: string): { readonly origin: string; readonly prefix: string } {
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl: must be an http or https URL without credentials, query and fragment.');
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}
