import { foldedPath } from '../../contract/catalogue.ts';
import { pageLimit } from '../../contract/limits.ts';
import type { QueryDsl } from '../../contract/operation/parts.ts';
import { searchProfiles } from '../../contract/operation/profiles.ts';
import { findRelationships } from '../../contract/operation/relationships.ts';
import type { ProfileSummary, Relationship } from '../../contract/record/relationship.ts';
import { isSite, type WebsiteKeys, websiteKeys, websiteSpellings } from '../../contract/website.ts';
import { slugKey, slugOfUrl } from '../../reading/page.ts';
import { type RevealedKinds, revealsNothing } from '../loaders/batch-scheduler.ts';
import { orCursorExpired } from '../loaders/cursor.ts';
import { identityQuery } from '../loaders/identity-query.ts';
import { unlessRefused } from '../loaders/refused-search.ts';
import type { CredentialScope } from '../scope/credential-scope.ts';
import { type Match, type MatchReport, priceOf } from './match-report.ts';
import { duplicatesOf, type GivenRow, type MatchKey, nameKey, type Row, readRow } from './row.ts';

/** Rows in one query by name and website: each has two clauses for the name, and a dozen spellings of the website. */
const pairsPerCall = 400;

export interface MatchOptions {
  /** Whether rows that the network does not reach are searched among all people, in one call each. */
  readonly checkRecords: boolean;
  /** The kinds of records that the relationships may name, and that may be charged for. */
  readonly named: RevealedKinds;
}

/** A kind of identifier: the rows that have one, their query, and whether a summary shows it. */
interface Kind {
  readonly key: MatchKey;
  readonly perCall: number;
  readonly has: (row: Row) => boolean;
  readonly query: (rows: readonly Row[]) => QueryDsl | undefined;
  readonly bears: (row: Row, summary: Summary) => boolean;
}

/** A person in the network, with the identifiers in their summary. */
interface Summary {
  readonly relationship: Relationship;
  readonly id: string;
  readonly slug: string | undefined;
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly site: WebsiteKeys | undefined;
}

const idPath = 'profile_info.id';
/** These are documented by the interface. */
const emailPath = 'profile_info.emails';
const websitePath = 'profile_info.current_company_website';
const namePath = 'profile_info.full_name';

const hasName = (path: string, name: string): QueryDsl => ({ match_phrase: { [path]: name } });

const kinds: readonly Kind[] = [
  {
    key: 'ID',
    perCall: pageLimit.maximum,
    has: ({ id }) => id !== undefined,
    query: (rows) => ({ terms: { [idPath]: rows.map(({ id }) => id) } }),
    bears: ({ id }, summary) => id === summary.id,
  },
  {
    key: 'XNET_SLUG',
    perCall: pageLimit.maximum,
    has: ({ slug }) => slug !== undefined,
    query: (rows) =>
      identityQuery(
        'profile',
        'xnet_names',
        rows.flatMap(({ slug, urls }) =>
          slug === undefined ? [] : [{ value: slug }, ...urls.map((url) => ({ value: slug, url }))],
        ),
      ),
    bears: ({ slugKeys }, { slug }) => slug !== undefined && slugKeys.includes(slug),
  },
  {
    key: 'EMAIL',
    perCall: pageLimit.maximum,
    has: ({ email }) => email !== undefined,
    query: (rows) => ({ terms: { [emailPath]: rows.map(({ email }) => email) } }),
    bears: ({ email }, summary) => email === summary.email,
  },
  {
    key: 'NAME_AND_WEBSITE',
    perCall: pairsPerCall,
    has: ({ name, website }) => name !== undefined && website !== undefined,
    query: (rows) => ({
      bool: {
        filter: [{ terms: { [websitePath]: [...new Set(rows.flatMap(({ site }) => websiteSpellings(site ?? '')))] } }],
        should: rows.flatMap(({ name = '' }) => [hasName(namePath, name), hasName(foldedPath(namePath), name)]),
        minimum_should_match: 1,
      },
    }),
    bears: (row, { name, site }) =>
      name !== undefined && row.nameKey === name && row.website !== undefined && isSite(row.website, site),
  },
];

/** Search results for the rows with one kind of identifier. */
interface Found {
  readonly people: ReadonlyMap<number, readonly Summary[]>;
  /** Why rows were not searched, by index. */
  readonly unchecked: ReadonlyMap<number, string>;
}

/** Matches rows with people, free of credits. */
export async function matchPeople(
  scope: CredentialScope,
  given: readonly GivenRow[],
  { checkRecords, named: mayReveal }: MatchOptions,
): Promise<MatchReport> {
  let calls = 0;
  const rows = given.map((row, at) => readRow('profile', row, at));
  const same = duplicatesOf(rows);
  const distinct = rows.filter(({ at }) => same[at] === undefined);
  const found = await Promise.all(kinds.map((kind) => findKind(kind, distinct.filter(kind.has))));
  const matches = await Promise.all(rows.map(matchOf));
  const first = new Map<string, number>();
  const unique: Match[] = [];
  for (const match of matches) {
    const { at, state, id, sameAs } = match;
    if (state === 'DUPLICATE') {
      // The earlier row may itself be a duplicate.
      const earlier = unique[sameAs ?? at];
      unique.push(earlier?.state === 'DUPLICATE' ? { ...match, sameAs: earlier.sameAs } : match);
      continue;
    }
    const before = id === undefined ? undefined : first.get(id);
    if (id !== undefined && before === undefined) first.set(id, at);
    unique.push(before === undefined ? match : { at, state: 'DUPLICATE', sameAs: before, id });
  }
  return { rows: unique, priceToEnrich: priceOf(scope.profiles, unique), calls };

  async function matchOf(row: Row): Promise<Match> {
    const { at } = row;
    const sameAs = same[at];
    if (sameAs !== undefined) return { at, state: 'DUPLICATE', sameAs };
    // Exact identifiers take precedence over a name with a website.
    const exact = kinds
      .slice(0, 3)
      .flatMap(({ key }, index) => (found[index]?.people.get(at) ?? []).map((one) => ({ key, one })));
    const byName = (found[3]?.people.get(at) ?? []).map((one) => ({ key: kinds[3]?.key, one }));
    const candidates = exact.length > 0 ? exact : byName;
    const ids = new Set(candidates.map(({ one }) => one.id));
    const [first] = candidates;
    if (ids.size > 1) return { at, state: 'AMBIGUOUS', reason: `${ids.size} people in the network match this row.` };
    if (first) return { at, state: 'KNOWN', relationship: first.one.relationship, id: first.one.id, by: first.key };
    return unreached(row);
  }

  /** A row that the network does not reach. */
  async function unreached(row: Row): Promise<Match> {
    const { at, problems } = row;
    const asked = kinds.filter((kind) => kind.has(row));
    if (asked.length === 0)
      return {
        at,
        state: 'UNKNOWN',
        reason: problems.join(' ') || 'The row has no id, slug, URL or e-mail address, and no name with a website.',
      };
    const unchecked = found.flatMap((one) => one.unchecked.get(at) ?? []);
    if (unchecked.length === asked.length && unchecked[0] !== undefined)
      return { at, state: 'NOT_CHECKED', reason: unchecked[0] };
    if (!checkRecords)
      return {
        at,
        state: 'NOT_CHECKED',
        reason:
          'Nobody in the network has this name; `checkRecords: true` searches all people for it, in one free call per row.',
      };
    const clauses = asked.flatMap((kind) => kind.query([row]) ?? []);
    calls += 1;
    const query = { bool: { should: clauses, minimum_should_match: 1 } };
    const answer = await unlessRefused(scope.search(searchProfiles, { query, limit: 2 }, revealsNothing));
    if (!answer) return { at, state: 'NOT_CHECKED', reason: refused };
    const [id, other] = answer.body.ids;
    if (other !== undefined) return { at, state: 'AMBIGUOUS', reason: 'Several people on record match this row.' };
    if (id !== undefined) return { at, state: 'ON_RECORD', id: id.toLowerCase(), by: asked[0]?.key };
    if (unchecked[0] !== undefined) return { at, state: 'NOT_CHECKED', reason: unchecked[0] };
    return { at, state: 'UNKNOWN', reason: 'Nobody on record matches this row.' };
  }

  async function findKind(kind: Kind, all: readonly Row[]): Promise<Found> {
    const people = new Map<number, readonly Summary[]>();
    const unchecked = new Map<number, string>();
    await Promise.all(
      chunksOf(all, kind.perCall).map(async (chunk) => {
        const summaries = await readNetwork(kind, chunk);
        if (!summaries) {
          for (const { at } of chunk) unchecked.set(at, refused);
          return;
        }
        const attributed = new Set<Summary>();
        for (const row of chunk) {
          const own = summaries.filter((summary) => kind.bears(row, summary));
          for (const summary of own) attributed.add(summary);
          if (own.length > 0) people.set(row.at, own);
        }
        // Found by an identifier that the summary does not show, such as a second e-mail address.
        const unclear = kind.key === 'NAME_AND_WEBSITE' ? [] : summaries.filter((one) => !attributed.has(one));
        if (unclear.length === 0) return;
        const left = chunk.filter(({ at }) => !people.has(at));
        for (const [at, own] of await attribute(kind, left, unclear)) people.set(at, own);
      }),
    );
    return { people, unchecked };
  }

  /**
   * Assigns people to rows if their summaries do not show the identifier. Rows are numbered, and one query per binary
   * digit searches the rows that have it: the queries that find a person yield the row's number. A last query for that
   * row alone verifies it, since several matching rows combine their numbers.
   */
  async function attribute(kind: Kind, left: readonly Row[], unclear: readonly Summary[]) {
    const digits = Array.from({ length: Math.ceil(Math.log2(left.length + 1)) }, (_, digit) => 2 ** digit);
    const found = await Promise.all(
      digits.map((digit) =>
        readNetwork(
          kind,
          left.filter((_, index) => ((index + 1) & digit) !== 0),
          unclear,
        ),
      ),
    );
    const numbers = unclear.map(({ id }) =>
      digits.reduce((sum, digit, at) => sum + (found[at]?.some((one) => one.id === id) ? digit : 0), 0),
    );
    const rows = [...new Set(numbers)].flatMap((number) => left[number - 1] ?? []);
    return Promise.all(rows.map(async (row) => [row.at, (await readNetwork(kind, [row])) ?? []] as const));
  }

  /** People in the network, by a kind of identifier; undefined if the data service does not search by it. */
  async function readNetwork(
    kind: Kind,
    chunk: readonly Row[],
    among?: readonly Summary[],
  ): Promise<readonly Summary[] | undefined> {
    const named = kind.query(chunk);
    if (!named) return undefined;
    const query = among ? { bool: { filter: [named, { terms: { [idPath]: among.map(({ id }) => id) } }] } } : named;
    const people = new Map<string, Summary>();
    let token: string | null | undefined;
    do {
      const request = { query, limit: pageLimit.maximum, ...(token ? { pagination_token: token } : {}) };
      calls += 1;
      const answer = await unlessRefused(orCursorExpired(token, scope.search(findRelationships, request, mayReveal)));
      if (!answer) return undefined;
      const { items, pagination_token: next } = answer.body;
      for (const item of items) {
        const summary = item && summaryOf(item);
        if (summary) people.set(summary.id, summary);
      }
      token = items.length > 0 ? next : undefined;
    } while (token);
    return [...people.values()];
  }
}

const refused = 'The data service does not search by this kind of identifier.';

function summaryOf(relationship: Relationship): Summary | undefined {
  const profile: ProfileSummary | null | undefined = relationship.profile;
  if (!profile?.id) return undefined;
  const slug = profile.xnet_url ? slugOfUrl(profile.xnet_url, 'profile') : undefined;
  return {
    relationship,
    id: profile.id.toLowerCase(),
    slug: slug === undefined ? undefined : slugKey(slug),
    email: profile.work_email?.toLowerCase(),
    name: profile.full_name ? nameKey(profile.full_name) : undefined,
    site: profile.current_company_website ? websiteKeys(profile.current_company_website) : undefined,
  };
}

const chunksOf = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, chunk) => items.slice(chunk * size, (chunk + 1) * size));
