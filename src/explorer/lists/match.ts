import {
  PeopleByName,
  PeopleOnRecord,
  type ProfileWhere,
  ResolveCompanies,
  ResolvePeople,
} from '../generated/documents.ts';
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

/** Finds whom rows mean, free: by id, slug, e-mail address, website and whole name, people before companies. */
export const matchRows = async (rows: readonly PastedRow[], graph: Asker): Promise<readonly MatchedRow[]> => {
  const [people, companies, emails, names] = await Promise.all([
    bySlug(rows, graph),
    byCompanySlug(rows, graph),
    networkBy(
      rows,
      ({ email }) => email,
      (all) => ({ workEmail: { in: all } }),
      ({ workEmail }) => workEmail,
      graph,
    ),
    networkBy(
      rows,
      (row) => (isNamed(row) ? row.name : undefined),
      (all) => ({ or: all.map((name) => ({ fullName: { eqIgnoreCase: name } })) }),
      ({ fullName }) => fullName,
      graph,
    ),
  ]);
  const found = rows.map((row): Found | undefined => {
    if (row.personSlug !== undefined || row.id !== undefined) {
      const id = people.get(row.personSlug ?? row.id ?? '');
      return id === undefined ? unknown : person({ id, name: row.name ?? row.personSlug ?? '', detail: '' });
    }
    if (row.companySlug !== undefined) {
      const id = companies.get(row.companySlug);
      return id === undefined ? unknown : company({ kind: 'company', id }, row.companySlug);
    }
    const known = row.email === undefined ? undefined : emails.get(row.email)?.[0];
    if (known) return person(known);
    if (row.name === undefined && row.website !== undefined)
      return company({ kind: 'website', website: row.website }, row.website);
    if (row.name === undefined && row.company === undefined && row.email !== undefined) return unknown;
    const candidates = names.get(folded(row.name ?? '')) ?? [];
    return choose(candidates, row);
  });
  return inTurns(rows, async (row, at) => ({ row, ...(found[at] ?? (await beyondNetwork(row, graph))) }));
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

const bySlug = async (rows: readonly PastedRow[], graph: Asker): Promise<ReadonlyMap<string, string>> => {
  const keys = [...new Set(rows.flatMap(({ personSlug, id }) => personSlug ?? id ?? []))];
  if (keys.length === 0) return new Map();
  const slugs = new Set(rows.map(({ personSlug }) => personSlug));
  const outcome = await graph.run(ResolvePeople, {
    by: keys.map((key) => (slugs.has(key) ? { xnetSlug: key } : { id: key })),
  });
  const found = outcome.kind === 'done' ? (outcome.data.profiles ?? []) : [];
  return new Map(keys.flatMap((key, at) => (found[at]?.__typename === 'Profile' ? [[key, found[at].id]] : [])));
};

const byCompanySlug = async (rows: readonly PastedRow[], graph: Asker): Promise<ReadonlyMap<string, string>> => {
  const keys = [...new Set(rows.flatMap(({ companySlug }) => companySlug ?? []))];
  if (keys.length === 0) return new Map();
  const outcome = await graph.run(ResolveCompanies, { by: keys.map((key) => ({ xnetSlug: key })) });
  const found = outcome.kind === 'done' ? (outcome.data.companies ?? []) : [];
  return new Map(keys.flatMap((key, at) => (found[at]?.__typename === 'Company' ? [[key, found[at].id]] : [])));
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
