import { BadUpstreamRequest } from '../../../client/errors.ts';
import { withoutAccents } from '../../../client/folded-names.ts';
import { allOf, anyOf, type Clause } from '../../../contract/clause.ts';
import { searchCompanies } from '../../../contract/operation/companies.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import type { Relationship } from '../../../contract/record/relationship.ts';
import type { CompanyMatch, LookUps, NamedBy, Person, PersonMatch } from '../../../questions/look-ups.ts';
import type { Row } from '../../../reading/row.ts';
import { revealsNothing } from '../../loaders/batch-scheduler.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { matchCompanies } from '../matching/match-companies.ts';
import { matchPeople } from '../matching/match-people.ts';
import type { Match } from '../matching/match-report.ts';
import type { GivenRow } from '../matching/row.ts';
import { companyFilters, type Filters, profileFilters } from '../search/filters.ts';
import { everything } from '../search/paged-search.ts';

/** Number of ids of people on record that are read, and of people of the network. */
const maxIds = 5;
const maxPeople = 500;
const maxNamesakes = 20;

/** The look-ups of an interpretation, in a scope. Free. Its questions often lead to the same search: a small network is read once. */
export const lookUpsIn = (given: CredentialScope): LookUps => {
  const scope = given.remembering();
  const queryOf = (filters: Filters, where: object) => filters.query(scope, { where }) ?? everything;
  const search = async (where: object, limit: number) =>
    (await scope.search(searchProfiles, { query: queryOf(profileFilters, where), limit }, revealsNothing)).body;
  const searchFirms = async (where: object, limit: number) =>
    (await scope.search(searchCompanies, { query: queryOf(companyFilters, where), limit }, revealsNothing)).body;
  return {
    match: async (people, companies) => {
      const [persons, firms] = await Promise.all([
        matchPeople(scope, people.map(personRow), {
          checkRecords: true,
          namesAlone: false,
          likely: false,
          named: revealsNothing,
        }),
        matchCompanies(scope, companies.map(companyRow), { checkRecords: true, likely: false }),
      ]);
      return { people: persons.rows.map(personMatch), companies: firms.rows.map(companyMatch) };
    },
    people: async (where) => {
      const { total_count: total, ids } = await search(where, maxIds);
      return { total, ids };
    },
    called: (names, { where, firms } = {}) =>
      inSpellings(async (spelt) => {
        const query =
          allOf([
            named('profile_info.full_name', spelt(names)),
            firms && named('profile_info.current_company_name', spelt(firms)),
            where && profileFilters.query(scope, { where }),
          ]) ?? everything;
        return scope.search(searchProfiles, { query, limit: maxNamesakes }, revealsNothing);
      }),
    companies: async (where) => {
      const { total_count: total, ids } = await searchFirms(where, maxIds);
      return { total, ids };
    },
    firmsCalled: (names, where) =>
      inSpellings(async (spelt) => {
        const query =
          allOf([named('company_info.name', spelt(names)), where && companyFilters.query(scope, { where })]) ??
          everything;
        return scope.search(searchCompanies, { query, limit: maxIds }, revealsNothing);
      }),
    network: async (where) => {
      const request = { query: queryOf(profileFilters, where), limit: maxPeople };
      const { body } = await scope.search(findRelationships, request, revealsNothing);
      return body.items.flatMap((item) => (item ? personIn(item) : []));
    },
    countPeople: (conditions) => counted(conditions, async (where) => (await search(where, 0)).total_count),
    countPeopleOfAny: async (conditions) => {
      if (conditions.length === 0) return 0;
      return (await unlessRefused(search({ or: conditions }, 0)))?.total_count;
    },
    countCompanies: (conditions) => counted(conditions, async (where) => (await searchFirms(where, 0)).total_count),
    countCompaniesOfAny: async (conditions) => {
      if (conditions.length === 0) return 0;
      return (await unlessRefused(searchFirms({ or: conditions }, 0)))?.total_count;
    },
  };
};

/** Records with all words of any name, each in any of its spellings. */
const named = (path: string, names: readonly NamedBy[]): Clause =>
  anyOf(
    names.map((words) =>
      allOf(
        words.map((spellings) =>
          withoutAccents(path, (on) => ({ match: { [on]: { query: spellings.join(' '), operator: 'or' } } })),
        ),
      ),
    ),
  );

/** A search's result; undefined if the data service refuses it, as it does one of too many conditions. */
const unlessRefused = <Result>(search: Promise<Result>): Promise<Result | undefined> =>
  search.catch((error: unknown) => {
    if (error instanceof BadUpstreamRequest) return undefined;
    throw error;
  });

interface Found {
  readonly body: { readonly total_count: number; readonly ids: readonly string[] };
}

/** Searches by many spellings, and, if the data service refuses so many, once more by the words as given. */
const inSpellings = async (search: (spelt: (names: readonly NamedBy[]) => readonly NamedBy[]) => Promise<Found>) => {
  const asGiven = (names: readonly NamedBy[]) => names.map((words) => words.map((spellings) => spellings.slice(0, 1)));
  const { body } = (await unlessRefused(search((names) => names))) ?? (await search(asGiven));
  return { total: body.total_count, ids: body.ids };
};

/** Counts by several conditions. One that the data service refuses counts 0, unless it refuses all. */
const counted = async <Name extends string>(
  conditions: Readonly<Record<Name, object>>,
  count: (where: object) => Promise<number>,
): Promise<Readonly<Record<Name, number>>> => {
  const counts: Partial<Record<Name, number>> = {};
  const names = Object.keys(conditions).filter((name): name is Name => name in conditions);
  const settled = await Promise.allSettled(names.map((name) => count(conditions[name])));
  const [failed] = settled.flatMap((one) => (one.status === 'rejected' ? [one] : []));
  if (failed && settled.every(({ status }) => status === 'rejected')) throw failed.reason;
  for (const [at, name] of names.entries()) {
    const one = settled[at];
    counts[name] = one?.status === 'fulfilled' ? one.value : 0;
  }
  return counts as Readonly<Record<Name, number>>;
};

const personRow = ({ id, url, slug, emails, name, company, website, title, place }: Row): GivenRow => ({
  ...{ id, xnetUrl: url, xnetSlug: slug, email: emails?.join(', '), companyName: company, website, title, place },
  name: name?.replace(/^([^,]+), *([^,]+)$/, '$2 $1'),
});

const companyRow = ({ about, id, companyUrl, slug, website, name, company }: Row): GivenRow => ({
  ...{ id, xnetUrl: companyUrl, xnetSlug: about === 'company' ? slug : undefined, website },
  name: about === 'company' ? (company ?? name) : (name ?? company),
});

const personMatch = ({ state, id, sameAs, by, reason, candidates, relationship }: Match): PersonMatch => ({
  ...{ state, sameAs, by, id: relationship?.profile?.id ?? id },
  ...{ cause: reason?.cause, reason: reason?.text },
  candidates: (candidates ?? []).flatMap(personIn),
});

const companyMatch = ({ state, id, sameAs, people, reason, firms }: Match): CompanyMatch => ({
  ...{ state, id, sameAs, people, cause: reason?.cause, reason: reason?.text, candidates: firms ?? [] },
});

const personIn = ({ profile }: Relationship): readonly Person[] =>
  profile?.id
    ? [
        {
          id: profile.id,
          name: profile.full_name ?? undefined,
          title: profile.current_title ?? undefined,
          company: profile.current_company_name ?? undefined,
        },
      ]
    : [];
