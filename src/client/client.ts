import { Pool } from 'undici';
import { creditUsage } from '../contract/operation/credits.ts';
import type { Operation } from '../contract/operation/operation.ts';
import type { AbortSignalLike } from './abort.ts';
import { AnswerQueue } from './answer-queue.ts';
import type { Answered, CallOptions, Credential } from './call.ts';
import { type BreakerOptions, CircuitBreaker, type CircuitStates } from './circuit-breaker.ts';
import { CallError, Cancelled, StillInFlight, UpstreamFailed } from './errors.ts';
import { messageOf } from './request.ts';
import { readAnswer } from './response.ts';
import { waitBeforeRetry } from './retry.ts';
import { RetryBudget } from './retry-budget.ts';
import { sendAttempt } from './transport.ts';

export interface Client {
  readonly baseUrl: string;
  /** How each circuit of the breaker stands; undefined where there is no breaker. */
  circuits(): CircuitStates | undefined;
  /** @throws {import('./errors.ts').CallError} one class for each way to fail */
  call<Request, Answer>(
    operation: Operation<Request, Answer>,
    request: NoInfer<Request>,
    credential: Credential,
    options?: CallOptions,
  ): Promise<Answered<Answer>>;
  /** Waits for the calls under way; later ones fail with `UpstreamUnreachable`. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface ClientOptions {
  /** http or https; a path is kept as a prefix of every operation's. */
  readonly baseUrl: string;
  readonly timeoutMs?: number | undefined;
  /** Open at once at most; each carries one call at a time, further calls wait for their turn. */
  readonly connections?: number | undefined;
  /** Fails calls fast while the upstream is in trouble; absent: each call finds that out by itself. */
  readonly breaker?: BreakerOptions | undefined;
  /** How often a call is sent again at most, where that is safe. */
  readonly retries?: number | undefined;
  readonly wait?: ((ms: number, leaving?: AbortSignalLike | undefined) => Promise<void>) | undefined;
  readonly random?: (() => number) | undefined;
}

/** @throws {TypeError} if the base URL cannot be one */
export function createClient({
  baseUrl,
  timeoutMs = 30_000,
  connections = 128,
  breaker,
  retries = 2,
  wait = waitFor,
  random = Math.random,
}: ClientOptions): Client {
  const { origin, prefix } = baseOf(baseUrl);
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    allowH2: false,
    connectTimeout: Math.min(timeoutMs, 5_000),
    // Each attempt has a time-out of its own, over the whole of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const answers = new AnswerQueue();
  const circuits = breaker && new CircuitBreaker(breaker);
  const budget = new RetryBudget();
  let closing: Promise<void> | undefined;

  /** A free call, by which an upstream in trouble is tried. */
  const probe = async ({ apiKey }: Credential, leftMs: number): Promise<void> => {
    const message = messageOf(prefix, creditUsage, undefined, { apiKey });
    const sent = { operation: creditUsage, message, requestId: undefined, signal: undefined };
    const { status, requestId } = await sendAttempt(pool, answers, { ...sent, timeoutMs: leftMs, leftMs });
    if (status >= 500) throw new UpstreamFailed({ operation: creditUsage, sent: true, status, requestId });
  };

  const client: Client = {
    baseUrl: origin + prefix,

    async call(operation, request, credential, options = {}) {
      const started = performance.now();
      const { signal, requestId, idempotencyKey } = options;
      const message = messageOf(prefix, operation, request, credential, options);
      const allowedMs = options.timeoutMs ?? timeoutMs;
      const leftMs = (): number => Math.max(0, started + allowedMs - performance.now());
      const attempt = async () => {
        const sent = { operation, message, requestId, timeoutMs: allowedMs, leftMs: leftMs(), signal };
        const received = await sendAttempt(pool, answers, sent);
        const reading = { apiKey: credential.apiKey, keyed: idempotencyKey !== undefined };
        return {
          status: received.status,
          body: readAnswer(operation, received, reading),
          requestId: received.requestId,
          milliseconds: performance.now() - started,
          bytes: received.body.length,
          replayed: received.replayed,
        };
      };
      budget.call();
      for (let retried = 0; ; retried += 1) {
        const isClosed = circuits?.isClosed(operation) ?? true;
        try {
          if (circuits && !isClosed)
            return await circuits.tryAgain(operation, requestId, attempt, () => probe(credential, leftMs()));
          const answered = await attempt();
          circuits?.succeeded(operation);
          return answered;
        } catch (error) {
          if (isClosed) await circuits?.failed(operation, error);
          if (!(error instanceof CallError) || retried >= retries || signal?.aborted || closing) throw error;
          const ms = waitBeforeRetry(error, retried, random);
          if (ms === undefined || ms >= leftMs()) throw error;
          // A call that an earlier one holds up is no trouble of the upstream's.
          if (!(error instanceof StillInFlight) && !budget.retry()) throw error;
          await wait(ms, signal).catch(() => {
            throw new Cancelled({ operation, sent: false, requestId });
          });
        }
      }
    },

    circuits: () => circuits?.states,
    close: () => (closing ??= pool.close()),
    [Symbol.asyncDispose]: () => client.close(),
  };
  return client;
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
