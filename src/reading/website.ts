import { decoded, unpadded } from './padding.ts';

/** A website in its comparison form; see `websiteFrom`. */
export interface Website {
  /** The host in lower case, without `www.`, port and final dot; internationalized names in ASCII form. */
  readonly host: string;
  /** The segments of its path, decoded and in lower case; empty for a host alone. */
  readonly path: readonly string[];
  /** The host with the whole path, such as `example.com/company/one`: two websites with one key are the same. */
  readonly key: string;
}

/**
 * Parses a website in any usual spelling: with or without scheme (`//` alone as well) and `www.`, in capitals, with a
 * port, a final dot, a query, a fragment or an index page. Undefined if the text is not a website, for example because
 * its host has no dot, or because it is an e-mail address.
 *
 * @example
 * websiteFrom('https://www.Example.com:443/Company/One/index.html?x=1');
 * // { host: 'example.com', path: ['company', 'one'], key: 'example.com/company/one' }
 * websiteFrom('//EXAMPLE.com./'); // { host: 'example.com', path: [], key: 'example.com' }
 */
export function websiteFrom(text: string): Website | undefined {
  const plain = unpadded(text).replace(/^(?:[a-z][a-z\d+.-]*:\/\/?|\/\/)/i, '');
  // `1234` would be read as an address in decimal, `1.5` as one of two parts, and `ada@x.example` as a user at a host.
  const [given = ''] = plain.split(/[/?#]/);
  if (!given.includes('.') || given.includes('@') || /(?:^|\.)\d+\.?(?::\d+)?$/.test(given) !== isIpv4(given))
    return undefined;
  const url = URL.parse(`http://${plain}`);
  const host = url?.hostname.replace(/\.$/, '').replace(/^www\.(?=.*\.)/, '');
  if (!url || !host?.includes('.')) return undefined;
  const segments = url.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => decoded(segment).normalize('NFC').toLowerCase());
  const path = /^(?:index|default)\.[a-z]+$/.test(segments.at(-1) ?? '') ? segments.slice(0, -1) : segments;
  return { host, path, key: [host, ...path].join('/') };
}

const isIpv4 = (host: string): boolean => /^\d+(?:\.\d+){3}(?::\d+)?$/.test(host);

/**
 * Lookup keys of a company with this website, in order: the host with the whole path, then with shorter paths, down to
 * the first segment. A page never falls back to its host, which may have pages of others: see `isOwnSite`.
 *
 * @example
 * lookupKeys(websiteFrom('example.com/company/one')); // ['example.com/company/one', 'example.com/company']
 */
export const lookupKeys = ({ host, path }: Website): readonly string[] =>
  path.length === 0 ? [host] : path.map((_, at) => [host, ...path.slice(0, path.length - at)].join('/'));
