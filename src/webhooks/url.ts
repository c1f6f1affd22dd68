import { isIP } from 'node:net';
import { isPublicAddress } from './address.ts';

/** Maximum length of a URL, in characters. */
const maxUrl = 2048;

/** Names of a machine or its local network (RFC 6761 and 6762, and common practice). */
const privateNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** A URL's host without the brackets of IPv6 and the trailing dot. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/**
 * Whether a message may be sent to a URL, judged by the URL alone; addresses of its host are checked on connection. The
 * URL parser has already normalized decimal, octal and hexadecimal IPv4 addresses.
 */
export function mayBeCalled(url: URL, allowPrivate: boolean): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (allowPrivate) return url.protocol === 'https:' || url.protocol === 'http:';
  const host = hostOf(url);
  return url.protocol === 'https:' && (isIP(host) ? isPublicAddress(host) : !privateNames.test(host));
}

/** Why no message can be sent to a URL, as the end of a sentence; undefined if one can. */
export function urlProblem(text: string, allowPrivate: boolean): string | undefined {
  const url = text.length <= maxUrl ? URL.parse(text) : null;
  if (url && mayBeCalled(url, allowPrivate)) return undefined;
  const wanted = allowPrivate ? 'an http or https URL' : 'an https URL on a public host';
  return `must be ${wanted}, without credentials, of at most ${maxUrl} characters`;
}
