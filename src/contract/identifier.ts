import type { SearchableKind } from './catalogue.ts';
import { isObject } from './json.ts';
import type { Company } from './record/company.ts';
import type { Profile } from './record/profile.ts';

/**
 * Page URLs of the external network. A slug is the decoded path segment after `/in/` (people) or `/company/`
 * (companies), and is compared case-insensitively. URLs are stored and returned percent-encoded, slugs decoded (the
 * specification's "Authentication", 6). The choice of the segment is ours.
 */
const pagePath = /^[^?#]*?\/(in|company)\/([^/?#]+)/i;

/** Whitespace or an invisible format character, as found around copied text. */
const isBlank = (character: string): boolean => /^[\s\p{Cf}]$/u.test(character);

/** Trims whitespace and invisible characters. */
export const unpadded = (text: string): string => between(text, isBlank);

/** Trims a slug: whitespace, invisible characters, and trailing slashes. */
export const trimmed = (text: string): string =>
  /^[\w-]*$/.test(text) ? text : between(text, (character) => character === '/' || isBlank(character));

/** Trims character by character: a regular expression anchored at the end takes quadratic time. */
function between(text: string, isLast: (character: string) => boolean): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charAt(start))) start += 1;
  while (start < end && isLast(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/**
 * Percent-decodes a string. Returns it unchanged if it is not validly encoded, or encodes U+0000, which names cannot
 * contain.
 */
export function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    const text = decodeURIComponent(segment);
    return text.includes('\0') ? segment : text;
  } catch {
    return segment;
  }
}

/** The slug in the URL of a page of this kind of record, decoded; undefined for any other URL. */
export function slugOfUrl(url: string, kind: SearchableKind): string | undefined {
  const [, page, segment] = pagePath.exec(url) ?? [];
  if (page === undefined || segment === undefined) return undefined;
  if ((page.toLowerCase() === 'in') !== (kind === 'profile')) return undefined;
  return trimmed(decoded(segment)) || undefined;
}

/**
 * The slugs that a text, a bare slug or a page URL, can mean, by preference. The slug of a URL is decoded once. A bare
 * slug means itself, or else its decoded form. Empty for a blank text, or the URL of the other kind of page.
 */
export function slugsIn(text: string, kind: SearchableKind): readonly string[] {
  if (pagePath.test(text)) {
    const slug = slugOfUrl(text, kind);
    return slug === undefined ? [] : [slug];
  }
  const slug = trimmed(text);
  const other = trimmed(decoded(slug));
  return [slug, ...(other === slug ? [] : [other])].filter((form) => form !== '');
}

/** The form in which slugs are compared. Fast path: most slugs already have it. */
export const slugKey = (slug: string): string =>
  /^[a-z\d_-]*$/.test(slug) ? slug : slug.normalize('NFC').toLowerCase();

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a uuid, in any case. A request with another id fails as a whole. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** The network whose accounts identify records. */
export const identifyingNetwork = 'xnet';

export interface ExternalIdentifiers {
  /** Slugs, decoded, as stored. */
  readonly xnet_names: readonly string[];
  /** Integers as decimal digits, which may exceed a number's precision. */
  readonly xnet_ids: readonly string[];
  readonly xnet_entity_ids: readonly string[];
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The digits of an account's id without leading zeros, since fetches take numbers. */
function digitsOf(id: unknown): string | undefined {
  const text = Number.isSafeInteger(id) ? String(id) : textIn(id);
  return text !== undefined && /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : undefined;
}

/** Members of the wrong type are ignored, since records come from upstreams. */
function externalIdentifiers(
  kind: SearchableKind,
  accounts: unknown,
  slugs: readonly (string | undefined)[],
): ExternalIdentifiers {
  const names = new Map<string, string>();
  // Created lazily: few records have these.
  let ids: Set<string> | undefined;
  let entityIds: Set<string> | undefined;
  const addSlug = (slug: string | undefined) => {
    if (slug !== undefined) names.set(slugKey(slug), slug);
  };
  for (const slug of slugs) addSlug(slug);
  for (const account of Array.isArray(accounts) ? accounts : []) {
    if (!isObject(account) || account.network !== identifyingNetwork) continue;
    addSlug(slugIn(account.slug, kind) ?? slugAt(account.url, kind));
    const id = digitsOf(account.id);
    if (id !== undefined) ids = (ids ?? new Set()).add(id);
    const entityId = textIn(account.entity_id);
    if (entityId !== undefined) entityIds = (entityIds ?? new Set()).add(entityId);
  }
  return {
    xnet_names: [...names.values()],
    xnet_ids: ids ? [...ids] : [],
    xnet_entity_ids: entityIds ? [...entityIds] : [],
  };
}

/** The slug in a record. */
const slugIn = (slug: unknown, kind: SearchableKind): string | undefined =>
  typeof slug === 'string' ? slugsIn(slug, kind)[0] : undefined;
const slugAt = (url: unknown, kind: SearchableKind): string | undefined =>
  typeof url === 'string' ? slugOfUrl(url, kind) : undefined;

/**
 * All identifiers of a profile on the external network. Ours: from its `social_media` of network `xnet`, and its URL.
 */
export function profileIdentifiers(profile: Profile): ExternalIdentifiers {
  const info = profile.profile_info;
  return externalIdentifiers('profile', info?.social_media, [slugAt(info?.xnet_url, 'profile')]);
}

/**
 * All identifiers of a company on the external network. Ours: from its slugs, and its `social_media` of network `xnet`.
 */
export function companyIdentifiers(company: Company): ExternalIdentifiers {
  const info = company.company_info;
  const slugs: unknown = info?.xnet_slugs;
  return externalIdentifiers(
    'company',
    info?.social_media,
    Array.isArray(slugs) ? slugs.map((slug) => slugIn(slug, 'company')) : [],
  );
}
