import { type ExecutionResult, GraphQLError } from 'graphql';
import type { ReceiptLines } from '../credits/receipt.ts';
import type { Session } from '../state/sessions/session.ts';

/** Serialized answer to an operation, or to one event of a subscription. */
export interface Answer {
  readonly result: ExecutionResult;
  /** The result as JSON; `bytes` is its length in UTF-8. */
  readonly text: string;
  readonly bytes: number;
  readonly http: HttpTraits;
  /** The receipt; undefined for an operation that was not admitted, a failed stream and a quote. */
  readonly credits: ReceiptLines | undefined;
  /** Id of the event that is answered, if it has one. */
  readonly eventId: string | undefined;
}

/** Distinguishes an answer from an admitted operation or a stream. */
export const isAnswer = (outcome: object): outcome is Answer => 'text' in outcome;

/** The answers to the events of a subscription. */
export interface AnswerStream extends AsyncIterableIterator<Answer> {
  /** The session that subscribed, if any: the stream ends with it. */
  readonly session: Session | undefined;
  /** The next answer, or undefined if none arrives in time; `next` still returns it. */
  peek(milliseconds: number): Promise<Answer | undefined>;
  /** Ends the subscription. */
  return(): Promise<IteratorReturnResult<undefined>>;
}

/** HTTP status and headers that follow from an answer's errors. Other transports ignore them. */
export interface HttpTraits {
  /** Status for `application/json`; undefined: 200. */
  readonly status: number | undefined;
  /** Status for all other media types, which distinguish a refused request from a result; undefined: 200. */
  readonly strictStatus: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const noTraits: HttpTraits = { status: undefined, strictStatus: undefined, headers: {} };

/** `extensions.http` of an error. `spec`: the status for `application/json` stays 200 (GraphQL over HTTP, 6.4.1). */
interface HttpExtension {
  readonly status?: number;
  readonly spec?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Merges the `extensions.http` of errors; the highest status wins. */
export function httpTraitsOf(errors: readonly GraphQLError[] | undefined, status?: number): HttpTraits {
  if (!errors) return noTraits;
  let [lax, strict] = [status, status];
  const headers: Record<string, string> = {};
  for (const { extensions } of errors) {
    if (!isHttpExtension(extensions.http)) continue;
    const { http } = extensions;
    Object.assign(headers, http.headers);
    if (http.status === undefined) continue;
    strict = Math.max(strict ?? 0, http.status);
    if (!http.spec) lax = Math.max(lax ?? 0, http.status);
  }
  return { status: lax, strictStatus: strict, headers };
}

/** The error without `extensions.http`, which is not for the caller. */
export function withoutHttp(error: GraphQLError): GraphQLError {
  if (!('http' in error.extensions)) return error;
  const { nodes = null, source = null, positions = null, path = null } = error;
  const { http: _http, ...extensions } = error.extensions;
  return new GraphQLError(error.message, { nodes, source, positions, path, extensions });
}

const isHttpExtension = (value: unknown): value is HttpExtension => typeof value === 'object' && value !== null;
