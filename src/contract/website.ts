/** The keys by which websites are compared. */
export interface WebsiteKeys {
  /** The host in lower case, without `www.` and port; internationalized names in ASCII form. */
  readonly host: string;
  /** The host with the first segment of its path, such as `example.com/one`; undefined if there is no path. */
  readonly page: string | undefined;
}

/**
 * Parses a website in any usual spelling: with or without scheme and `www.`, in capitals, with a port, a trailing dot
 * or a query. Undefined if the text is not a website, for example because its host has no dot.
 *
 * @example
 * websiteKeys('https://www.Example.com:443/One/two?x=1'); // { host: 'example.com', page: 'example.com/one' }
 */
export function websiteKeys(website: string): WebsiteKeys | undefined {
  const text = website.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  const host = url?.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');
  // `1234` would be read as an address in decimal.
  const hasDot = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*\./i.test(text);
  if (!url || !host?.includes('.') || !hasDot) return undefined;
  const [, segment = ''] = url.pathname.split('/');
  return { host, page: segment === '' ? undefined : `${host}/${segment.toLowerCase()}` };
}

/**
 * The spellings under which records hold a website, for a query that compares whole values: as it was given, and its
 * host, or its host and page, with each scheme, with and without `www.` and a final slash. Only the text itself if it
 * is no website.
 */
export function websiteSpellings(website: string): readonly string[] {
  const keys = websiteKeys(website);
  const given = website.trim();
  if (!keys) return [given];
  const name = ownKey(keys);
  const bare = ['', 'www.'].flatMap((prefix) => ['', '/'].map((end) => `${prefix}${name}${end}`));
  return [...new Set([given, ...['', 'http://', 'https://'].flatMap((scheme) => bare.map((one) => scheme + one))])];
}

/** How the pages of a host begin in records. */
export const hostPrefixes = (host: string): readonly string[] =>
  ['', 'http://', 'https://'].flatMap((scheme) => ['', 'www.'].map((prefix) => `${scheme}${prefix}${host}/`));

/** What a website is looked up by: its host with the first page, or the host if it has none. */
export const ownKey = ({ host, page }: WebsiteKeys): string => page ?? host;
