import { type ExecutionResult, GraphQLError } from 'graphql';
import type { ReceiptLines } from '../credits/receipt.ts';
import type { Session } from '../state/sessions/session.ts';

/** The answer to an operation, or to one event of a subscription, as it is sent. */
export interface Answer {
  readonly result: ExecutionResult;
  /** The result as JSON, and its length in UTF-8. */
  readonly text: string;
  readonly bytes: number;
  readonly http: HttpTraits;
  /** What it was charged; undefined where nothing was executed, and of a quote. */
  readonly credits: ReceiptLines | undefined;
  /** Id of the event that it answers, where events have one. */
  readonly eventId: string | undefined;
}

/** Whether an operation was answered, rather than admitted or subscribed to. */
export const isAnswer = (outcome: object): outcome is Answer => 'text' in outcome;

/** The answers to the events of a subscription. */
export interface AnswerStream extends AsyncIterableIterator<Answer> {
  /** Present where a session subscribed, with which the stream ends. */
  readonly session: Session | undefined;
  /** The first answer, where it comes within so many milliseconds; it stays the next one to be read. */
  peek(milliseconds: number): Promise<Answer | undefined>;
  /** Ends the subscription. */
  return(): Promise<IteratorReturnResult<undefined>>;
}

/** What an answer's errors say of its status and headers over HTTP. Other transports have no use for it. */
export interface HttpTraits {
  /** Status in every media type; undefined: 200. */
  readonly status: number | undefined;
  /** Status in media types that tell a request that is refused from a result: all but `application/json`. */
  readonly strictStatus: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const noTraits: HttpTraits = { status: undefined, strictStatus: undefined, headers: {} };

/** `extensions.http` of an error. `spec`: `application/json` is answered with 200 all the same (GraphQL over HTTP, 6.4.1). */
interface HttpExtension {
  readonly status?: number;
  readonly spec?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Gathers what errors say of HTTP: of several statuses, the highest. */
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

/** The error without what is said to HTTP alone. */
export function withoutHttp(error: GraphQLError): GraphQLError {
  if (!('http' in error.extensions)) return error;
  const { nodes = null, source = null, positions = null, path = null } = error;
  const { http: _http, ...extensions } = error.extensions;
  return new GraphQLError(error.message, { nodes, source, positions, path, extensions });
}

const isHttpExtension = (value: unknown): value is HttpExtension => typeof value === 'object' && value !== null;
