import type { Company } from './record/company.ts';
import type { Profile } from './record/profile.ts';

/**
 * How records are named on the external network. A slug is the decoded path segment after `/in/` (people) or
 * `/company/` (companies), and is compared without regard to case; URLs are stored and returned percent-encoded, slugs
 * decoded (the specification's "Authentication", 6). Which segment it is, is ours.
 */
const slugPath = /\/(?:in|company)\/([^/?#]+)/i;

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

/** The slug in a profile or company URL, decoded; undefined where the URL has none. */
export function slugOfUrl(url: string): string | undefined {
  const segment = slugPath.exec(url)?.[1];
  return segment === undefined ? undefined : decoded(segment);
}

/** The slug that a person meant: from a full URL or a bare slug, percent-encoded or not. */
export const slugOf = (nameOrUrl: string): string => slugOfUrl(nameOrUrl) ?? decoded(nameOrUrl.trim());

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
  readonly xnet_ids: readonly number[];
  readonly xnet_entity_ids: readonly string[];
}

interface Account {
  readonly network?: string | null;
  readonly id?: string | null;
  readonly entity_id?: string | null;
  readonly slug?: string | null;
  readonly url?: string | null;
}

function externalIdentifiers(
  accounts: readonly (Account | null)[],
  names: Iterable<string | null | undefined>,
): ExternalIdentifiers {
  const slugs = new Map<string, string>();
  // Few records have these.
  let ids: Set<number> | undefined;
  let entityIds: Set<string> | undefined;
  const addSlug = (slug: string | null | undefined) => {
    if (slug) slugs.set(slugKey(slug), slug);
  };
  for (const name of names) addSlug(name);
  for (const account of accounts) {
    if (account?.network !== identifyingNetwork) continue;
    addSlug(account.slug ?? (account.url ? slugOfUrl(account.url) : undefined));
    if (account.id && /^\d+$/.test(account.id)) ids = (ids ?? new Set()).add(Number(account.id));
    if (account.entity_id) entityIds = (entityIds ?? new Set()).add(account.entity_id);
  }
  return {
    xnet_names: [...slugs.values()],
    xnet_ids: ids ? [...ids] : [],
    xnet_entity_ids: entityIds ? [...entityIds] : [],
  };
}

/** Every name of a profile on the external network. Ours: its `social_media` element of network `xnet`, and its URL. */
export function profileIdentifiers(profile: Profile): ExternalIdentifiers {
  const info = profile.profile_info;
  return externalIdentifiers(info?.social_media ?? [], [info?.xnet_url ? slugOfUrl(info.xnet_url) : undefined]);
}

/** Every name of a company on the external network. Ours: its slugs and its `social_media` elements of network `xnet`. */
export function companyIdentifiers(company: Company): ExternalIdentifiers {
  const info = company.company_info;
  return externalIdentifiers(info?.social_media ?? [], info?.xnet_slugs ?? []);
}
