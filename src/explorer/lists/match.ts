import type { ProfileWhere } from '../../sdk/generated/schema-types.ts';
import { MatchPasted, PeopleByName, PeopleOnRecord } from '../generated/documents.ts';
import { type Asker, companyByName } from '../intent/resolve.ts';
import { folded } from '../intent/words.ts';
import type { PastedRow } from './paste.ts';
import type { Ref } from './target.ts';

/** Somebody or a company that a row may mean. */
export interface Candidate {
  readonly ref: Ref;
  readonly name: string;
  /** Title and employer, as far as they are free. */
  readonly detail: string;
}

/** What a row was taken for. */
export interface MatchedRow {
  readonly row: PastedRow;
  /** `unclear`: several are possible; `unknown`: none is. */
  readonly state: 'person' | 'company' | 'unclear' | 'unknown';
  readonly candidates: readonly Candidate[];
}

/** How many names one search takes, and how many searches run at once. */
const namesAtOnce = 50;
const searchesAtOnce = 6;

type Found = Pick<MatchedRow, 'state' | 'candidates'>;

const unknown: Found = { state: 'unknown', candidates: [] };

/** Finds whom rows mean, free: by exact names first, then by whole names, people before companies. */
export const matchRows = async (rows: readonly PastedRow[], graph: Asker): Promise<readonly MatchedRow[]> => {
  const [exact, names] = await Promise.all([
    byExactNames(rows, graph),
    networkBy(
      rows,
      (row) => (isNamed(row) ? row.name : undefined),
      (all) => ({ or: all.map((name) => ({ fullName: { eqIgnoreCase: name } })) }),
      ({ fullName }) => fullName,
      graph,
    ),
  ]);
  const found = rows.map((row): Found | undefined => {
    const known = exact.get(row);
    if (known || row.personSlug !== undefined || row.id !== undefined || row.companySlug !== undefined)
      return known ?? unknown;
    if (row.name === undefined && row.website !== undefined)
      return company({ kind: 'website', website: row.website }, row.website);
    if (row.name === undefined && row.company === undefined && row.email !== undefined) return unknown;
    return choose(names.get(folded(row.name ?? '')) ?? [], row);
  });
  return inTurns(rows, async (row, at) => ({ row, ...(found[at] ?? (await beyondNetwork(row, graph))) }));
};

/** Rows that the graph matches with one record: by id, slug, e-mail address, or name with website. */
const byExactNames = async (rows: readonly PastedRow[], graph: Asker): Promise<ReadonlyMap<PastedRow, Found>> => {
  const companies = rows.filter(({ companySlug }) => companySlug !== undefined);
  const people = rows.filter(
    ({ companySlug, personSlug, id, email, name, website }) =>
      companySlug === undefined && (personSlug ?? id ?? email ?? (name && website)) !== undefined,
  );
  if (people.length + companies.length === 0) return new Map();
  const outcome = await graph.run(MatchPasted, {
    people: people.map(({ personSlug, id, email, name, website }) => ({
      xnetSlug: personSlug ?? null,
      id: id ?? null,
      email: email ?? null,
      fullName: name ?? null,
      companyWebsite: website ?? null,
    })),
    companies: companies.map(({ companySlug }) => ({ xnetSlug: companySlug ?? null })),
  });
  const { matchPeople, matchCompanies } = outcome.kind === 'done' ? outcome.data : {};
  const matched = people.map((row, at): readonly [PastedRow, Found | undefined] => {
    const first = firstOf(matchPeople?.rows, at);
    if (!first) return [row, undefined];
    const { relationship, id } = first;
    const { id: known, fullName, currentTitle, currentCompanyName } = relationship?.profile ?? {};
    const named = row.name ?? row.personSlug ?? row.email ?? '';
    const detail = [currentTitle, currentCompanyName].filter(Boolean).join(' · ');
    const whom = known ?? id;
    return [row, whom === null ? undefined : person({ id: whom, name: fullName ?? named, detail })];
  });
  const employers = companies.map((row, at): readonly [PastedRow, Found | undefined] => {
    const id = firstOf(matchCompanies?.rows, at)?.id;
    return [row, id ? company({ kind: 'company', id }, row.companySlug ?? id) : undefined];
  });
  return new Map([...matched, ...employers].flatMap(([row, one]) => (one ? [[row, one]] : [])));
};

interface Same {
  readonly state: string;
  readonly sameAs: number | null;
}

/** A row's match, or that of the earlier row which is the same record; undefined where it has no single one. */
const firstOf = <Row extends Same>(rows: readonly Row[] | undefined, at: number): Row | undefined => {
  const row = rows?.[at];
  const first = row?.sameAs != null ? rows?.[row.sameAs] : row;
  return first?.state === 'KNOWN' || first?.state === 'ON_RECORD' ? first : undefined;
};

const isNamed = ({ name, personSlug, companySlug, id }: PastedRow): boolean =>
  name !== undefined && personSlug === undefined && companySlug === undefined && id === undefined;

interface KnownPerson {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  readonly employer?: string;
}

const person = ({ id, name, detail }: KnownPerson): Found => ({
  state: 'person',
  candidates: [{ ref: { kind: 'person', id }, name, detail }],
});

const company = (ref: Ref, name: string): Found => ({ state: 'company', candidates: [{ ref, name, detail: '' }] });

/** The one whom a row means, by the employer that it names where there are several. */
const choose = (candidates: readonly KnownPerson[], { company: employer }: PastedRow): Found | undefined => {
  const there = employer
    ? candidates.filter((one) => folded(one.employer ?? '').includes(folded(employer)))
    : candidates;
  const [first, ...others] = there.length > 0 ? there : candidates;
  if (!first) return undefined;
  if (others.length === 0) return person(first);
  return {
    state: 'unclear',
    candidates: (there.length > 0 ? there : candidates).flatMap((one) => person(one).candidates),
  };
};

type Profile = { readonly fullName: string | null; readonly workEmail: string | null };

/** People of the network by one of their values, without case and accents. */
const networkBy = async (
  rows: readonly PastedRow[],
  textOf: (row: PastedRow) => string | undefined,
  whereOf: (values: readonly string[]) => ProfileWhere,
  keyOf: (profile: Profile) => string | null,
  graph: Asker,
): Promise<ReadonlyMap<string, readonly KnownPerson[]>> => {
  const values = [...new Set(rows.flatMap((row) => textOf(row) ?? []))];
  const chunks = Array.from({ length: Math.ceil(values.length / namesAtOnce) }, (_, at) =>
    values.slice(at * namesAtOnce, (at + 1) * namesAtOnce),
  );
  const outcomes = await inTurns(chunks, (some) => graph.run(PeopleByName, { where: whereOf(some), first: 1000 }));
  const people = outcomes.flatMap((outcome) =>
    outcome.kind === 'done' ? (outcome.data.relationships?.nodes ?? []).flatMap(({ profile }) => profile ?? []) : [],
  );
  const found = new Map<string, KnownPerson[]>();
  for (const profile of people) {
    const key = folded(keyOf(profile) ?? '');
    const { id, fullName, currentTitle, currentCompanyName } = profile;
    const known = {
      id,
      name: fullName ?? '',
      detail: [currentTitle, currentCompanyName].filter(Boolean).join(' · '),
      ...(currentCompanyName && { employer: currentCompanyName }),
    };
    found.set(key, [...(found.get(key) ?? []), known]);
  }
  return found;
};

/** Whom a name means that nobody in the network has: a company, or a person on record. */
const beyondNetwork = async (row: PastedRow, graph: Asker): Promise<Found> => {
  const name = row.name ?? row.company ?? '';
  const [id, onRecord, similar] = await Promise.all([
    row.company === undefined || row.name === undefined ? companyByName(name, graph) : undefined,
    graph.run(PeopleOnRecord, { where: onRecordWhere(row, name) }),
    graph.run(PeopleByName, { where: { fullName: { matches: name } }, first: 4 }),
  ]);
  const ids = onRecord.kind === 'done' ? (onRecord.data.searchProfiles?.nodes ?? []) : [];
  if (ids.length === 1 && ids[0]) return person({ id: ids[0].id, name, detail: row.company ?? '' });
  if (id !== undefined && ids.length === 0) return company({ kind: 'company', id }, name);
  const close = (similar.kind === 'done' ? (similar.data.relationships?.nodes ?? []) : []).flatMap(({ profile }) =>
    profile ? [{ id: profile.id, name: profile.fullName ?? '', detail: profile.currentCompanyName ?? '' }] : [],
  );
  const candidates = [...ids.map(({ id: one }) => ({ id: one, name, detail: '' })), ...close].flatMap(
    (one) => person(one).candidates,
  );
  if (candidates.length > 0) return { state: 'unclear', candidates };
  return row.website === undefined ? unknown : company({ kind: 'website', website: row.website }, row.website);
};

const onRecordWhere = ({ company: employer, name: person }: PastedRow, name: string): ProfileWhere =>
  employer && person
    ? { fullName: { eqIgnoreCase: name }, currentCompanyName: { phrase: employer } }
    : { fullName: { eqIgnoreCase: name } };

/** Maps in order, a few at a time. */
const inTurns = async <Item, Result>(
  items: readonly Item[],
  act: (item: Item, at: number) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  const queue = [...items.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [at, item] = next;
      results[at] = await act(item, at);
    }
  };
  await Promise.all(Array.from({ length: searchesAtOnce }, work));
  return results;
};
