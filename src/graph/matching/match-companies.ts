import { foldedPath } from '../../contract/catalogue.ts';
import { allOf } from '../../contract/clause.ts';
import { pageLimit } from '../../contract/limits.ts';
import { searchCompanies } from '../../contract/operation/companies.ts';
import type { QueryDsl } from '../../contract/operation/parts.ts';
import { findRelationships } from '../../contract/operation/relationships.ts';
import { isSite, websiteKeys, websiteSpellings } from '../../contract/website.ts';
import { revealsNothing } from '../loaders/batch-scheduler.ts';
import { orCursorExpired } from '../loaders/cursor.ts';
import { identityQuery } from '../loaders/identity-query.ts';
import { unlessRefused } from '../loaders/refused-search.ts';
import { maxRelationshipPages } from '../loaders/relationship-loader.ts';
import type { CredentialScope } from '../scope/credential-scope.ts';
import { type Match, type MatchReport, priceOf } from './match-report.ts';
import { duplicatesOf, type GivenRow, type MatchKey, type Row, readRow } from './row.ts';

/** Rows in one query: each website has a dozen spellings. */
const sitesPerCall = 800;

const websitePath = 'profile_info.current_company_website';
const employerPath = 'profile_info.current_company_id';
const namePath = 'company_info.name';

/**
 * Matches rows with companies, free of credits. A company is `KNOWN` if the network reaches a current employee. Rows
 * with a website share calls. With `checkRecords`, each row with an id or slug, or that is not reached, takes its own
 * calls.
 */
export async function matchCompanies(
  scope: CredentialScope,
  given: readonly GivenRow[],
  { checkRecords }: { readonly checkRecords: boolean },
): Promise<MatchReport> {
  let calls = 0;
  const rows = given.map((row, at) => readRow('company', row, at));
  const same = duplicatesOf(rows);
  const reached = await reachedAt(rows.filter(({ at, website }) => website && same[at] === undefined));
  const matches = await Promise.all(rows.map(matchOf));
  return { rows: matches, priceToEnrich: priceOf(scope.companies, matches), calls };

  async function matchOf(row: Row): Promise<Match> {
    const { at, problems, website, id, slug } = row;
    const sameAs = same[at];
    if (sameAs !== undefined) return { at, state: 'DUPLICATE', sameAs };
    if (!website && id === undefined && slug === undefined)
      return {
        at,
        state: 'UNKNOWN',
        reason: problems.join(' ') || 'The row has no id, slug, URL or website; a name alone matches nothing.',
      };
    const people = reached?.get(at) ?? 0;
    if (people > 0 && id === undefined && slug === undefined) return { at, state: 'KNOWN', by: 'WEBSITE', people };
    if (!checkRecords)
      return people > 0
        ? { at, state: 'KNOWN', by: 'WEBSITE', people }
        : {
            at,
            state: 'NOT_CHECKED',
            reason: website
              ? 'The network reaches nobody there; `checkRecords: true` searches all companies for it, in extra free calls.'
              : 'An id or slug needs extra free calls: ask with `checkRecords: true`.',
          };
    return onRecord(row, people);
  }

  /** Searches one row: the company on record, and the number of people there that the network reaches. */
  async function onRecord(row: Row, counted: number): Promise<Match> {
    const { at, id, slug, website, site, name } = row;
    const by: MatchKey =
      id !== undefined ? 'ID' : slug !== undefined ? 'XNET_SLUG' : name ? 'NAME_AND_WEBSITE' : 'WEBSITE';
    const query =
      id !== undefined
        ? { terms: { 'company_info.id': [id] } }
        : slug !== undefined
          ? identityQuery('company', 'xnet_names', [{ value: slug }])
          : allOf([
              { terms: { 'company_info.websites': [...websiteSpellings(site ?? '')] } },
              // Several companies may share a host: the name decides between them.
              name !== undefined && website?.page === undefined ? nameOf(name) : undefined,
            ]);
    calls += 1;
    const answer = query && (await unlessRefused(scope.search(searchCompanies, { query, limit: 2 }, revealsNothing)));
    if (!answer) {
      if (counted > 0) return { at, state: 'KNOWN', by: 'WEBSITE', people: counted };
      return { at, state: 'NOT_CHECKED', reason: 'The data service does not search by this kind of identifier.' };
    }
    const [found, other] = answer.body.ids;
    if (other !== undefined) return { at, state: 'AMBIGUOUS', reason: 'Several companies on record match this row.' };
    if (found === undefined) {
      if (counted > 0) return { at, state: 'KNOWN', by: 'WEBSITE', people: counted };
      return { at, state: 'UNKNOWN', reason: 'No company on record matches this row.' };
    }
    const people = Math.max(counted, await countAt(found));
    return { at, state: people > 0 ? 'KNOWN' : 'ON_RECORD', id: found.toLowerCase(), by, people };
  }

  /** Number of people in the network at a company, by its id; 0 if the data service does not search by it. */
  async function countAt(id: string): Promise<number> {
    calls += 1;
    const request = { query: { term: { [employerPath]: id } }, limit: 0 };
    const answer = await unlessRefused(scope.search(findRelationships, request, revealsNothing));
    return answer?.body.total_count ?? 0;
  }

  /** Number of people in the network at each website, by row index: a lower bound beyond 10,000 people per query. */
  async function reachedAt(all: readonly Row[]): Promise<ReadonlyMap<number, number> | undefined> {
    const people = new Map<number, number>();
    for (let start = 0; start < all.length; start += sitesPerCall) {
      const chunk = all.slice(start, start + sitesPerCall);
      const query = {
        terms: { [websitePath]: [...new Set(chunk.flatMap(({ site }) => websiteSpellings(site ?? '')))] },
      };
      const byHost = Map.groupBy(chunk, ({ website }) => website?.host);
      let token: string | null | undefined;
      let pages = 0;
      do {
        const request = { query, limit: pageLimit.maximum, ...(token ? { pagination_token: token } : {}) };
        calls += 1;
        const answer = await unlessRefused(
          orCursorExpired(token, scope.search(findRelationships, request, revealsNothing)),
        );
        if (!answer) return undefined;
        for (const item of answer.body.items) {
          const site = item?.profile?.current_company_website;
          const keys = site ? websiteKeys(site) : undefined;
          for (const { at, website } of byHost.get(keys?.host) ?? [])
            if (website && isSite(website, keys)) people.set(at, (people.get(at) ?? 0) + 1);
        }
        token = answer.body.items.length > 0 ? answer.body.pagination_token : undefined;
        pages += 1;
      } while (token && pages < maxRelationshipPages);
    }
    return people;
  }
}

const nameOf = (name: string): QueryDsl => ({
  bool: {
    should: [{ match_phrase: { [namePath]: name } }, { match_phrase: { [foldedPath(namePath)]: name } }],
    minimum_should_match: 1,
  },
});
