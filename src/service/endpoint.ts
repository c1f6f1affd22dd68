import type { Operation } from '../contract/operation/operation.ts';
import type { ServiceContext } from './context.ts';
import type { KeepAnswer } from './idempotency.ts';

/** The authenticated caller. */
export interface Caller {
  readonly keyId: string;
  /** The team that owns the key. */
  readonly ownTeamId: string;
  /** The team in whose context the request runs: the key's own, or the child team of `x-authenticate-team`. */
  readonly teamId: string;
  /** The team that pays: the partner of a child team, else the own team. */
  readonly payerId: string;
  /** Whether the key's own team has the partner permission. */
  readonly isPartner: boolean;
}

export interface Call<Request> {
  /** Validated against the operation's request schema. */
  readonly request: Request;
  readonly caller: Caller;
  readonly requestId: string;
  /** The `Idempotency-Key`, for operations that charge once per key; 1 to 255 characters. */
  readonly chargeKey?: string | undefined;
  /** Stores the answer under the request's `Idempotency-Key`, in the transaction that charges for it. */
  readonly keepAnswer?: KeepAnswer | undefined;
}

/** JSON text that is sent unchanged, so that stored documents are never parsed and serialized again. */
export class JsonText {
  readonly #parts: readonly (string | Buffer)[];

  /** Takes a large answer in parts: strings, and buffers of UTF-8, whose memory it then owns. */
  constructor(...parts: readonly (string | Buffer)[]) {
    this.#parts = parts;
  }

  get text(): string {
    return this.#parts.join('');
  }

  /** Joins all parts in one buffer, which is cheaper to collect than many. The parts cannot be used afterwards. */
  encode(): Buffer {
    const bytes = Buffer.allocUnsafeSlow(this.#parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
    let end = 0;
    for (const part of this.#parts) end += typeof part === 'string' ? bytes.write(part, end) : part.copy(bytes, end);
    for (const part of this.#parts) if (typeof part !== 'string') release(part);
    return bytes;
  }
}

/**
 * Frees a buffer's memory at once. If a few large buffers were left to the garbage collector, it would collect the
 * whole heap. Detaches the memory from all its views.
 */
function release({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}

export interface Reply<Answer> {
  readonly status: number;
  readonly body: Answer | JsonText;
  /** Credits charged for this answer, for the log; undefined if free. */
  readonly credits?: number;
  /** Whether `keepAnswer` has stored it. */
  readonly isKept?: boolean;
}

export interface Endpoint {
  readonly operation: Operation;
  handle(call: Call<unknown>, service: ServiceContext): Promise<Reply<unknown>>;
}

/**
 * Binds an operation of the contract to the function that answers it.
 *
 * @example
 * export const creditsUsage = endpoint(creditUsage, async ({ caller }, { store, now }) => ({
 *   status: 200,
 *   body: { usage: await usageOf(store.db, caller.payerId, now()) },
 * }));
 */
export const endpoint = <Request, Answer>(
  operation: Operation<Request, Answer>,
  handle: (call: Call<Request>, service: ServiceContext) => Promise<Reply<Answer>>,
): Endpoint => ({
  operation,
  // Safe: the server validates `request` against this operation's schema before the call.
  handle: (call, service) => handle(call as Call<Request>, service),
});
