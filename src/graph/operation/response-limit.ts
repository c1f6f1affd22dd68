import { GraphQLError } from 'graphql';
import { unknownCaller } from './limits.ts';
import type { PreparedOperation } from './prepared-operation.ts';

/** A schema document, which is larger than other answers to callers without a key. */
const schemaBytes = 4 * 1024 * 1024;

/** Bounds the bytes of answers and events; more narrowly of those to callers whose key is not known to be accepted. */
export class ResponseLimit {
  #max: number;
  readonly #isKnown: (apiKey: string) => boolean;

  /** @param isKnown whether the data service accepts a key */
  constructor(maxBytes: number, isKnown: (apiKey: string) => boolean) {
    this.#max = maxBytes;
    this.#isKnown = isKnown;
  }

  /** Replaces the bound, from the next answer on. */
  replace(maxBytes: number): void {
    this.#max = maxBytes;
  }

  /** Undefined for an answer that may be sent; otherwise the error that is sent instead. */
  refusal(bytes: number, apiKey: string | undefined, prepared: PreparedOperation): GraphQLError | undefined {
    if (bytes <= unknownCaller.responseBytes && bytes <= this.#max) return undefined;
    const own = prepared.tellsSchema ? schemaBytes : unknownCaller.responseBytes;
    const max = apiKey !== undefined && this.#isKnown(apiKey) ? this.#max : Math.min(own, this.#max);
    return bytes <= max ? undefined : responseTooLarge(bytes, max);
  }
}

const responseTooLarge = (bytes: number, max: number): GraphQLError =>
  new GraphQLError(
    `The answer must be at most ${max} bytes, but is ${bytes}: ask for less at once. extensions.credits says what was paid.`,
    { extensions: { code: 'RESPONSE_TOO_LARGE', http: { status: 400 } } },
  );
