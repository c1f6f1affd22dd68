import { byEitherPath } from '../../client/slug-paths.ts';
import { accountsPath, usernamesPath } from '../../contract/catalogue.ts';
import { anyOf } from '../../contract/clause.ts';
import { identifyingNetwork } from '../../contract/identifier.ts';
import type { QueryDsl } from '../../contract/operation/parts.ts';
import { decoded } from '../../reading/padding.ts';
import type { IdentifierKind } from '../cache/record-key.ts';
import type { RecordKind } from './record-kind.ts';

/** A name by which a record can be searched. Not every one works for a fetch: a company's website does not. */
export interface SearchName {
  readonly kind: Exclude<IdentifierKind, 'ids'> | 'websites';
  readonly value: string;
  /** The URL that contains the slug, as given: it finds a record without a slug in its accounts. */
  readonly url?: string | undefined;
}

/** The member of a person's account that holds each kind of name. */
const accountMembers: Partial<Readonly<Record<SearchName['kind'], string>>> = {
  xnet_names: 'slug',
  xnet_ids: 'id',
  xnet_entity_ids: 'entity_id',
};

const companyPaths: Partial<Readonly<Record<SearchName['kind'], string>>> = {
  xnet_names: 'company_info.xnet_slugs',
  websites: 'company_info.websites',
};

const urlPath = 'profile_info.xnet_url';

/** All spellings to search for: a search compares exactly, and records may have slugs decoded or percent-encoded. */
function spellingsOf(kind: SearchName['kind'], values: readonly string[]): readonly string[] {
  if (kind !== 'xnet_names' && kind !== 'websites') return values;
  const forms = kind === 'xnet_names' ? values.flatMap((value) => [value, decoded(value)]) : values;
  // An accented letter may be one code point (NFC) or two (NFD).
  const cases = forms.flatMap((form) => [form, form.toLowerCase()]);
  return [...new Set(cases.flatMap((form) => [form, form.normalize('NFC'), form.normalize('NFD')]))];
}

/** A query for one of the values at a path, ignoring case; each takes a clause, so that a query holds fewer of them. */
const inAnyCase = (path: string, values: readonly string[]): QueryDsl => {
  const lower = [...new Set(values.map((value) => value.toLowerCase()))];
  return anyOf(lower.map((value) => ({ term: { [path]: { value, case_insensitive: true } } }))) ?? { match_none: {} };
};

/** The usual cases of slugs: as given, in lower case, `Ada-Moreau` and in capitals. */
const inUsualCases = (values: readonly string[]): readonly string[] => [
  ...new Set(
    values.flatMap((value) => {
      const lower = value.toLowerCase();
      const parts = lower.replaceAll(/(?<![\p{L}\p{M}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase());
      return [value, lower, parts, value.toUpperCase()];
    }),
  ),
];

/**
 * A query for the records that have one of these names, all of one kind; undefined if no searchable field holds such
 * names. The specification does not list these paths: an upstream may refuse the query, or find nothing.
 */
export function identityQuery(
  record: RecordKind['name'],
  kind: SearchName['kind'],
  names: readonly Omit<SearchName, 'kind'>[],
  ignoreCase = false,
): QueryDsl | undefined {
  const values = names.map(({ value }) => value);
  const spellings = spellingsOf(kind, values);
  const hasOne = (path: string): QueryDsl =>
    ignoreCase ? inAnyCase(path, spellings) : { terms: { [path]: spellings } };
  if (record === 'company') {
    const path = companyPaths[kind];
    return path === undefined ? undefined : hasOne(path);
  }
  const member = accountMembers[kind];
  if (member === undefined) return undefined;
  const filter = [{ term: { [`${accountsPath}.network`]: identifyingNetwork } }, hasOne(`${accountsPath}.${member}`)];
  const inAccounts = { nested: { path: accountsPath, query: { bool: { filter } } } };
  // Each clause on that list counts as a nested one, of which a query holds few: usual cases take one clause together.
  const usernames = { terms: { [usernamesPath]: ignoreCase ? inUsualCases(spellings) : spellings } };
  const byAccount = kind === 'xnet_names' ? byEitherPath(inAccounts, usernames) : inAccounts;
  const urls = names.flatMap(({ url }) => url ?? []);
  if (urls.length === 0) return byAccount;
  return { bool: { should: [byAccount, { terms: { [urlPath]: urls } }], minimum_should_match: 1 } };
}
