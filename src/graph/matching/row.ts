import type { SearchableKind } from '../../contract/catalogue.ts';
import { type WebsiteKeys, websiteKeys } from '../../contract/website.ts';
import { foldAccents } from '../../reading/fold-accents.ts';
import { trimmed, unpadded } from '../../reading/padding.ts';
import { slugKey, slugOfUrl, slugsIn } from '../../reading/page.ts';
import { isUuid } from '../../reading/uuid.ts';

/** A row as it was given: any of its members may identify the record. */
export interface GivenRow {
  readonly id?: string | null | undefined;
  readonly xnetSlug?: string | null | undefined;
  readonly xnetUrl?: string | null | undefined;
  readonly email?: string | null | undefined;
  /** A person's full name, or a company's. */
  readonly name?: string | null | undefined;
  readonly website?: string | null | undefined;
}

/** The kinds of identifiers that rows are matched by. */
export type MatchKey = 'ID' | 'XNET_SLUG' | 'EMAIL' | 'WEBSITE' | 'NAME_AND_WEBSITE';

/** The identifiers of a row, normalized. */
export interface Row {
  /** Its index in the list. */
  readonly at: number;
  /** In lower case. */
  readonly id: string | undefined;
  /** In the form of a query; `slugKeys` has the forms for comparison. */
  readonly slug: string | undefined;
  readonly slugKeys: readonly string[];
  /** The page's URL, as given and without final slashes. */
  readonly urls: readonly string[];
  /** In lower case. */
  readonly email: string | undefined;
  readonly name: string | undefined;
  /** The name in the form for comparison. */
  readonly nameKey: string | undefined;
  readonly website: WebsiteKeys | undefined;
  /** The website as it was given. */
  readonly site: string | undefined;
  /** Sentences about members that are invalid. */
  readonly problems: readonly string[];
}

/** A name in the form for comparison: without accents, in lower case, with single spaces. */
export const nameKey = (name: string): string =>
  foldAccents(unpadded(name).toLowerCase().normalize('NFC')).replaceAll(/\s+/g, ' ');

const textIn = (value: string | null | undefined): string | undefined => unpadded(value ?? '') || undefined;

/** Reads a row. An invalid member is left out and reported in `problems`. */
export function readRow(kind: SearchableKind, given: GivenRow, at: number): Row {
  const problems: string[] = [];
  const id = textIn(given.id);
  if (id !== undefined && !isUuid(id)) problems.push('`id` is not a uuid.');
  const url = textIn(given.xnetUrl);
  const slugOfPage = url === undefined ? undefined : slugOfUrl(url, kind);
  if (url !== undefined && slugOfPage === undefined)
    problems.push(`\`xnetUrl\` is not the URL of a ${kind === 'profile' ? 'person' : 'company'}’s page.`);
  const bare = textIn(given.xnetSlug);
  const slugs = slugOfPage === undefined ? (bare === undefined ? [] : slugsIn(bare, kind)) : [slugOfPage];
  if (bare !== undefined && slugOfPage === undefined && slugs.length === 0)
    problems.push('`xnetSlug` names a page of another kind.');
  const email = textIn(given.email)?.toLowerCase();
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) problems.push('`email` is not an e-mail address.');
  const name = textIn(given.name);
  const site = textIn(given.website);
  const website = site === undefined ? undefined : websiteKeys(site);
  if (site !== undefined && website === undefined) problems.push('The website has no host with a dot.');
  return {
    at,
    id: id !== undefined && isUuid(id) ? id.toLowerCase() : undefined,
    slug: slugs[0],
    slugKeys: slugs.map(slugKey),
    urls: url === undefined || slugOfPage === undefined ? [] : [...new Set([url, trimmed(url)])],
    email: email !== undefined && /^[^\s@]+@[^\s@]+$/.test(email) ? email : undefined,
    name,
    nameKey: name === undefined ? undefined : nameKey(name),
    website,
    site: website && site,
    problems,
  };
}

/** Deduplication keys: two rows that share one are the same. */
function keysOf({ id, slugKeys, email, nameKey, website }: Row): readonly string[] {
  return [
    ...(id === undefined ? [] : [`id ${id}`]),
    ...slugKeys.slice(0, 1).map((key) => `slug ${key}`),
    ...(email === undefined ? [] : [`email ${email}`]),
    ...(nameKey !== undefined && website ? [`name ${nameKey} ${website.page ?? website.host}`] : []),
  ];
}

/** For each row, the index of an earlier row that shares a key, if any. */
export function duplicatesOf(rows: readonly Row[]): readonly (number | undefined)[] {
  const first = new Map<string, number>();
  return rows.map((row) => {
    const keys = keysOf(row);
    const same = keys.map((key) => first.get(key)).find((at) => at !== undefined);
    for (const key of keys) if (!first.has(key)) first.set(key, same ?? row.at);
    return same;
  });
}
