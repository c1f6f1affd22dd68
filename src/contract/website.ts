import { type Website, websiteFrom } from '../reading/website.ts';

/**
 * The spellings under which records hold a website, for a query that compares whole values: as it was given, and its
 * host with the whole path, with each scheme, with and without `www.`, a final slash and an index page. Only the text
 * itself if it is no website. A record in capitals is found only if the upstream ignores case, as ours does: its
 * spellings are too many to list.
 */
export function websiteSpellings(text: string): readonly string[] {
  const site = websiteFrom(text);
  const given = text.trim();
  return site ? [...new Set([given, ...spellingsOf(site)])] : [given];
}

const spellingsOf = ({ key }: Website): readonly string[] => {
  const names = [...new Set([key, encodeURI(key)])];
  const bare = names.flatMap((name) =>
    ['', 'www.'].flatMap((start) => ['', '/', '/index.html'].map((end) => `${start}${name}${end}`)),
  );
  return ['', 'http://', 'https://'].flatMap((scheme) => bare.map((one) => scheme + one));
};

/** How the pages of a host begin in records. */
export const hostPrefixes = (host: string): readonly string[] =>
  ['', 'http://', 'https://'].flatMap((scheme) => ['', 'www.'].map((prefix) => `${scheme}${prefix}${host}/`));
