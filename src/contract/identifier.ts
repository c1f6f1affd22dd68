import { slugKey, slugOfUrl, slugsIn } from '../reading/page.ts';
import type { SearchableKind } from './catalogue.ts';
import { isObject } from './json.ts';
import type { Company } from './record/company.ts';
import type { Profile } from './record/profile.ts';

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
  const names: string[] = [];
  // Created lazily: few records have these.
  let ids: Set<string> | undefined;
  let entityIds: Set<string> | undefined;
  for (const slug of slugs) if (slug !== undefined) names.push(slug);
  for (const account of Array.isArray(accounts) ? accounts : []) {
    if (!isObject(account) || !isIdentifying(account.network)) continue;
    const slug = slugIn(account.slug, kind) ?? slugAt(account.url, kind);
    if (slug !== undefined) names.push(slug);
    const id = digitsOf(account.id);
    if (id !== undefined) ids = (ids ?? new Set()).add(id);
    const entityId = textIn(account.entity_id);
    if (entityId !== undefined) entityIds = (entityIds ?? new Set()).add(entityId);
  }
  return {
    xnet_names: distinct(names),
    xnet_ids: ids ? [...ids] : [],
    xnet_entity_ids: entityIds ? [...entityIds] : [],
  };
}

/** Each slug once, as last spelled. Most records have one slug, in several places. */
const distinct = (slugs: readonly string[]): readonly string[] =>
  slugs.every((slug) => slug === slugs[0])
    ? slugs.slice(0, 1)
    : [...new Map(slugs.map((slug) => [slugKey(slug), slug])).values()];

/** Import takes the network's name in any case. */
const isIdentifying = (network: unknown): boolean =>
  typeof network === 'string' && network.trim().toLowerCase() === identifyingNetwork;

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
