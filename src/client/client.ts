import { randomUUID } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { creditUsage } from '../contract/operation/credits.ts';
import type { Operation } from '../contract/operation/operation.ts';
import type { UpstreamProfile } from '../contract/upstream-profile.ts';
import { type WireNames, type Words, wireNamesOf } from '../contract/wire-names.ts';
import type { AbortSignalLike } from './abort.ts';
import type { Answered, CallOptions, Credential } from './call.ts';
import { CallQueue, NoTurn, type Turn } from './call-queue.ts';
import { type BreakerOptions, CircuitBreaker, type CircuitStates } from './circuit-breaker.ts';
import { type Clock, systemClock } from './clock.ts';
import { dispatcherTo } from './dispatcher.ts';
import {
  BadUpstreamRequest,
  CallError,
  Cancelled,
  ConnectionLost,
  type Failure,
  isPriced,
  RateLimited,
  StillInFlight,
  UpstreamFailed,
} from './errors.ts';
import { messageOf } from './request.ts';
import { readAnswer } from './response.ts';
import { waitBeforeRetry } from './retry.ts';
import { RetryBudget } from './retry-budget.ts';
import { sendAttempt } from './transport.ts';
import { userAgent } from './user-agent.ts';
import { WordCheck } from './word-check.ts';

export interface Client {
  readonly baseUrl: string;
  /** The upstream's names; undefined if they are the contract's. */
  readonly names: WireNames | undefined;
  /** How the upstream decides what the interface leaves open, where that is known. */
  readonly profile: UpstreamProfile | undefined;
  /** Whether the upstream charges once per `Idempotency-Key`. */
  readonly chargesOncePerKey: boolean;
  /** The upstream's words that its answers have shown to differ from the configured ones, such as `xnet=acme`. */
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
  /** Maximum connections. Each carries one call at a time; further calls wait for their turns, fairly by key. */
  readonly connections?: number | undefined;
  /** More headers of each request, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether requests go through the proxy that the environment names, if any. */
  readonly mayUseProxy?: boolean | undefined;
  /** The upstream's names, if they differ from the contract's. */
  readonly names?: Words | undefined;
  /** How the upstream decides what the interface leaves open, where that is known. */
  readonly profile?: UpstreamProfile | undefined;
  /**
   * Whether the upstream charges once per `Idempotency-Key`; default: what its profile says. Each paid call then gets a
   * key, and is retried once if its answer was lost.
   */
  readonly chargesOncePerKey?: boolean | undefined;
  /** Called once for each word (`xnet=acme`) that the upstream has in place of the configured one, with what shows it. */
  readonly onWordMismatch?: ((word: string, shownBy: string) => void) | undefined;
  /** Circuit breaker; none by default. */
  readonly breaker?: BreakerOptions | undefined;
  /** Maximum retries of a call that is safe to retry. */
  readonly retries?: number | undefined;
  readonly wait?: ((ms: number, leaving?: AbortSignalLike | undefined) => Promise<void>) | undefined;
  readonly random?: (() => number) | undefined;
  /** Times the queue of calls. */
  readonly clock?: Clock | undefined;
}

/**
 * Creates a client of the data service at a base URL, embedded or remote.
 *
 * @throws {TypeError} if the base URL is invalid
 * @example
 * await using client = createClient({ baseUrl: 'http://127.0.0.1:4100' });
 * const { body } = await client.call(creditUsage, undefined, { apiKey: 'kith_demo_team' });
 * body.usage; // 0
 */
export function createClient({
  baseUrl,
  timeoutMs = 30_000,
  connections = 128,
  headers,
  mayUseProxy = false,
  names,
  profile,
  chargesOncePerKey = profile?.chargesOncePerKey === true,
  onWordMismatch = () => undefined,
  breaker,
  retries = 2,
  wait = waitFor,
  random = Math.random,
  clock = systemClock,
}: ClientOptions): Client {
  const { origin, prefix } = baseOf(baseUrl);
  // Common firewall rules refuse requests without a user agent.
  const more = Object.entries({ 'user-agent': userAgent, ...headers }).flat();
  const base = { origin, prefix, names: wireNamesOf(names), headers: more };
  const poolOf = (pipelining: number): Dispatcher =>
    dispatcherTo(origin, mayUseProxy, {
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
  const queue = new CallQueue(connections, clock);
  const wordCheck = new WordCheck(names, onWordMismatch);
  const circuits = breaker && new CircuitBreaker(breaker);
  const budget = new RetryBudget();
  const answeredOperations = new Set<string>();
  let closing: Promise<void> | undefined;

  /** A free call that probes the upstream; without a key, any refusal shows that it answers. */
  const probe = async (apiKey: string | undefined, leftMs: number): Promise<void> => {
    const message = messageOf(base, creditUsage, undefined, { apiKey: apiKey ?? 'none' });
    const sent = { operation: creditUsage, message, requestId: undefined, signal: undefined };
    const { status, requestId } = await sendAttempt(pool, { ...sent, timeoutMs: leftMs, leftMs });
    if (status >= 500) throw new UpstreamFailed({ operation: creditUsage, sent: true, status, requestId });
  };
  const neutralProbe = () => probe(undefined, Math.min(timeoutMs, 5_000));

  const client: Client = {
    baseUrl: origin + prefix,
    names: base.names,
    profile,
    chargesOncePerKey,
    wordMismatch: () => wordCheck.mismatch,

    async call(operation, request, credential, options = {}) {
      const started = performance.now();
      const { signal, requestId } = options;
      const { apiKey } = credential;
      const paysOnce = chargesOncePerKey && operation.chargesOncePerKey;
      const idempotencyKey = options.idempotencyKey ?? (paysOnce ? randomUUID() : undefined);
      // Records bought with wrong names would lack the requested members.
      const otherWords = wordCheck.mismatchFor(operation);
      if (otherWords !== undefined)
        throw new BadUpstreamRequest({ operation, sent: false, requestId }, wordProblem(otherWords));
      const message = messageOf(base, operation, request, credential, { ...options, idempotencyKey });
      const allowedMs = options.timeoutMs ?? timeoutMs;
      /** Time of all attempts, and of the pauses between them, without the waits for a turn. */
      let spentMs = 0;
      const queued = {
        apiKey,
        operationId: requestId,
        isPaid: isPriced(operation),
        isBackground: options.isBackground === true,
        sendBy: options.sendBy ?? clock.now() + allowedMs,
        signal,
      };
      const attempt = async (queuedMs: number) => {
        const leftMs = Math.max(0, allowedMs - spentMs);
        const sent = { operation, message, requestId, timeoutMs: allowedMs, leftMs, signal, paysOnce };
        const received = await sendAttempt(fresh.poolFor(operation) ?? pool, sent);
        const reading = { apiKey, keyed: idempotencyKey !== undefined, names: base.names, request, wordCheck };
        return {
          status: received.status,
          body: readAnswer(operation, received, reading),
          requestId: received.requestId,
          milliseconds: performance.now() - started,
          waitedMs: queuedMs + received.waitedMs,
          bytes: received.body.length,
          replayed: received.replayed,
        };
      };
      budget.call();
      // The first failure that may have been charged. It is reported even if a later, free failure follows.
      let lost: CallError | undefined;
      let isRepeated = false;
      for (let retried = 0; ; ) {
        const queuedAt = clock.now();
        let turn: Turn;
        try {
          const entered = queue.enter(queued, isRepeated);
          turn = entered instanceof Promise ? await entered : entered;
        } catch (error) {
          throw lost ?? (error instanceof NoTurn ? notSent(error, { operation, sent: false, requestId }) : error);
        }
        const queuedMs = turn.sentAt - queuedAt;
        const isClosed = circuits?.isClosed(operation, apiKey) ?? true;
        try {
          const answered =
            circuits && !isClosed
              ? await circuits.tryAgain(
                  operation,
                  apiKey,
                  requestId,
                  () => attempt(queuedMs),
                  () => probe(apiKey, allowedMs - spentMs),
                )
              : await attempt(queuedMs);
          turn.release('taken');
          if (isClosed) circuits?.succeeded(operation, apiKey);
          answeredOperations.add(operation.name);
          return answered;
        } catch (error) {
          turn.release(outcomeOf(error));
          spentMs += clock.now() - turn.sentAt;
          if (error instanceof ConnectionLost) fresh.lost(error);
          if (isClosed) await circuits?.failed(operation, apiKey, error, neutralProbe);
          if (!(error instanceof CallError)) throw error;
          if (error.charged === 'maybe') lost ??= error;
          const failure = lost ?? error;
          // A paid call that ran out of its time would be lost, and might be charged.
          const isRisky = isPriced(operation) && !paysOnce && !(error instanceof StillInFlight);
          if (signal?.aborted || closing || (isRisky && spentMs > allowedMs / 2)) throw failure;
          isRepeated = true;
          // The queue paces calls after a 429, for as long as this one may wait.
          if (error instanceof RateLimited && retries > 0) continue;
          if (retried >= retries) throw failure;
          const ms = waitBeforeRetry(error, retried, random);
          if (ms === undefined || ms >= allowedMs - spentMs) throw failure;
          // Waiting for an earlier call with the same key is not a sign of trouble, so it takes nothing from the
          // budget.
          if (!(error instanceof StillInFlight) && !budget.retry()) throw failure;
          retried += 1;
          spentMs += ms;
          await wait(ms, signal).catch(() => {
            throw lost ?? new Cancelled({ operation, sent: false, requestId });
          });
        }
      }
    },

    hasAnswered: ({ name }) => answeredOperations.has(name),
    circuits: () => circuits?.states,
    close() {
      closing ??= Promise.all([pool.close(), fresh.close()]).then(() => undefined);
      queue.close();
      return closing;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
  return client;
}

/** Says which setting lacks the upstream's words (`xnet=acme`). */
export const wordProblem = (words: string): string =>
  `KITH_UPSTREAM_NAMES must say ${words}: the data service uses another word for ${
    words.startsWith('xnet=') ? 'the network' : 'the funding database'
  }`;

/** How the upstream took a call that failed, for the pace of its key. */
function outcomeOf(error: unknown): Parameters<Turn['release']>[0] {
  if (error instanceof RateLimited) return error;
  return error instanceof CallError && error.status !== undefined ? 'taken' : 'failed';
}

/** The error of a call that got no turn. */
function notSent({ reason, inMs }: NoTurn, failure: Failure): CallError {
  if (reason === 'left') return new Cancelled(failure);
  const limited = { ...failure, status: 429, retryAfterMs: inMs };
  if (reason === 'paused') {
    const until = new Date(Date.now() + inMs).toISOString();
    return new RateLimited(
      limited,
      `the data service’s rate limit is reached, so this key’s calls pause until ${until}`,
    );
  }
  if (reason === 'slow') {
    const inSeconds = Math.ceil(inMs / 1_000);
    return new RateLimited(
      limited,
      `the data service’s rate limit allows this call in about ${inSeconds} s, which is too late, so it was not sent`,
    );
  }
  return new RateLimited(limited, 'too many other calls wait to be sent, so this one was not sent');
}

/** How long priced calls use new connections after a connection was lost, in milliseconds. */
const freshMs = 60_000;

/**
 * A pool of connections for one priced call each. Some gateways close a connection after an answer without announcing
 * it, and so lose the next call on it. A free call is then retried, but a paid one cannot be.
 */
class FreshConnections {
  readonly #open: () => Dispatcher;
  #pool: Dispatcher | undefined;
  #until = 0;

  constructor(open: () => Dispatcher) {
    this.#open = open;
  }

  /** Reports a lost call. Without a status, its connection may have been closed before it was sent. */
  lost(error: ConnectionLost): void {
    if (error.status === undefined) this.#until = performance.now() + freshMs;
  }

  poolFor(operation: Operation): Dispatcher | undefined {
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
