import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { apiKeyHeader } from '../../contract/headers.ts';
import type { Session } from '../state/sessions/session.ts';
import { type SessionRefusal, SessionRefused, type SessionSeal } from '../state/sessions/session-token.ts';
import { HttpError } from './http-error.ts';

/** Browsers accept `__Host-` only over https and from this host. Plain http on loopback uses the other name. */
const names = { secure: '__Host-kith', loopback: 'kith' } as const;

/** A header that the page sends with each request; a page of another origin cannot without a preflight. */
export const pageHeader = 'x-kith-explorer';

/** Whether a request comes from the graph's own page, by `sec-fetch-site` and the page's header. */
const isFromPage = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && headers[pageHeader] === '1';

/** @throws {HttpError} 403 for a request that is not the page's own */
export function demandPage(headers: IncomingHttpHeaders): void {
  if (isFromPage(headers)) return;
  const sentence = 'Only the explorer’s page can use its sessions: other clients use POST /session.';
  throw new HttpError(403, 'FORBIDDEN', sentence);
}

interface Cookie {
  readonly name: string;
  readonly token: string;
}

/**
 * The session's cookie in a request. The name without prefix is accepted on loopback only: elsewhere, a sibling host
 * could set it.
 */
export function cookieIn({ cookie = '', host = '' }: IncomingHttpHeaders): Cookie | undefined {
  const pairs = new Map(cookie.split(/; */).map((pair) => [pair.split('=', 1)[0], pair.slice(pair.indexOf('=') + 1)]));
  const name = [names.secure, ...(isLoopbackName(host) ? [names.loopback] : [])].find((one) => pairs.get(one));
  const token = name && pairs.get(name);
  return name && token ? { name, token } : undefined;
}

const attributes = (name: string): string =>
  `Path=/; HttpOnly; SameSite=Strict${name === names.secure ? '; Secure' : ''}`;

/**
 * The `set-cookie` header for a session. `origin` decides the cookie's name: plain http on loopback, or https.
 *
 * @param seconds until the session ends
 */
export function cookieFor({ origin }: IncomingHttpHeaders, token: string, seconds: number): string {
  const { protocol, hostname = '' } = URL.parse(origin ?? '') ?? {};
  const name = protocol === 'http:' && isLoopbackName(hostname) ? names.loopback : names.secure;
  return cookieNamed(name, token, seconds);
}

/** The `set-cookie` header for a session whose cookie has a name already. */
export const cookieNamed = (name: string, token: string, seconds: number): string =>
  `${name}=${token}; Max-Age=${Math.floor(seconds)}; ${attributes(name)}`;

/** The `set-cookie` header that deletes the cookie. */
export const clearingCookie = (name: string): string => `${name}=; Max-Age=0; ${attributes(name)}`;

/** Whether a host, with or without a port, is `localhost` or a loopback address. */
export const isLoopbackName = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host);

/** The error for a token that opens no session: 401 and the cookie is deleted, or 503 if the store cannot be reached. */
export function pageSessionRefused(reason: SessionRefusal, name: string | undefined): HttpError {
  if (reason === 'unavailable') {
    const sentence = 'The store of sessions does not answer, so no session can be checked: try again.';
    return new HttpError(503, 'UNAVAILABLE', sentence, { 'retry-after': '5' });
  }
  const sentence =
    reason === 'store'
      ? 'The graph’s store was lost, restored or replaced, which ends all sessions: open the page again with “kith explore”.'
      : 'The session has ended, or this graph does not know it: open the page again with “kith explore”.';
  return new HttpError(
    401,
    'UNAUTHENTICATED',
    sentence,
    name === undefined ? {} : { 'set-cookie': clearingCookie(name) },
  );
}

/**
 * The session of a page's token.
 *
 * @throws {HttpError} 401 if the token is missing or opens no session, 503 if it cannot be checked
 */
export function pageSession(
  seal: SessionSeal,
  cookie: { readonly token: string; readonly name?: string } | undefined,
): Session {
  if (!cookie) throw pageSessionRefused('over', undefined);
  try {
    return seal.demand(cookie.token);
  } catch (error) {
    throw error instanceof SessionRefused ? pageSessionRefused(error.reason, cookie.name) : error;
  }
}

/**
 * Route hook that turns the page's cookie into a bearer token, so that later code knows one kind of session. Ignores the
 * cookie of a request that is not the page's, or has a credential.
 */
export const withCookie =
  (seal: SessionSeal) =>
  ({ raw: { headers } }: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    const cookie = headers.cookie === undefined || !isFromPage(headers) ? undefined : cookieIn(headers);
    if (!cookie || headers[apiKeyHeader] !== undefined || headers.authorization !== undefined) {
      done();
      return;
    }
    try {
      pageSession(seal, cookie);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    headers.authorization = `Bearer ${cookie.token}`;
    done();
  };
