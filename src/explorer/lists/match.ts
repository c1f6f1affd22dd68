import type { Row } from '../../reading/row.ts';
import { role } from '../format.ts';
import { type CompanyMatchRow, type MatchRow, Resolve, type ResolveQuery } from '../generated/documents.ts';
import { type Asker, lookUp } from '../graph/look-up.ts';
import type { Ref } from './target.ts';

type PersonMatch = NonNullable<ResolveQuery['matchPeople']>['rows'][number];
type CompanyMatch = NonNullable<ResolveQuery['matchCompanies']>['rows'][number];

/** A person or company that a row may refer to. */
export interface Candidate {
  readonly ref: Ref;
  readonly name: string;
  /** Title and employer, if they are free. */
  readonly detail: string;
}

/** A row with its match. */
export interface MatchedRow {
  readonly row: Row;
  /** `unclear`: several candidates; `unknown`: none; `unchecked`: not, or not fully, looked up. */
  readonly state: 'person' | 'company' | 'unclear' | 'unknown' | 'unchecked';
  readonly candidates: readonly Candidate[];
  /** The reason why there is no single match, or why it is only likely. */
  readonly reason: string | undefined;
}

type Found = Omit<MatchedRow, 'row'>;

/**
 * Matches rows to records by each row's strongest identifier, people before companies. Free, in one request.
 *
 * @throws a LookUpFailed if nothing was looked up
 */
export const matchRows = async (rows: readonly Row[], graph: Asker): Promise<readonly MatchedRow[]> => {
  const people = rows.filter(({ about }) => about !== 'company');
  const companies = rows.filter(mayBeCompany);
  const { matchPeople, matchCompanies } = await lookUp(
    graph,
    Resolve,
    { people: people.map(personRowOf), companies: companies.map(companyRowOf) },
    ['matchPeople', 'matchCompanies'],
  );
  const persons = new Map(people.map((row, at) => [row, firstOf(matchPeople?.rows, at)]));
  const firms = new Map(companies.map((row, at) => [row, firstOf(matchCompanies?.rows, at)]));
  return rows.map((row) => ({ row, ...choose(row, persons.get(row), firms.get(row)) }));
};

/** Whether a row may be a company: it has a single name. */
const mayBeCompany = ({ about, name, company, title, website, companyUrl }: Row): boolean =>
  about === 'company' ||
  (about === undefined && title === undefined && [name, company, website ?? companyUrl].filter(Boolean).length === 1);

/** The match of a row; if it repeats an earlier row, that of the earlier one, as sure as its own. */
const firstOf = <One extends Pick<PersonMatch, 'sameAs' | 'id' | 'reason'>>(
  rows: readonly One[] | undefined,
  at: number,
): One | undefined => {
  const own = rows?.[at];
  const first = rows?.[own?.sameAs ?? at];
  return own && first && own.id !== null ? { ...first, reason: own.reason } : first;
};

const isFound = (match: { readonly state: string } | undefined): boolean =>
  match?.state === 'KNOWN' || match?.state === 'ON_RECORD';

const choose = (row: Row, person: PersonMatch | undefined, firm: CompanyMatch | undefined): Found => {
  if (person && isFound(person)) {
    const candidate = personIn(person.relationship?.profile, person.id, row);
    if (candidate) return { state: 'person', candidates: [candidate], reason: person.reason ?? undefined };
  }
  if (firm && isFound(firm)) {
    const ref = refOf(firm, row);
    if (ref)
      return {
        state: 'company',
        candidates: [{ ref, name: row.company ?? row.name ?? row.website ?? row.text, detail: '' }],
        reason: firm.reason ?? undefined,
      };
  }
  const candidates = [
    ...(person?.candidates ?? []).flatMap(({ profile }) => personIn(profile, null, row) ?? []),
    ...(firm?.candidates ?? []).flatMap(({ name, website }): readonly Candidate[] =>
      website ? [{ ref: { kind: 'website', website }, name: name ?? website, detail: website }] : [],
    ),
  ];
  const reason = (person?.reason ?? firm?.reason) || undefined;
  if (candidates.length > 0) return { state: 'unclear', candidates, reason };
  // A website identifies a company even if the graph knows nobody there.
  if (row.about === 'company' && row.website !== undefined)
    return {
      state: firm?.state === 'NOT_CHECKED' ? 'unchecked' : 'company',
      candidates: [{ ref: { kind: 'website', website: row.website }, name: row.company ?? row.website, detail: '' }],
      reason,
    };
  const isUnchecked =
    firm?.state === 'NOT_CHECKED' || (person?.state === 'NOT_CHECKED' && person.cause !== 'NEEDS_EMPLOYER');
  return { state: isUnchecked ? 'unchecked' : 'unknown', candidates: [], reason };
};

interface Named {
  readonly id: string;
  readonly fullName: string | null;
  readonly currentTitle: string | null;
  readonly currentCompanyName: string | null;
}

const personIn = (profile: Named | null | undefined, id: string | null, row: Row): Candidate | undefined => {
  const whom = profile?.id ?? id;
  if (!whom) return undefined;
  return {
    ref: { kind: 'person', id: whom },
    name: profile?.fullName ?? row.name ?? row.text,
    detail: role(profile?.currentTitle ?? row.title, profile?.currentCompanyName ?? row.company),
  };
};

const refOf = ({ id }: CompanyMatch, { website }: Row): Ref | undefined => {
  if (id) return { kind: 'company', id };
  return website === undefined ? undefined : { kind: 'website', website };
};

/** Converts a row of the reader to the input of `matchPeople`. */
const personRowOf = (row: Row): MatchRow => ({
  id: row.id,
  xnetUrl: row.url,
  xnetSlug: row.slug,
  email: row.emails?.join(', '),
  fullName: row.name?.replace(/^([^,]+), *([^,]+)$/, '$2 $1'),
  companyName: row.company,
  companyWebsite: row.website,
  title: row.title,
  place: row.place,
  // Only a sentence has spans.
  text: row.spans && row.text,
});

/** Converts a row of the reader to the input of `matchCompanies`. */
const companyRowOf = (row: Row): CompanyMatchRow => ({
  id: row.id,
  xnetUrl: row.companyUrl,
  xnetSlug: row.about === 'company' ? row.slug : undefined,
  website: row.website,
  name: row.about === 'company' ? (row.company ?? row.name) : (row.name ?? row.company),
});
