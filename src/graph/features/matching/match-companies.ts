import { withoutAccents } from '../../../client/folded-names.ts';
import { PageWalk, peopleOn } from '../../../client/page-walk.ts';
import { allOf, anyOf } from '../../../contract/clause.ts';
import { pageLimit } from '../../../contract/limits.ts';
import { searchCompanies } from '../../../contract/operation/companies.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import { beginsWithWebsite, websiteInAnyCase, websiteSpellings } from '../../../contract/website.ts';
import { compareFirms } from '../../../reading/compare-names.ts';
import { lookupKeys } from '../../../reading/website.ts';
import { revealsNothing } from '../../loaders/batch-scheduler.ts';
import { orCursorExpired } from '../../loaders/cursor.ts';
import { identityQuery } from '../../loaders/identity-query.ts';
import { locate } from '../../loaders/locate.ts';
import { maxRelationshipPages } from '../../loaders/relationship-loader.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { batchesOf, sendHalving } from './batches.ts';
import { isSameSite, onOtherHost } from './decide.ts';
import { duplicates } from './duplicates.ts';
import { type FirmCandidate, type Match, type MatchReport, maxCandidates, priceOf, unmatched } from './match-report.ts';
import { anyRow, findOnRecord, type RecordKey } from './on-record.ts';
import { type KnownPerson, personOf } from './person.ts';
import { providerHosts } from './provider-host.ts';
import { because, type Reason } from './reason.ts';
import { type GivenRow, type Row, readRow } from './row.ts';

const websitePath = 'profile_info.current_company_website';
const employerIdPath = 'profile_info.current_company_id';
const employerPath = 'profile_info.current_company_name';
const namePath = 'company_info.name';

/** From how many rows on the whole network is read, if it is small. */
const longList = 10;
const fewPages = 2;
/**
 * Matches rows with companies, free of credits. A company is `KNOWN` if the network reaches a current employee: by website,
 * or by its name without its legal form. With `checkRecords`, or for an id or slug, all companies are searched as well.
 */
export async function matchCompanies(
  scope: CredentialScope,
  given: readonly GivenRow[],
  { checkRecords, likely }: { readonly checkRecords: boolean; readonly likely: boolean },
): Promise<MatchReport> {
  let calls = 0;
  const isProvider = await providerHosts(scope, given);
  const rows = given.map((row, at) => readRow('company', row, at, isProvider));
  /** People of the network by employer, as far as they were read; and employers by host and by their first letter. */
  const employers = new Map<string, Employer>();
  const indexed = new Map<string, Set<Employer>>();
  const seen = new Set<string>();
  const unsearched = new Map<Row, Reason>();
  await readEmployers(rows.filter((row) => row.website !== undefined || row.nameWords.length > 0));
  const records = checkRecords ? await onRecord() : undefined;
  const counted = records ? await countAt(records.found) : new Map<Row, number>();
  const matches = duplicates(rows, rows.map(matchOf));
  return { rows: matches, priceToEnrich: priceOf(scope.companies, matches, likely), calls };

  function matchOf(row: Row): Match {
    const { website, nameWords } = row;
    if (!isReadable(row))
      return unmatched(
        'UNKNOWN',
        'UNREADABLE',
        row.problems.join(' ') || 'The row has no id, slug, URL, website or name.',
      );
    const there = reachedAt(row);
    const found = records?.found.get(row);
    const [id, another] = found?.ids ?? [];
    if (another !== undefined)
      return {
        ...unmatched('AMBIGUOUS', 'SEVERAL', 'Several companies on record match this row.'),
        firms: there.firms,
      };
    const people = Math.max(there.people, counted.get(row) ?? 0);
    if (found && id !== undefined) {
      const isWeak = (found.by === 'XNET_SLUG' && row.otherHost !== undefined) || found.by === 'NAME';
      return {
        state: people > 0 ? 'KNOWN' : 'ON_RECORD',
        id,
        by: found.by,
        people,
        confidence: isWeak ? 'LIKELY' : 'CERTAIN',
        reason: isWeak
          ? row.otherHost !== undefined && found.by === 'XNET_SLUG'
            ? onOtherHost(row)
            : nameOnly
          : undefined,
      };
    }
    const isNamedOnly = row.id === undefined && row.slugs.length === 0;
    if (there.people > 0 && (isNamedOnly || !records)) {
      const by = there.bySite ? 'WEBSITE' : 'NAME';
      if (!there.bySite && there.firms.length > 1)
        return {
          ...unmatched(
            'AMBIGUOUS',
            'SEVERAL',
            `${there.firms.length} companies of this name employ people of the network.`,
          ),
          firms: there.firms,
        };
      return {
        state: 'KNOWN',
        by,
        people,
        confidence: there.bySite ? 'CERTAIN' : 'LIKELY',
        reason: there.bySite ? undefined : nameOnly,
      };
    }
    if (there.near.length > 0)
      return {
        ...unmatched('AMBIGUOUS', 'SIMILAR', 'Companies of similar names employ people of the network.'),
        firms: there.near,
      };
    const reason = unsearched.get(row) ?? records?.unsearched.get(row);
    if (reason !== undefined) return { state: 'NOT_CHECKED', reason };
    if (!records)
      return unmatched(
        'NOT_CHECKED',
        'RECORDS_NOT_SEARCHED',
        website || nameWords.length > 0
          ? 'The network reaches nobody there; `checkRecords: true` searches all companies, in extra free calls.'
          : 'An id or slug is searched among all companies, in extra free calls: ask with `checkRecords: true`.',
      );
    return unmatched('UNKNOWN', 'NOT_FOUND', 'No company on record matches this row.');
  }

  async function onRecord() {
    const found = await findOnRecord(scope, searchCompanies, rows.filter(isReadable), recordKeysWith(firmNames));
    calls += found.calls;
    return found;
  }

  /** How the network's people write the name of the row's company: accents and signs as on record. */
  function firmNames(row: Row): readonly string[] {
    return reachedAt(row).firms.flatMap(({ name }) => name ?? []);
  }

  /** The people of the network at a row's company: by website if it matches anybody's, else by name. */
  function reachedAt({ website, nameWords }: Row) {
    const atSite = [...(indexed.get(`host ${website?.host}`) ?? [])].filter(
      ({ person }) => website && person.website && isSameSite(website, person.website),
    );
    const alike = atSite.length > 0 ? [] : [...(indexed.get(letterOf(nameWords)) ?? [])];
    const likeness = Map.groupBy(alike, ({ person }) => compareFirms(nameWords, person.firmWords));
    const same = likeness.get('same') ?? [];
    // A website that is known to be another company's is no match by name.
    const ofName = same.filter(({ person }) => !website || !person.website);
    const those = atSite.length > 0 ? atSite : ofName;
    return {
      bySite: atSite.length > 0,
      people: those.reduce((sum, { count }) => sum + count, 0),
      firms: firmsOf(those),
      near: firmsOf([...same, ...(likeness.get('near') ?? [])]),
    };
  }

  /** Reads people at the rows' companies, or the whole network if it is small against the list. */
  async function readEmployers(all: readonly Row[]): Promise<void> {
    if (all.length === 0) return;
    if (all.length >= longList) {
      const pages = Math.max(fewPages, Math.floor(all.length / 50));
      let isCut = true;
      await sendHalving([all], async () => {
        isCut = await read({ match_all: {} }, pages, true);
      });
      if (!isCut) return;
    }
    await Promise.all(
      batchesOf(all, peopleAt).map(async (batch) => {
        const failed = await sendHalving(batch, async (some) => {
          if (!(await read(anyRow(peopleAt)(some), maxRelationshipPages))) return;
          for (const row of some) if (reachedAt(row).people === 0) unsearched.set(row, tooMany);
        });
        for (const { items, reason } of failed) for (const row of items) unsearched.set(row, reason);
      }),
    );
    // Websites in capitals: these searches only add spellings, and are few.
    const unreached = all.filter((row) => row.website && reachedAt(row).people === 0 && !unsearched.has(row));
    const inAnyCase = ({ website }: Row) => (website ? beginsWithWebsite(websitePath, website) : { match_none: {} });
    await Promise.all(
      batchesOf(unreached, inAnyCase)
        .slice(0, Math.max(fewPages, all.length / 100))
        .map((batch) =>
          sendHalving(batch, async (some) => {
            await read(anyRow(inAnyCase)(some), fewPages);
          }),
        ),
    );
    // A misspelt name has no word in the index, so a small network is compared as a whole.
    const isMissed = (row: Row): boolean => {
      const { people, near } = reachedAt(row);
      return row.nameWords.length > 1 && !row.website && people === 0 && near.length === 0 && !unsearched.has(row);
    };
    if (all.length < longList && all.some(isMissed))
      await sendHalving([all], async () => {
        await read({ match_all: {} }, fewPages, true);
      });
  }

  /** Whether more people match than were read. */
  async function read(query: QueryDsl, pages: number, isWhole = false): Promise<boolean> {
    const walk = new PageWalk(findRelationships);
    let follows = false;
    let count = 0;
    do {
      const request = { query, limit: pageLimit.maximum, ...walk.page };
      calls += 1;
      const { body } = await orCursorExpired(walk.token, scope.search(findRelationships, request, revealsNothing));
      for (const item of body.items) {
        const person = item && personOf(item);
        if (person && !seen.has(person.id)) add(person);
      }
      follows = walk.follow(body, peopleOn(body));
      count += 1;
      if (isWhole && count === 1 && body.total_count > pages * body.items.length) return true;
    } while (follows && count < pages);
    return follows;
  }

  function add(person: KnownPerson): void {
    seen.add(person.id);
    const key = `${person.website?.key ?? ''} ${person.firmWords.join(' ')}`;
    const known = employers.get(key);
    if (known) {
      known.count += 1;
      return;
    }
    const employer = { person, count: 1 };
    employers.set(key, employer);
    for (const place of [`host ${person.website?.host}`, letterOf(person.firmWords)])
      indexed.set(place, (indexed.get(place) ?? new Set()).add(employer));
  }

  /** How many people of the network are at companies on record, by their ids. */
  async function countAt(found: ReadonlyMap<Row, { readonly ids: ReadonlySet<string> }>): Promise<Map<Row, number>> {
    const ofId = new Map<string, Row[]>();
    for (const [row, { ids }] of found)
      if (ids.size === 1) for (const id of ids) ofId.set(id, [...(ofId.get(id) ?? []), row]);
    const counts = new Map<Row, number>();
    if (ofId.size === 0) return counts;
    const atIds = async (ids: readonly string[]): Promise<Set<string>> => {
      const people = new Set<string>();
      const walk = new PageWalk(findRelationships);
      let follows = false;
      do {
        calls += 1;
        const request = {
          query: { terms: { [employerIdPath]: [...ids] } },
          limit: pageLimit.maximum,
          ...walk.page,
        };
        const { body } = await orCursorExpired(walk.token, scope.search(findRelationships, request, revealsNothing));
        for (const item of body.items) if (item?.profile?.id) people.add(item.profile.id);
        follows = walk.follow(body, peopleOn(body));
      } while (follows);
      return people;
    };
    await sendHalving([...ofId.keys()], async (ids) => {
      if ((await atIds(ids)).size === 0) return;
      for (const [id, people] of await locate(ids, atIds))
        for (const row of ofId.get(id) ?? []) counts.set(row, people.size);
    });
    return counts;
  }
}

const nameOnly = because('NAME_ONLY', 'Only the name was compared.');
const tooMany = because('TOO_MANY', 'More people work at such companies than are read.');

/** A company by one of its people in the network, and how many of them were read. */
interface Employer {
  readonly person: KnownPerson;
  count: number;
}

const letterOf = ([first = '']: readonly string[]): string => `letter ${first.slice(0, 1)}`;

const isReadable = (row: Row): boolean =>
  row.id !== undefined || row.slugs.length > 0 || row.website !== undefined || row.nameWords.length > 0;

const firmsOf = (employers: readonly Employer[]): readonly FirmCandidate[] =>
  employers
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxCandidates)
    .map(({ person: { summary, firm }, count }) => ({
      name: firm,
      website: summary.current_company_website ?? undefined,
      people: count,
    }));

const either = (clauses: readonly QueryDsl[]): QueryDsl => anyOf(clauses) ?? { match_none: {} };

/** The spellings of a row's website at each of its lengths, and of its host. */
const sitesOf = ({ website, site }: Row): readonly (readonly string[])[] => {
  if (!website) return [];
  const lengths = [...new Set([...lookupKeys(website), website.host])];
  return lengths.map((key, at) => [
    ...new Set([...(at === 0 ? websiteSpellings(site ?? key) : []), ...websiteSpellings(key)]),
  ]);
};

/** People who work at a row's company now: by website, or by name. */
const peopleAt = (row: Row): QueryDsl =>
  either([
    ...(row.website ? [{ terms: { [websitePath]: [...new Set(sitesOf(row).flat())] } }] : []),
    ...(row.nameWords.length > 0 ? [hasWords(employerPath, row.nameWords)] : []),
  ]);

const hasWords = (path: string, words: readonly string[]): QueryDsl =>
  withoutAccents(path, (on) => ({ match: { [on]: { query: words.join(' '), operator: 'and' } } }));

const hasSite = (row: Row, length: number): QueryDsl => ({
  terms: { 'company_info.websites': [...(sitesOf(row)[length] ?? [])] },
});

/** How many segments of a path are tried. */
const lengths = [0, 1, 2, 3];

const slugQuery = (ignoreCase: boolean) => (rows: readonly Row[]) =>
  identityQuery(
    'company',
    'xnet_names',
    rows.flatMap(({ slugs }) => slugs.map((value) => ({ value }))),
    ignoreCase,
  ) ?? { match_none: {} };

/** A page on another host is a website first. */
const hasSlug = ({ slugs }: Row): boolean => slugs.length > 0;

const websiteKeys: readonly RecordKey[] = lengths.flatMap((length): readonly RecordKey[] => [
  // Several companies may share a website: the name decides between them.
  {
    by: 'NAME_AND_WEBSITE',
    has: (row) => sitesOf(row)[length] !== undefined && row.nameWords.length > 0,
    query: anyRow((row) => allOf([hasSite(row, length), hasWords(namePath, row.nameWords)]) ?? { match_none: {} }),
  },
  { by: 'WEBSITE', has: (row) => sitesOf(row)[length] !== undefined, query: anyRow((row) => hasSite(row, length)) },
]);

const websiteInCapitals: RecordKey = {
  by: 'WEBSITE',
  has: ({ website }) => website !== undefined,
  query: anyRow(({ site = '' }) => websiteInAnyCase('company_info.websites', site)),
  isAnyCase: true,
};

const recordKeysWith = (firmNames: (row: Row) => readonly string[]): readonly RecordKey[] => [
  {
    by: 'ID',
    has: ({ id }) => id !== undefined,
    query: (rows) => ({ terms: { 'company_info.id': rows.flatMap(({ id }) => id ?? []) } }),
  },
  { by: 'XNET_SLUG', has: (row) => hasSlug(row) && row.otherHost === undefined, query: slugQuery(false) },
  { by: 'XNET_SLUG', has: (row) => hasSlug(row) && row.otherHost === undefined, query: slugQuery(true) },
  ...websiteKeys,
  websiteInCapitals,
  { by: 'XNET_SLUG', has: (row) => hasSlug(row) && row.otherHost !== undefined, query: slugQuery(false) },
  {
    by: 'NAME',
    // A name does not replace an id, slug or website without a match.
    has: (row) => row.nameWords.length > 0 && row.id === undefined && !hasSlug(row) && !row.website,
    query: anyRow((row) => {
      const names = [...new Set([row.name ?? '', row.nameWords.join(' '), ...firmNames(row)])];
      return either([
        ...names.map((name) => ({ term: { [`${namePath}.keyword`]: { value: name, case_insensitive: true } } })),
        { term: { 'company_info.canonical_name': row.nameWords.join(' ') } },
        { terms: { 'company_info.alternative_names': [row.name ?? '', row.nameWords.join(' ')] } },
      ]);
    }),
  },
];
