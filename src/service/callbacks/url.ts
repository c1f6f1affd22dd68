import { isIP } from 'node:net';
import { badRequest } from '../problem.ts';
import { shown } from '../shown.ts';
import { isPublicAddress } from './address.ts';

const longest = 2048;

/** Names that never lead out of a machine or its network (RFC 6761 and 6762, and what is customary). */
const privateNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** A URL's host without the brackets of IPv6 and the dot of the root. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/**
 * Whether a callback may be sent to a URL, as far as the URL itself shows; the addresses of its host are checked when the
 * connection is made. The URL standard has turned decimal, octal and hexadecimal IPv4 addresses into the usual form.
 */
export function mayBeCalled(url: URL, allowPrivate: boolean): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (allowPrivate) return url.protocol === 'https:' || url.protocol === 'http:';
  const host = hostOf(url);
  return url.protocol === 'https:' && (isIP(host) ? isPublicAddress(host) : !privateNames.test(host));
}

/** Throws the 400 `Problem` for a `callback_url` that no callback will ever be sent to. */
export function checkCallbackUrl(text: string, allowPrivate: boolean): void {
  const url = text.length <= longest ? URL.parse(text) : null;
  if (url && mayBeCalled(url, allowPrivate)) return;
  const wanted = allowPrivate ? 'an http or https URL' : 'an https URL on a public host';
  throw badRequest(
    `callback_url: must be ${wanted}, without credentials, of at most ${longest} characters, but got ${shown(text)}`,
  );
}
