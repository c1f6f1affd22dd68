import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { apiKeyHeader } from '../../../contract/headers.ts';
import type { SessionSeal } from '../../state/sessions/session-token.ts';
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

/** A page's session that is over, revoked, or of a graph with another secret; the answer takes the cookie away. */
export const unknownSession = (name: string | undefined): HttpError =>
  new HttpError(
    401,
    'UNAUTHENTICATED',
    'The session is over, or this graph does not know it: open the page anew with “kith explore”.',
    name === undefined ? {} : { 'set-cookie': clearingCookie(name) },
  );

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
    if (!seal.open(cookie.token)) {
      done(unknownSession(cookie.name));
      return;
    }
    headers.authorization = `Bearer ${cookie.token}`;
    done();
  };
