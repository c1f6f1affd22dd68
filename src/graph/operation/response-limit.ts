import { GraphQLError } from 'graphql';
import type { KeyHolder, KnownCallers } from '../cache/known-caller.ts';
import { unknownCaller } from './limits.ts';
import type { PreparedOperation } from './prepared-operation.ts';

/** Limit for introspection by callers without a known key, in bytes: the schema is larger than other answers. */
const schemaBytes = 4 * 1024 * 1024;

/** Limits the bytes of answers and events, more narrowly for callers without a key that is known to be accepted. */
export class ResponseLimit {
  #max: number;
  readonly #known: KnownCallers;

  constructor(maxBytes: number, known: KnownCallers) {
    this.#max = maxBytes;
    this.#known = known;
  }

  /** Replaces the limit, from the next answer on. */
  replace(maxBytes: number): void {
    this.#max = maxBytes;
  }

  /** Whether an answer of that size may be sent to any caller. */
  isSmall(bytes: number): boolean {
    return bytes <= unknownCaller.responseBytes && bytes <= this.#max;
  }

  /**
   * Undefined for an answer that may be sent; otherwise the error that is sent instead.
   *
   * @param address the caller's network address
   */
  async refusal(
    bytes: number,
    { isIntrospection }: PreparedOperation,
    caller: KeyHolder,
    address: string,
  ): Promise<GraphQLError | undefined> {
    const { apiKey } = caller;
    const narrow = Math.min(this.#max, isIntrospection ? schemaBytes : unknownCaller.responseBytes);
    if (bytes > this.#max) return responseTooLarge(bytes, this.#max);
    if (bytes <= narrow || this.#known.has(caller)) return undefined;
    if (apiKey === undefined) return responseTooLarge(bytes, narrow);
    try {
      await this.#known.confirm(apiKey, address);
      return undefined;
    } catch (error) {
      if (error instanceof GraphQLError) return error;
      throw error;
    }
  }
}

const responseTooLarge = (bytes: number, max: number): GraphQLError =>
  new GraphQLError(
    `The answer must be at most ${max} bytes, but is ${bytes}: ask for less at once. extensions.credits says what was paid.`,
    { extensions: { code: 'RESPONSE_TOO_LARGE', http: { status: 400 } } },
  );
