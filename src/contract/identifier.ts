import type { SearchableKind } from './catalogue.ts';
import { isObject } from './json.ts';
import type { Company } from './record/company.ts';
import type { Profile } from './record/profile.ts';

/**
 * How records are named on the external network. A slug is the decoded path segment after `/in/` (people) or
 * `/company/` (companies), and is compared without regard to case; URLs are stored and returned percent-encoded, slugs
 * decoded (the specification's "Authentication", 6). Which segment it is, is ours.
 */
const pagePath = /^[^?#]*?\/(in|company)\/([^/?#]+)/i;

/** A blank, or a character without a width of its own: what a copied text has around it. */
const isBlank = (character: string): boolean => /^[\s\p{Cf}]$/u.test(character);

/** A text without the blanks and invisible characters around it. */
export const unpadded = (text: string): string => between(text, isBlank);

/** A slug without what none has around it: blanks, invisible characters and final slashes. */
export const trimmed = (text: string): string =>
  /^[\w-]*$/.test(text) ? text : between(text, (character) => character === '/' || isBlank(character));

/** Character by character, since a pattern for what is at the end takes quadratic time. */
function between(text: string, isLast: (character: string) => boolean): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charAt(start))) start += 1;
  while (start < end && isLast(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Percent-decodes; a string that is no valid encoding, or encodes U+0000, which no name holds, is taken as it stands. */
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
 * The slugs that a text can mean, which is a bare slug or the URL of a page; a record that has an earlier one is meant before
 * a record that has a later one. A URL's is decoded once. A bare slug is meant as it is, else decoded once. None for a
 * blank text, or for the URL of a page of the other kind.
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

/** The form in which slugs are compared. Most are in it as they come, which is quicker to see than to make. */
export const slugKey = (slug: string): string =>
  /^[a-z\d_-]*$/.test(slug) ? slug : slug.normalize('NFC').toLowerCase();

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a uuid, in any case; a request that names another id fails as a whole. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** The network whose accounts identify records. */
export const identifyingNetwork = 'xnet';

export interface ExternalIdentifiers {
  /** Slugs, decoded, as stored. */
  readonly xnet_names: readonly string[];
  /** Whole numbers in decimal digits, of which there may be more than a number holds. */
  readonly xnet_ids: readonly string[];
  readonly xnet_entity_ids: readonly string[];
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The digits of an account's id, without leading zeros, since a fetch asks by number. */
function digitsOf(id: unknown): string | undefined {
  const text = Number.isSafeInteger(id) ? String(id) : textIn(id);
  return text !== undefined && /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : undefined;
}

/** What is of another type than the contract says names nothing: it is an upstream's record, and the others count. */
function externalIdentifiers(
  kind: SearchableKind,
  accounts: unknown,
  slugs: readonly (string | undefined)[],
): ExternalIdentifiers {
  const names = new Map<string, string>();
  // Few records have these.
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

/** The slug that a record has, as it is. */
const slugIn = (slug: unknown, kind: SearchableKind): string | undefined =>
  typeof slug === 'string' ? slugsIn(slug, kind)[0] : undefined;
const slugAt = (url: unknown, kind: SearchableKind): string | undefined =>
  typeof url === 'string' ? slugOfUrl(url, kind) : undefined;

/** Every name of a profile on the external network. Ours: its `social_media` element of network `xnet`, and its URL. */
export function profileIdentifiers(profile: Profile): ExternalIdentifiers {
  const info = profile.profile_info;
  return externalIdentifiers('profile', info?.social_media, [slugAt(info?.xnet_url, 'profile')]);
}

/** Every name of a company on the external network. Ours: its slugs and its `social_media` elements of network `xnet`. */
export function companyIdentifiers(company: Company): ExternalIdentifiers {
  const info = company.company_info;
  const slugs: unknown = info?.xnet_slugs;
  return externalIdentifiers(
    'company',
    info?.social_media,
    Array.isArray(slugs) ? slugs.map((slug) => slugIn(slug, 'company')) : [],
  );
}
