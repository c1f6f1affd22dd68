import { type ExecutionResult, GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { unknownCaller } from '../operation/limits.ts';
import type { PreparedOperation } from '../operation/prepared-operation.ts';
import type { GraphContext } from '../schema/builder.ts';
import type { RefusedKeys } from './refused-keys.ts';
import type { PreparedContext } from './use-prepared-operations.ts';

/** A schema document, which is larger than other answers to callers without a key. */
const schemaBytes = 4 * 1024 * 1024;

/** Bounds the bytes of answers: of all, and more narrowly of those to callers that no key vouches for. */
export class ResponseLimit {
  #most: number;
  readonly #refused: RefusedKeys;

  constructor(mostBytes: number, refused: RefusedKeys) {
    this.#most = mostBytes;
    this.#refused = refused;
  }

  /** Takes this in place of the bound there is. */
  replace(mostBytes: number): void {
    this.#most = mostBytes;
  }

  /** Undefined for an answer that may be sent; otherwise what is sent in its place, with the receipt as it was. */
  refuse(
    bytes: number,
    result: ExecutionResult,
    apiKey: string | undefined,
    prepared: PreparedOperation,
  ): ExecutionResult | undefined {
    if (bytes <= unknownCaller.responseBytes && bytes <= this.#most) return undefined;
    const unknown = apiKey === undefined || this.#refused.has(apiKey);
    const own = prepared.tellsSchema ? schemaBytes : unknownCaller.responseBytes;
    const most = unknown ? Math.min(own, this.#most) : this.#most;
    if (bytes <= most) return undefined;
    const credits = result.extensions?.credits;
    return { errors: [responseTooLarge(bytes, most)], ...(credits !== undefined && { extensions: { credits } }) };
  }

  /** Does so for what Yoga answers in one piece, and for each event of a subscription. */
  plugin(): Plugin<GraphContext & PreparedContext> {
    const bound = (
      result: ExecutionResult | AsyncIterable<unknown>,
      setResult: (refused: ExecutionResult) => void,
      { admitted, operation }: GraphContext & PreparedContext,
    ): void => {
      if (isAsyncIterable(result) || !admitted) return;
      const bytes = Buffer.byteLength(JSON.stringify(result));
      const refused = this.refuse(bytes, result, operation.apiKey, admitted.prepared);
      if (refused) setResult(refused);
    };
    return {
      onExecute: ({ args: { contextValue } }) => ({
        onExecuteDone: ({ result, setResult }) => bound(result, setResult, contextValue),
      }),
      onSubscribe: ({ args: { contextValue } }) => ({
        onSubscribeResult: () => ({
          onNext: ({ result, setResult }) => bound(result, setResult, contextValue),
        }),
      }),
    };
  }
}

const responseTooLarge = (bytes: number, most: number): GraphQLError =>
  new GraphQLError(
    `The answer must be at most ${most} bytes, but is ${bytes}: ask for less at once. extensions.credits says what was paid.`,
    { extensions: { code: 'RESPONSE_TOO_LARGE', http: { status: 400 } } },
  );
