import { Webhook } from 'standardwebhooks';
import { Agent, errors, request } from 'undici';
import { PrivateAddress, publicLookup } from './address.ts';
import { mayBeCalled } from './url.ts';

export interface Message {
  /** The same for every attempt, so that receivers can detect repetitions. */
  readonly id: string;
  readonly url: string;
  /** JSON text. */
  readonly body: string;
  /** The receiver's secret, in the form of Standard Webhooks. */
  readonly secret: string;
  /** A former secret, which signs as well while the receiver replaces it. */
  readonly formerSecret?: string | undefined;
  readonly sentAt: Date;
}

export interface SendOptions {
  /** Whether loopback and private addresses, and plain HTTP, are allowed. */
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** Looks up the host's addresses. */
  readonly lookup?: ReturnType<typeof publicLookup>;
}

export type Outcome =
  | { readonly kind: 'delivered'; readonly sentence: string }
  /** The receiver wants no further messages. */
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly sentence: string; readonly retryAfterMs?: number | undefined };

const answerTimeoutMs = 15_000;

/** The longest `Retry-After` that is honoured, in milliseconds. */
const maxRetryAfterMs = 86_400_000;

/** Pauses between the nine delivery attempts of a message, in seconds; 24 hours in total. */
export const retrySeconds = [5, 30, 300, 1800, 7200, 14_400, 28_800, 33_000];

/**
 * Posts a message once, signed by Standard Webhooks, without following redirects. The outcome's sentence contains no
 * text from the receiver. Rejects only if the signal aborts.
 *
 * @example
 * const outcome = await send({ id, url, body, secret, sentAt: new Date() }, { allowPrivate: false, signal });
 * if (outcome.kind === 'failed') throw new Error(outcome.sentence);
 */
export async function send(message: Message, options: SendOptions): Promise<Outcome> {
  const { allowPrivate, signal, timeoutMs = answerTimeoutMs, lookup = publicLookup() } = options;
  const url = URL.parse(message.url);
  if (!url || !mayBeCalled(url, allowPrivate)) return failed('Callbacks are not sent to this URL.');
  // A new connection, so that each delivery checks the address that it connects to.
  const agent = new Agent({ connect: allowPrivate ? {} : { lookup } });
  try {
    const response = await request(url, {
      method: 'POST',
      dispatcher: agent,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      headers: headersOf(message),
      body: message.body,
    });
    const { statusCode } = response;
    response.body.on('error', () => {}).destroy();
    if (statusCode >= 200 && statusCode < 300) return { kind: 'delivered', sentence: `HTTP ${statusCode}.` };
    if (statusCode === 410) return { kind: 'refused', sentence: 'HTTP 410: the receiver refuses further messages.' };
    return {
      ...failed(`HTTP ${statusCode}.`),
      ...retryAfterIn(response.headers['retry-after'], message.sentAt),
    };
  } catch (error) {
    signal.throwIfAborted();
    return failed(reasonOf(error, timeoutMs));
  } finally {
    await agent.destroy();
  }
}

/**
 * The pause before the next attempt, in milliseconds; undefined after the last. At least what the receiver asks for
 * (`Retry-After`, up to 24 hours), and up to a tenth longer, so that messages that failed together do not return together.
 *
 * @param attempts how many were made before the one that failed
 */
export function pauseAfter(attempts: number, { retryAfterMs = 0 }: { readonly retryAfterMs?: number | undefined }) {
  const seconds = retrySeconds[attempts];
  if (seconds === undefined) return undefined;
  return Math.round(Math.max(seconds * 1000, Math.min(retryAfterMs, maxRetryAfterMs)) * (1 + Math.random() / 10));
}

/** A `Retry-After` in milliseconds: seconds, or a date. */
function retryAfterIn(header: string | string[] | undefined, now: Date): { readonly retryAfterMs?: number } {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return {};
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return ms > 0 ? { retryAfterMs: ms } : {};
}

function headersOf({ id, body, secret, formerSecret, sentAt }: Message): Record<string, string> {
  const secrets = formerSecret === undefined ? [secret] : [secret, formerSecret];
  return {
    'content-type': 'application/json',
    'user-agent': 'Kith',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': secrets.map((one) => new Webhook(one).sign(id, sentAt, body)).join(' '),
  };
}

const failed = (sentence: string): Outcome & { readonly kind: 'failed' } => ({ kind: 'failed', sentence });

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof PrivateAddress) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError') return `No answer within ${timeoutMs / 1000} s.`;
  if (error instanceof errors.UndiciError) return `The connection failed (${error.code}).`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return `The connection failed (${code}).`;
}
