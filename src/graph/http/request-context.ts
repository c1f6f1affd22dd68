import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { AbortSignalLike } from '../../client/abort.ts';
import { apiKeyHeader, requestIdHeader } from '../../contract/headers.ts';
import { noteSpan } from '../../telemetry/log-context.ts';
import { PriceEstimate } from '../credits/price-estimate.ts';
import { type BudgetLimits, requestOptionsOf } from '../credits/request-options.ts';
import { sessionRefused, twoCredentials } from '../errors.ts';
import type { OperationObserver } from '../operation/operation-observer.ts';
import type { OperationParams, OperationRequest } from '../operation/operation-request.ts';
import type { GraphContext } from '../schema/builder.ts';
import { Operation } from '../scope/operation.ts';
import type { Services } from '../services.ts';
import { hasRight, type Session } from '../state/sessions/session.ts';
import { isSessionToken, SessionRefused, type SessionSeal } from '../state/sessions/session-token.ts';

/** The caller of a request over any transport: from HTTP headers, or a WebSocket's connection parameters. */
export interface Caller {
  readonly apiKey: string | undefined;
  /** Set if the request has a session token instead of an API key. */
  readonly session?: Session | undefined;
  readonly requestId: string;
  readonly signal: AbortSignalLike | undefined;
  /** Reads a header, or the WebSocket member that replaces it. */
  readonly header: (name: string) => string | null | undefined;
  /** The request asks for a price quote, not for data. */
  readonly quoting?: boolean | undefined;
  /** Id of the last event received before a reconnect (`Last-Event-ID`). */
  readonly lastEventId?: string | undefined;
}

/** The most credits that an operation of the caller may spend; infinite if nothing caps it. */
export type Cap = (caller: Caller) => number;

/** Where a protocol carries each credential, as a sentence names it. */
export interface CredentialPlaces {
  readonly key: string;
  readonly token: string;
}

const httpPlaces: CredentialPlaces = { key: apiKeyHeader, token: 'authorization: Bearer' };

/**
 * Whether a key contains a session token, alone or in a list or a header-like value. It must not reach the data
 * service, which may log it.
 */
export const holdsSessionToken = (key: string): boolean => /(?:^|[\s,;:"'])kiths\d*_/.test(key);

const unauthenticated = (sentence: string): GraphQLError =>
  new GraphQLError(sentence, { extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } });

/** Neither message repeats the credential. Both fit a WebSocket close reason, at most 123 bytes. */
const tokenAsKey = ({ key, token }: CredentialPlaces): GraphQLError =>
  unauthenticated(`${key} takes an API key, but got a session’s token: send it as ${token}.`);

const keyAsToken = ({ key, token }: CredentialPlaces): GraphQLError =>
  unauthenticated(`${token} takes a session’s token (kiths4_…): send an API key as ${key}.`);

/** Raw values of the key and of the session token; over WebSocket they may have any type. */
export interface Credentials {
  readonly key: unknown;
  readonly token: unknown;
}

/**
 * Reads the API key, or the one inside a session token.
 *
 * @throws UNAUTHENTICATED for an invalid token, and for a key sent as a token or the reverse; UNAVAILABLE if sessions
 *   cannot be checked; BAD_USER_INPUT for a key together with a session token
 */
export function credentialsIn(
  { key, token }: Credentials,
  seal: SessionSeal,
  places: CredentialPlaces,
): Pick<Caller, 'apiKey' | 'session'> {
  if (typeof key === 'string' && key !== '') {
    if (holdsSessionToken(key)) throw tokenAsKey(places);
    // A bearer token that is not ours, such as a proxy's, is ignored next to a key.
    if (token !== undefined && isSessionToken(token)) throw twoCredentials();
    return { apiKey: key };
  }
  if (typeof token !== 'string') return { apiKey: undefined };
  if (!isSessionToken(token)) throw keyAsToken(places);
  try {
    const session = seal.demand(token);
    return { apiKey: session.apiKey, session };
  } catch (error) {
    throw error instanceof SessionRefused ? sessionRefused(error) : error;
  }
}

/**
 * Budget limits of an operation. A session caps them whatever the header says: without the right to act, it spends only
 * from its own purse or within its own budget, otherwise nothing. Features may cap them, too.
 */
const limitsOf = (session: Session, { default: standard, max }: BudgetLimits, cap: number): BudgetLimits => {
  const paysAlone = hasRight(session, 'act') || session.purse !== undefined;
  const allowed = Math.min(max, cap, session.budget ?? (paysAlone ? standard : 0));
  return { default: Math.min(standard, allowed), max: allowed };
};

/** The token of an `authorization` header. */
export const bearer = (header: string | null | undefined): string | undefined =>
  header ? /^Bearer +(\S+)$/i.exec(header)?.[1] : undefined;

/**
 * @param began time just before the request's document was read, on the clock of `performance`
 * @throws BAD_USER_INPUT for an invalid header
 */
export function createContext(
  services: Services,
  { budget, caps }: { readonly budget: BudgetLimits; readonly caps: readonly Cap[] },
  caller: Caller,
  observer?: Pick<OperationObserver, 'begin' | 'recordsCalls'>,
  began?: number,
): GraphContext {
  const { apiKey, session, requestId, signal, quoting } = caller;
  const options = requestOptionsOf(
    caller.header,
    session ? limitsOf(session, budget, Math.min(...caps.map((cap) => cap(caller)))) : budget,
  );
  // No object spread here: it takes longer than the rest of this function.
  const begun = (at: number) => {
    const span = observer?.begin(caller.header, at);
    if (span) noteSpan(span);
    return new Operation({
      services,
      apiKey,
      session,
      requestId,
      signal,
      options,
      quote: quoting ? new PriceEstimate() : undefined,
      measured: observer?.recordsCalls ?? false,
      began: at,
      span,
    });
  };
  const operation = begun(began ?? performance.now());
  return { operation, lastEventId: caller.lastEventId, fresh: () => begun(performance.now()) };
}

/**
 * The caller of an HTTP request.
 *
 * @throws UNAUTHENTICATED for an invalid session token, and for a key sent as a token or the reverse; UNAVAILABLE if
 *   sessions cannot be checked; BAD_USER_INPUT for a key together with a session token
 */
const callerOfHeaders = (
  header: (name: string) => string | null | undefined,
  signal: AbortSignalLike | undefined,
  seal: SessionSeal,
): Caller => ({
  ...credentialsIn({ key: header(apiKeyHeader), token: bearer(header('authorization')) }, seal, httpPlaces),
  requestId: header(requestIdHeader) ?? randomUUID(),
  signal,
  header,
  lastEventId: header('last-event-id') || undefined,
});

/** Reads credentials, and creates an operation's context for its caller. */
export interface Callers {
  readonly seal: SessionSeal;
  /** @param began on the clock of `performance` */
  readonly newContext: (caller: Caller, began: number) => GraphContext;
}

/** An HTTP request's terms other than its parameters and headers. */
interface HttpTerms {
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignalLike;
  /** The caller's IP address. */
  readonly address: string;
  readonly quoting: boolean;
  readonly isSafe?: boolean;
}

/** The operation request of an HTTP request. */
export const requestOf = (
  params: () => OperationParams,
  header: Caller['header'],
  { signal, address, quoting, isSafe = false }: HttpTerms,
  { seal, newContext }: Callers,
): OperationRequest => ({
  params,
  header,
  address,
  isSafe,
  newContext: (began) => newContext({ ...callerOfHeaders(header, signal, seal), quoting }, began),
});
