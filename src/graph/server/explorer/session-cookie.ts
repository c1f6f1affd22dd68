import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { apiKeyHeader } from '../../../contract/headers.ts';
import type { Session } from '../../state/sessions/session.ts';
import { type SessionRefusal, SessionRefused, type SessionSeal } from '../../state/sessions/session-token.ts';
import { HttpError } from '../http-error.ts';

/** Browsers take the first over https only, and from this host only. Over plain http on loopback it is the second. */
const names = { secure: '__Host-kith', loopback: 'kith' } as const;

/** What the page sends with each request, and other pages cannot without being asked first. */
export const pageHeader = 'x-kith-explorer';

/** Whether the graph's own page sends a request, as its browser says. */
export const isFromPage = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && headers[pageHeader] === '1';

interface Cookie {
  readonly name: string;
  readonly token: string;
}

/**
 * The session's cookie in a request. The name without prefix, which a neighbouring host could set for this one, counts on
 * loopback only.
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
 * The header that gives a page its session. The browser says in `origin` where the page is.
 *
 * @param seconds until the session ends
 */
export function cookieFor({ origin }: IncomingHttpHeaders, token: string, seconds: number): string {
  const { protocol, hostname = '' } = URL.parse(origin ?? '') ?? {};
  const name = protocol === 'http:' && isLoopbackName(hostname) ? names.loopback : names.secure;
  return `${name}=${token}; Max-Age=${Math.floor(seconds)}; ${attributes(name)}`;
}

/** The header that takes the cookie away again. */
export const clearingCookie = (name: string): string => `${name}=; Max-Age=0; ${attributes(name)}`;

/** Whether a host's name, with or without its port, stands for the machine itself. */
export const isLoopbackName = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host);

/** A page's token that opens no session: the answer takes the cookie away, unless that may turn out to be good. */
export function pageSessionRefused(reason: SessionRefusal, name: string | undefined): HttpError {
  if (reason === 'unavailable') {
    const sentence = 'The store of sessions does not answer, so no session can be checked: try again.';
    return new HttpError(503, 'UNAVAILABLE', sentence, { 'retry-after': '5' });
  }
  const sentence =
    reason === 'store'
      ? 'The graph’s store was lost or restored, or is another one, which ends all sessions: open the page again with “kith explore”.'
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
 * @throws {HttpError} 401 if it opens none, 503 if it cannot be checked
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
 * Hook of routes that take the page's cookie: from here on the request is one with a session's token. A request of
 * anything but the page, or with a credential of its own, has no cookie.
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
