import { addressesIn } from './address.ts';
import type { Kind } from './headings.ts';
import { unpadded } from './padding.ts';
import { pageFrom } from './page.ts';
import { uuidFrom } from './uuid.ts';
import { websiteFrom } from './website.ts';

/** Placeholders for empty cells. */
const placeholder = /^(?:[-–—.]+|n\/?a|#n\/a|none|null|nil|unknown|undefined)$/i;

export const isEmpty = (text: string): boolean => {
  const bare = unpadded(text);
  return bare === '' || placeholder.test(bare);
};

/** Characters of the longest URL that browsers take for sure. */
const maxLength = 2_000;

/** The kinds that a value alone shows. */
export type ValueKind = Extract<Kind, 'id' | 'url' | 'slug' | 'companyUrl' | 'email' | 'website'>;

/** The kind of a value that is recognized from the value alone; undefined for names and other words. */
export function kindOfValue(text: string): ValueKind | undefined {
  if (text.length > maxLength) return undefined;
  const value = unpadded(text);
  if (uuidFrom(value) !== undefined) return 'id';
  if (/@|%40/.test(value) && addressesIn(value).length > 0) return 'email';
  if (/\s/.test(value)) return undefined;
  // No other network has handles with hyphens.
  if (/^@\w+-[\w-]+$/.test(value)) return 'slug';
  const page = pageFrom(value);
  if (page && (page.host === undefined ? value.startsWith('/') : page.host.includes('.')))
    return page.kind === 'profile' ? 'url' : 'companyUrl';
  return /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(value) || /^[^/?#]*\.\p{L}{2,}(?:[/?#:]|$)/u.test(value)
    ? websiteFrom(value) && 'website'
    : undefined;
}

/** Whether a text can be a slug: a single word, and no URL, host or address. */
export const isBareSlug = (text: string): boolean =>
  /^@?[^\s/.:@,;|<>"?#]+$/u.test(unpadded(text)) && /[\p{L}\p{N}]/u.test(text);

/** The required form of some kinds, as a predicate and in words. */
const forms: Partial<Readonly<Record<Kind, readonly [(text: string) => boolean, string]>>> = {
  id: [(text) => uuidFrom(text) !== undefined, 'a uuid'],
  email: [(text) => addressesIn(text).length > 0, 'an e-mail address'],
  url: [(text) => pageFrom(text)?.kind === 'profile', 'the URL of a person’s page'],
  companyUrl: [(text) => pageFrom(text)?.kind === 'company', 'the URL of a company’s page'],
  website: [(text) => websiteFrom(text) !== undefined, 'a website'],
  slug: [(text) => !/\s/.test(unpadded(text)), 'a slug'],
};

export const hasForm = (kind: Kind, text: string): boolean => forms[kind]?.[0](text) ?? true;

/** The required form of a kind, in words. */
export const formOf = (kind: Kind): string => forms[kind]?.[1] ?? kind;
