import { isIP } from 'node:net';
import { isPublicAddress } from './address.ts';

/** The longest URL that a message is sent to, in characters. */
const maxUrl = 2048;

/** Names that never lead out of a machine or its network (RFC 6761 and 6762, and what is customary). */
const privateNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** A URL's host without the brackets of IPv6 and the dot of the root. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/**
 * Whether a message may be sent to a URL, as far as the URL itself shows; the addresses of its host are checked when the
 * connection is made. The URL standard has turned decimal, octal and hexadecimal IPv4 addresses into the usual form.
 */
export function mayBeCalled(url: URL, allowPrivate: boolean): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (allowPrivate) return url.protocol === 'https:' || url.protocol === 'http:';
  const host = hostOf(url);
  return url.protocol === 'https:' && (isIP(host) ? isPublicAddress(host) : !privateNames.test(host));
}

/** What is wrong with a URL that no message will ever be sent to, as the end of a sentence; undefined where nothing is. */
export function urlProblem(text: string, allowPrivate: boolean): string | undefined {
  const url = text.length <= maxUrl ? URL.parse(text) : null;
  if (url && mayBeCalled(url, allowPrivate)) return undefined;
  const wanted = allowPrivate ? 'an http or https URL' : 'an https URL on a public host';
  return `must be ${wanted}, without credentials, of at most ${maxUrl} characters`;
}
