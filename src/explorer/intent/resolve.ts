import type { ProfileWhere } from '../../sdk/generated/schema-types.ts';
import { addressOf, companyAddress, personAddress } from '../frame/address.ts';
import {
  CompaniesWhere,
  CompanyIdentity,
  type CompanyWhere,
  CountPeople,
  EmployersByName,
  KindOf,
  PeopleByName,
  PeopleOnRecord,
  PersonIdentity,
  TeamConnectors,
} from '../generated/documents.ts';
import type { Graph } from '../graph/graph.ts';
import { type FilterName, type Filters, filtersIn, whereOf } from '../people/filters.ts';
import { type Exact, exactIn, isList } from './addresses.ts';
import { readPhrase } from './grammar.ts';
import { connectorIn, introQuestionIn, placeFor } from './questions.ts';
import { folded, trimmed } from './words.ts';

/** One way to read a phrase, with how many people it finds. */
export interface Reading {
  /** What the uncertain words were taken for. */
  readonly as: FilterName;
  readonly words: string;
  readonly count: number;
  readonly address: string;
}

/** Where a text leads, and in what other ways it can be read. */
export interface Intent {
  readonly address: string;
  readonly readings: readonly Reading[];
}

/** What is asked of the graph: everything here is free. */
export type Asker = Pick<Graph, 'run'>;

/** Where pasted lists are read. */
const pasteAddress = '/lists/new';

/**
 * Finds what a text means. Exact names come first: addresses, ids, domains and names of people and companies lead to their
 * records, lists to the page that reads them, questions for an introduction to the ways to somebody. What is left is a phrase of filters;
 * words that are no title are tried as a company, a name and a skill, and the reading that finds most is taken.
 */
export const resolveIntent = async (text: string, graph: Asker, now: Date): Promise<Intent> => {
  if (isList(text)) return only(pasteAddress);
  const exact = exactIn(text);
  if (exact) return only(await exactAddress(exact, graph));
  const place = placeFor(text, now);
  if (place !== undefined) return only(place);
  const intro = introQuestionIn(text);
  if (intro) {
    const { target, isCompany, title, maybeSkill } = intro;
    const company = isCompany ? await companyByName(target, graph) : undefined;
    if (company !== undefined) return only(addressOf(companyAddress(company), { title: title ?? '' }));
    if (isCompany) return only(addressOf('/people', { title: title ?? '', company: target }));
    const person = (await personByName(target, graph)) ?? (await companyRecord(target, graph));
    if (person !== undefined) return only(person);
    if (maybeSkill && (await count({ skill: target }, 'ours', graph)) > 0)
      return only(addressOf('/people', { skill: target }));
    return only(addressOf('/people', { name: target, scope: 'all' }));
  }
  const via = await connectorNamed(connectorIn(text), graph);
  if (via !== undefined) return only(addressOf('/people', { via }));

  const { filters, scope, rest } = readPhrase(text);
  const plain = trimmed(text);
  if (Object.keys(filters).length === 0 && scope === 'ours' && folded(rest) === folded(plain)) {
    const record = (await personByName(plain, graph)) ?? (await companyRecord(plain, graph));
    if (record !== undefined) return only(record);
  }
  if (rest === '') return only(peopleAddress(filters, scope));
  return bestReading(filters, scope, rest, graph);
};

const only = (address: string): Intent => ({ address, readings: [] });

const peopleAddress = (
  filters: Filters,
  scope: 'ours' | 'all',
  others: Readonly<Record<string, string>> = {},
): string => {
  return addressOf('/people', { ...filtersIn(filters), ...(scope === 'all' && { scope: 'all' }), ...others });
};

/** What words that are no title may be, the likeliest first. */
const guesses = ['company', 'skill', 'name', 'title', 'place'] as const satisfies readonly FilterName[];

const bestReading = async (filters: Filters, scope: 'ours' | 'all', rest: string, graph: Asker): Promise<Intent> => {
  const free = guesses.filter((as) => as === 'title' || filters[as] === undefined);
  const readings = await Promise.all(
    free.map(async (as): Promise<Reading> => {
      const read = { ...filters, [as]: as === 'title' && filters.title ? `${rest} ${filters.title}` : rest };
      return { as, words: rest, count: await count(read, scope, graph), address: peopleAddress(read, scope) };
    }),
  );
  const [best] = readings.toSorted((one, other) => other.count - one.count);
  if (best && best.count > 0) return { address: best.address, readings };
  // A company that is known stays one, though nobody there matches the rest.
  if (filters.company === undefined && (await companyByName(rest, graph)) !== undefined)
    return { address: peopleAddress({ ...filters, company: rest }, scope), readings };
  // The words find nobody: without them the filters may.
  if (Object.keys(filters).length > 0) return { address: peopleAddress(filters, scope, { ignored: rest }), readings };
  return { address: peopleAddress({ name: rest }, scope), readings };
};

const count = async (filters: Filters, scope: 'ours' | 'all', graph: Asker): Promise<number> => {
  const outcome = await graph.run(CountPeople, { where: whereOf(filters) });
  if (outcome.kind !== 'done') return 0;
  const { relationships, searchProfiles } = outcome.data;
  return (scope === 'ours' ? relationships : searchProfiles)?.totalCount ?? 0;
};

const exactAddress = async (exact: Exact, graph: Asker): Promise<string> => {
  if (exact.kind === 'id') {
    const outcome = await graph.run(KindOf, { id: exact.id });
    const kind = outcome.kind === 'done' ? outcome.data.node?.__typename : undefined;
    return kind === 'Company' ? companyAddress(exact.id) : personAddress(exact.id);
  }
  if (exact.kind === 'person') return personAddress((await personBySlug(exact.slug, graph)) ?? exact.slug);
  if (exact.kind === 'company') return companyAddress((await companyBySlug(exact.slug, graph)) ?? exact.slug);
  if (exact.kind === 'email') {
    const [found] = await peopleWhere({ emails: { eq: exact.email } }, graph);
    if (found) return personAddress(found.id);
    const website = exact.email.split('@')[1] ?? '';
    return addressOf('/companies', { website });
  }
  const id = await companyByWebsite(exact.website, graph);
  return id === undefined ? addressOf('/companies', { website: exact.website }) : companyAddress(id);
};

const personBySlug = async (slug: string, graph: Asker): Promise<string | undefined> => {
  const outcome = await graph.run(PersonIdentity, { by: { xnetSlug: slug } });
  const found = outcome.kind === 'done' ? outcome.data.profile : undefined;
  return found?.__typename === 'Profile' ? found.id : undefined;
};

const companyBySlug = async (slug: string, graph: Asker): Promise<string | undefined> => {
  const outcome = await graph.run(CompanyIdentity, { slug });
  const found = outcome.kind === 'done' ? outcome.data.company : undefined;
  return found?.__typename === 'Company' ? found.id : undefined;
};

const companiesWhere = async (where: CompanyWhere, graph: Asker): Promise<readonly string[]> => {
  const outcome = await graph.run(CompaniesWhere, { where });
  return outcome.kind === 'done' ? (outcome.data.searchCompanies?.nodes ?? []).map(({ id }) => id) : [];
};

const companyByWebsite = async (website: string, graph: Asker): Promise<string | undefined> => {
  const [id] = await companiesWhere({ websites: { in: [website, `www.${website}`] } }, graph);
  return id;
};

/** A company by its whole name, else the only employer of the network that has the words in its name. */
export const companyByName = async (name: string, graph: Asker): Promise<string | undefined> => {
  const [id] = await companiesWhere({ name: { eqIgnoreCase: name } }, graph);
  if (id !== undefined) return id;
  const outcome = await graph.run(EmployersByName, { name });
  const employers = new Set(
    (outcome.kind === 'done' ? (outcome.data.relationships?.nodes ?? []) : []).flatMap(
      ({ profile }) => profile?.currentCompanyName ?? [],
    ),
  );
  const [employer, ...others] = employers;
  if (employer === undefined || others.length > 0) return undefined;
  const [found] = await companiesWhere({ name: { eqIgnoreCase: employer } }, graph);
  return found;
};

const companyRecord = async (name: string, graph: Asker): Promise<string | undefined> => {
  const id = await companyByName(name, graph);
  return id === undefined ? undefined : companyAddress(id);
};

interface NamedPerson {
  readonly id: string;
  readonly name: string;
}

const peopleWhere = async (where: ProfileWhere, graph: Asker): Promise<readonly NamedPerson[]> => {
  const outcome = await graph.run(PeopleByName, { where, first: 10 });
  if (outcome.kind !== 'done') return [];
  return (outcome.data.relationships?.nodes ?? []).flatMap(({ profile }) =>
    profile?.fullName ? [{ id: profile.id, name: profile.fullName }] : [],
  );
};

/** The address of the only person of a name: in the network by its words, else on record by the whole; a slug is a name, too. */
const personByName = async (text: string, graph: Asker): Promise<string | undefined> => {
  const [, last, first] = /^(\S+), (\S+)$/.exec(text) ?? [];
  const name = last && first ? `${first} ${last}` : text;
  if (/^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+$/u.test(name)) {
    const id = await personBySlug(name.toLowerCase(), graph);
    if (id !== undefined) return personAddress(id);
  }
  const known = await peopleWhere({ fullName: { matches: name } }, graph);
  const exact = known.filter((one) => folded(one.name) === folded(name));
  const [person, ...others] = exact.length > 0 ? exact : known;
  if (person && others.length === 0) return personAddress(person.id);
  if (person && exact.length > 1) return addressOf('/people', { name });
  if (known.length > 0) return name.includes(' ') ? addressOf('/people', { name }) : undefined;
  const outcome = await graph.run(PeopleOnRecord, { where: { fullName: { eqIgnoreCase: name } } });
  const found = outcome.kind === 'done' ? outcome.data.searchProfiles : undefined;
  const [id] = found?.nodes ?? [];
  if (!id) return undefined;
  return found?.totalCount === 1 ? personAddress(id.id) : addressOf('/people', { name, scope: 'all' });
};

const connectorNamed = async (name: string | undefined, graph: Asker): Promise<string | undefined> => {
  if (name === undefined) return undefined;
  const outcome = await graph.run(TeamConnectors, {});
  const connectors = outcome.kind === 'done' ? (outcome.data.connectors?.nodes ?? []) : [];
  const found = connectors.filter(
    (one) =>
      one.name &&
      folded(one.name)
        .split(' ')
        .some((_, at, words) => words.slice(at).join(' ').startsWith(folded(name))),
  );
  return found.length === 1 ? (found[0]?.name ?? undefined) : undefined;
};
