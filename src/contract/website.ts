import { type Website, websiteFrom } from '../reading/website.ts';
import { anyOf } from './clause.ts';
import type { QueryDsl } from './operation/parts.ts';

/**
 * The spellings under which records hold a website, for a query that compares whole values: as it was given, and its
 * host with the whole path, with each scheme, with and without `www.`, a final slash and an index page. Only the text
 * itself if it is no website. Capitals in records are found by `websiteInAnyCase`: their spellings are too many to list.
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

/** A query for values that are a website in any case. */
export const websiteInAnyCase = (path: string, text: string): QueryDsl =>
  anyOf(websiteSpellings(text).map((value) => ({ term: { [path]: { value, case_insensitive: true } } }))) ?? {
    match_none: {},
  };

/** A query for values that begin with a website, in any case: for readers that compare whole websites themselves. */
export const beginsWithWebsite = (path: string, { key }: Website): QueryDsl =>
  anyOf(
    ['', 'http://', 'https://'].flatMap((scheme) =>
      ['', 'www.'].map((start) => ({ prefix: { [path]: { value: scheme + start + key, case_insensitive: true } } })),
    ),
  ) ?? { match_none: {} };

/** How the pages of a host begin in records. */
export const hostPrefixes = (host: string): readonly string[] =>
  ['', 'http://', 'https://'].flatMap((scheme) => ['', 'www.'].map((prefix) => `${scheme}${prefix}${host}/`));
