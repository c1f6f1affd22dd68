import type { Operation } from '../contract/operation/operation.ts';
import type { ServiceContext } from './context.ts';
import type { KeepAnswer } from './idempotency.ts';

/** Who is asking: found by the key, and by the child team it may name. */
export interface Caller {
  readonly keyId: string;
  /** The team that owns the key. */
  readonly ownTeamId: string;
  /** The team in whose context the request runs: the own team, or the child named by `x-authenticate-team`. */
  readonly teamId: string;
  /** The team that pays: the partner of a child team, else the own team. */
  readonly payerId: string;
  /** The key's own team holds the partner permission. */
  readonly isPartner: boolean;
}

export interface Call<Request> {
  /** Validated against the operation's request schema. */
  readonly request: Request;
  readonly caller: Caller;
  readonly requestId: string;
  /** What came as `Idempotency-Key`, where the operation is charged once for one; 1 to 255 characters. */
  readonly chargeKey?: string | undefined;
  /** Keeps the answer under the `Idempotency-Key` that came, so that it is there whenever its charge is. */
  readonly keepAnswer?: KeepAnswer | undefined;
}

/** JSON that is sent as it stands, so that stored documents are never parsed on their way out. */
export class JsonText {
  readonly #parts: readonly (string | Buffer)[];

  /** Of a large answer the parts: texts, and bytes in UTF-8, whose memory it takes over. */
  constructor(...parts: readonly (string | Buffer)[]) {
    this.#parts = parts;
  }

  get text(): string {
    return this.#parts.join('');
  }

  /** All parts in one buffer, since many would be more work to collect than one is to fill. Ends the use of the parts. */
  encode(): Buffer {
    const bytes = Buffer.allocUnsafeSlow(this.#parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
    let end = 0;
    for (const part of this.#parts) end += typeof part === 'string' ? bytes.write(part, end) : part.copy(bytes, end);
    for (const part of this.#parts) if (typeof part !== 'string') release(part);
    return bytes;
  }
}

/**
 * Gives a buffer's memory back at once: left to the garbage collector, that of a few large answers would have it collect
 * the whole heap. Other views of this memory are empty from then on.
 */
function release({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}

export interface Reply<Answer> {
  readonly status: number;
  readonly body: Answer | JsonText;
  /** What was charged for this answer, for the log; absent: nothing. */
  readonly credits?: number;
  /** It was kept by `keepAnswer`. */
  readonly isKept?: boolean;
}

export interface Endpoint {
  readonly operation: Operation;
  handle(call: Call<unknown>, service: ServiceContext): Promise<Reply<unknown>>;
}

/** Binds an operation of the contract to the function that answers it. */
export const endpoint = <Request, Answer>(
  operation: Operation<Request, Answer>,
  handle: (call: Call<Request>, service: ServiceContext) => Promise<Reply<Answer>>,
): Endpoint => ({
  operation,
  // The server validates `request` against this very operation's schema before it calls.
  handle: (call, service) => handle(call as Call<Request>, service),
});
