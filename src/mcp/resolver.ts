import type { CompanyBy, ProfileBy, ProfileWhere } from '../sdk/generated/schema-types.ts';
import { companyWhere, peopleWhere } from './conditions.ts';
import {
  CompaniesAre,
  type CompanyMatchRow,
  type MatchCause,
  MatchCompanies,
  MatchPeople,
  type MatchRow,
  PeopleAre,
} from './generated/documents.ts';
import type { Graph } from './graph.ts';
import { companyFacts, type Facts, factsOf, knownFacts } from './known.ts';
import { companyRow, type Given, isNamed, nameIn, personRow, readingsOf } from './names.ts';
import { nearestCompanies } from './nearest.ts';

/** Whom a row means. */
export type Resolved =
  | {
      readonly kind: 'found';
      readonly facts: Facts;
      readonly isCertain: boolean;
      readonly isKnown: boolean;
      readonly reason?: string | undefined;
      readonly sameAs?: number | undefined;
    }
  | {
      readonly kind: 'several';
      readonly candidates: readonly Facts[];
      readonly total: number;
      readonly reason: string;
      readonly isGroup?: boolean;
    }
  | {
      readonly kind: 'none';
      readonly reason: string;
      /** Why it was not searched, or not entirely; undefined if it was, and nobody was found. */
      readonly cause?: MatchCause;
      /** How to look it up all the same, if the data service does not search by it. */
      readonly by?: ProfileBy & CompanyBy;
      /** It is for another call to look up. */
      readonly isLeft?: boolean;
    };

/** The rows that a call looks up one by one, at a few free calls each: `most` of them, beginning at `from`. */
interface Part {
  readonly from?: number;
  readonly most?: number;
  /** Names that nobody has are left as they are, and not compared with others. */
  readonly isExact?: boolean;
}

/** The only one of those who may be meant, or all of them, of whom there may be more; undefined if there are none. */
export function oneOf(
  all: readonly Facts[],
  { reason, ofSeveral, total = 0, isCertain = false, isKnown = false }: Reasons,
): Resolved | undefined {
  const [only, ...more] = all;
  if (only === undefined) return undefined;
  if (more.length === 0) return { kind: 'found', facts: only, isCertain, isKnown, reason };
  const count = Math.max(total, all.length);
  return { kind: 'several', candidates: all.slice(0, maxCandidates), total: count, reason: ofSeveral(count) };
}

interface Reasons {
  /** Of the only one. */
  readonly reason?: string | undefined;
  readonly ofSeveral: (count: number) => string;
  readonly total?: number;
  readonly isCertain?: boolean;
  readonly isKnown?: boolean;
}

/** The usual most rows that a call looks up one by one. */
const maxCompared = 25;

const left: Resolved = { kind: 'none', reason: 'It was not looked up: call again for it.', isLeft: true };

/** Tells which rows are left to another call. What another row refers to is looked up with it. */
function leftBy(matches: readonly { readonly sameAs: number | null }[], { from = 0, most = maxCompared }: Part) {
  const meant = new Set(matches.slice(from).map(({ sameAs }) => sameAs));
  let count = 0;
  return (at: number): boolean => {
    if (at < from) return !meant.has(at);
    count += 1;
    return count > most;
  };
}

/** Most candidates of a row. */
const maxCandidates = 6;

/** Finds people by anything that names them, free. A name that several people have is not decided. */
export async function resolvePeople(
  graph: Graph,
  given: readonly Given[],
  part: Part = {},
): Promise<readonly Resolved[]> {
  const rows = given.map(personRow);
  if (rows.length === 0) return [];
  const { matchPeople } = await graph.find(MatchPeople, { rows });
  const matches = matchPeople?.rows ?? [];
  const isLeft = leftBy(matches, part);
  const resolved = await Promise.all(
    rows.map(async (row, at): Promise<Resolved> => {
      const match = matches[at];
      const name = nameIn(row);
      const number = /^\s*(\d{6,})\s*$/.exec(String(given[at]))?.[1];
      if (number !== undefined) return isLeft(at) ? left : numbered(graph, number);
      if (!isNamed(row)) return isLeft(at) ? left : group(graph, row);
      if (match === undefined) return { kind: 'none', reason: 'Not matched.' };
      const { relationship, state, id, sameAs } = match;
      const known = factsOf(relationship);
      const found = known ?? (id == null ? undefined : { id });
      if (state === 'DUPLICATE' && !found) return { kind: 'none', reason: `The same as row ${sameAs}.` };
      // Of several people with one name, the network may have one.
      const isCompared = match.by === 'NAME' && name !== undefined;
      if (found && !isCompared)
        return {
          kind: 'found',
          facts: found,
          isCertain: match.confidence === 'CERTAIN',
          isKnown: state === 'KNOWN',
          reason: match.reason ?? undefined,
          ...(sameAs !== null && { sameAs }),
        };
      if (name === undefined)
        return { kind: 'none', reason: match.reason ?? 'Nobody on record matches this.', ...unsearched(row, match) };
      if (isLeft(at)) return left;
      const ids = (match.candidates ?? []).flatMap(({ profile }) => profile?.id ?? []);
      const reason = match.reason ?? undefined;
      const one = await firstOf(graph, row, { found, ids, isKnown: state === 'KNOWN', reason });
      // Nobody among those who could be searched.
      return one.kind === 'none' && state === 'NOT_CHECKED' && match.cause !== 'NEEDS_EMPLOYER'
        ? { ...one, reason: reason ?? one.reason, ...unsearched(row, match) }
        : one;
    }),
  );
  return named(graph, likeEarlier(resolved, matches), knownFacts);
}

/** The same, in which a row that repeats an earlier one means whom that means. */
const likeEarlier = (
  resolved: readonly Resolved[],
  matches: readonly { readonly sameAs: number | null }[],
): readonly Resolved[] =>
  resolved.map((one, at): Resolved => {
    const sameAs = matches[at]?.sameAs;
    const first = sameAs == null ? undefined : resolved[sameAs];
    if (sameAs == null || first?.kind !== 'found') return one;
    return one.kind === 'found' ? { ...one, facts: first.facts, isKnown: first.isKnown } : { ...first, sameAs };
  });

/** Why a row was not searched, and its identifier by which the data service does not search. */
const unsearched = (
  { id, xnetSlug, xnetUrl }: MatchRow | CompanyMatchRow,
  { state, cause }: { readonly state: string; readonly cause: MatchCause | null },
) => {
  if (state !== 'NOT_CHECKED') return {};
  const [by] = [id && { id }, xnetSlug && { xnetSlug }, xnetUrl && { xnetUrl }].flatMap((one) => one || []);
  return { ...(cause !== null && { cause }), ...(by && { by }) };
};

interface Matched {
  readonly found: Facts | undefined;
  readonly ids: readonly string[];
  readonly isKnown: boolean;
  readonly reason: string | undefined;
}

/** Conditions beside a name, and what it means if they leave one person. */
interface Try {
  readonly conditions: readonly ProfileWhere[];
  readonly reason: string;
}

/** Whom the first reading of a row means that means anybody. */
async function firstOf(graph: Graph, row: MatchRow, matched: Matched): Promise<Resolved> {
  let one: Resolved = { kind: 'none', reason: 'No name is given.' };
  for (const reading of readingsOf(row)) {
    one = await namesakes(graph, reading, nameIn(reading) ?? '', matched);
    if (one.kind !== 'none') return one;
  }
  return one;
}

/** Compares a name with all records: one that several people have does not say whom it means. */
async function namesakes(graph: Graph, row: MatchRow, name: string, matched: Matched): Promise<Resolved> {
  const { companyName, companyWebsite, place, title } = row;
  const employer = companyName ?? companyWebsite ?? undefined;
  const spellings = spellingsOf(name);
  const hasWithin: ProfileWhere = { or: spellings.map((phrase) => ({ fullName: { phrase } })) };
  const lives = peopleWhere({ place: place ?? undefined, title: title ?? undefined });
  const works = employer === undefined ? undefined : peopleWhere({ employer });
  const worked = employer === undefined ? undefined : peopleWhere({ past_employer: employer });
  const rest = [works ?? [], lives ?? []].flat();
  // A single word names nobody, and neither does a part of a longer name: whoever has it is offered.
  if (name.includes(' ')) {
    const written = [...new Set([...(row.fullName ? [row.fullName] : []), ...spellings])];
    const isCalled: ProfileWhere = { or: written.map((eqIgnoreCase) => ({ fullName: { eqIgnoreCase } })) };
    const tries: Try[] = [];
    if (works || lives)
      tries.push({ conditions: rest, reason: `The name and ${works ? 'employer' : 'place or title'} agree.` });
    if (works && lives) tries.push({ conditions: [works], reason: 'The name and employer agree, but not the rest.' });
    if (worked) tries.push({ conditions: [worked], reason: `They once worked for ${employer}.` });
    for (const { conditions, reason } of tries) {
      const one = await among(graph, { and: [isCalled, ...conditions] }, matched, reason);
      if (one) return one;
    }
    // Records may have another name of the employer.
    const ids = employer === undefined ? [] : await companiesNamed(graph, employer);
    const there = ids.length > 0 ? peopleWhere({ employer: ids.join(' or ') }) : undefined;
    const one = there && (await among(graph, { and: [isCalled, there] }, matched, 'The name and employer agree.'));
    if (one) return one;
    const exact = matched.found ? undefined : await among(graph, isCalled, matched, 'Only the name was compared.');
    const only = exact?.kind === 'found' ? exact.facts : matched.found;
    // Others may have the name with accents that are not given, which only words are compared without.
    const all = only ? await among(graph, hasWithin, { ...matched, found: only }, '') : exact;
    const named = all?.kind === 'several' ? all : exact;
    if (named) return rest.length === 0 ? named : offered(named, 'on record, but the rest agrees with none');
  }
  if (matched.found)
    return { kind: 'found', facts: matched.found, isCertain: false, isKnown: matched.isKnown, reason: matched.reason };
  const near = matched.ids.map((id) => ({ id }));
  if (near.length > 0)
    return {
      kind: 'several',
      candidates: near,
      total: near.length,
      reason: matched.reason ?? 'Somebody has a name like this one.',
    };
  // Even of one person: their name may be longer, and so another.
  const longer = await among(graph, { and: [hasWithin, ...rest] }, matched, '');
  if (longer) return offered(longer, 'on record within their names');
  const elsewhere = rest.length > 0 && name.includes(' ') ? await among(graph, hasWithin, matched, '') : undefined;
  if (elsewhere) return offered(elsewhere, 'on record, but the rest agrees with none');
  return { kind: 'none', reason: `Nobody on record is called “${row.fullName ?? row.xnetSlug ?? name}”.` };
}

/** The ids of the few companies that have a name, among others: records of people may have another one. */
export async function companiesNamed(graph: Graph, name: string): Promise<readonly string[]> {
  const where = companyWhere({ name });
  if (where === undefined) return [];
  const { searchCompanies } = await graph.find(CompaniesAre, { where });
  const { totalCount = 0, nodes = [] } = searchCompanies ?? {};
  return totalCount > nodes.length ? [] : nodes.map(({ id }) => id);
}

/** People who may be meant, but not without asking. */
function offered(one: Resolved, how: string): Resolved {
  if (one.kind === 'none') return one;
  const [candidates, total] = one.kind === 'found' ? [[one.facts], 1] : [one.candidates, one.total];
  return {
    kind: 'several',
    candidates,
    total,
    reason: `${total === 1 ? 'Somebody has' : `${total} people have`} this name ${how}.`,
  };
}

/** What a name means that nobody has, by those whose names are similar; undefined if there are none. */
const nearest = (near: readonly Facts[], called: string): Resolved | undefined =>
  oneOf(near, {
    isKnown: true,
    reason: `${called}; ${near[0]?.name} is like it.`,
    ofSeveral: (count) => `${called}; ${count} have names like it.`,
  });

/** A name with its words in another order, and with the apostrophe of a name such as O’Brien. */
function spellingsOf(name: string): readonly string[] {
  const words = name.split(' ');
  const orders =
    words.length === 1
      ? [words]
      : [words, [...words.slice(1), ...words.slice(0, 1)], [...words.slice(-1), ...words.slice(0, -1)]];
  const written = orders
    .map((order) => order.join(' '))
    .flatMap((one) => [one, one.replaceAll(/(?<=[aou])e(?=[^aeiou\s])/g, '')]);
  return [...new Set(written.flatMap((one) => [one, one.replaceAll(/\b([od])(?=[a-z]{4,})/g, "$1'")]))];
}

/** The person with a number on the external network. */
async function numbered(graph: Graph, number: string): Promise<Resolved> {
  const where: ProfileWhere = { socialMedia: { some: { id: { eq: number } } } };
  const matched = { found: undefined, ids: [], isKnown: false, reason: undefined };
  const one = await among(graph, where, matched, 'The number on the network agrees.');
  if (one === undefined) return { kind: 'none', reason: `Nobody on record has the number ${number}.` };
  return one.kind === 'found' ? { ...one, isCertain: true } : one;
}

/** The people whom a row describes without naming anybody: by employer, title and place. */
async function group(graph: Graph, { companyName, companyWebsite, title, place }: MatchRow): Promise<Resolved> {
  const words = {
    employer: companyName ?? companyWebsite ?? undefined,
    title: title ?? undefined,
    place: place ?? undefined,
  };
  const where = peopleWhere(words);
  if (where === undefined) return { kind: 'none', reason: 'Nothing is given that names a person.' };
  const { searchProfiles } = await graph.find(PeopleAre, { where });
  const { totalCount = 0, nodes = [] } = searchProfiles ?? {};
  const one = oneOf(nodes, {
    total: totalCount,
    reason: 'Nobody else on record fits this.',
    ofSeveral: (count) => `${count} people fit this; nobody is named.`,
  });
  if (one === undefined) return { kind: 'none', reason: 'Nobody on record fits this.' };
  return one.kind === 'several' ? { ...one, isGroup: totalCount === nodes.length } : one;
}

/** The only person of a search, or several; undefined if there is none. */
async function among(
  graph: Graph,
  where: ProfileWhere,
  matched: Matched,
  reason: string,
): Promise<Resolved | undefined> {
  const { searchProfiles } = await graph.find(PeopleAre, { where });
  const { totalCount = 0, nodes = [] } = searchProfiles ?? {};
  if (nodes.length === 0) return undefined;
  const { found } = matched;
  const others = nodes.filter(({ id }) => id !== found?.id);
  return oneOf(found ? [found, ...others] : others, {
    total: totalCount,
    reason,
    isKnown: others.length === 0 && matched.isKnown,
    ofSeveral: (count) => `${count} people have this name.`,
  });
}

/** The same with what is known of those who are meant. */
async function named(
  graph: Graph,
  resolved: readonly Resolved[],
  factsOf: (graph: Graph, ids: readonly string[]) => Promise<ReadonlyMap<string, Omit<Facts, 'id'>>>,
  most = 200,
): Promise<readonly Resolved[]> {
  const unnamed = resolved.flatMap((one) => {
    if (one.kind === 'none') return [];
    const all = one.kind === 'found' ? [one.facts] : one.candidates;
    return all.flatMap(({ id, name }) => (name == null ? id : []));
  });
  const facts = await factsOf(graph, [...new Set(unnamed)].slice(0, most));
  const withName = (one: Facts): Facts => ({ ...one, ...facts.get(one.id) });
  return resolved.map((one) => {
    if (one.kind === 'none') return one;
    if (one.kind === 'several') return { ...one, candidates: one.candidates.map(withName) };
    const isReached = facts.get(one.facts.id)?.known_by !== undefined;
    return { ...one, facts: withName(one.facts), isKnown: one.isKnown || isReached };
  });
}

/** Finds companies by anything that names them, free. */
export async function resolveCompanies(
  graph: Graph,
  given: readonly Given[],
  part: Part = {},
): Promise<readonly Resolved[]> {
  const rows = given.map(companyRow);
  if (rows.length === 0) return [];
  const { matchCompanies } = await graph.find(MatchCompanies, { rows });
  const matches = matchCompanies?.rows ?? [];
  const isLeft = leftBy(matches, part);
  const resolved = await Promise.all(
    rows.map(async (row, at): Promise<Resolved> => {
      const match = matches[at];
      if (match === undefined) return { kind: 'none', reason: 'Not matched.' };
      if (match.state === 'DUPLICATE') return { kind: 'none', reason: `The same as row ${match.sameAs}.` };
      const reason = match.reason ?? undefined;
      const people = match.people ?? undefined;
      // The name of each that is found is a call, too.
      if (isLeft(at)) return left;
      if (match.id != null)
        return {
          kind: 'found',
          facts: { id: match.id, known_people: people },
          isCertain: match.confidence === 'CERTAIN',
          isKnown: match.state === 'KNOWN',
          reason,
        };
      const name = row.name ?? row.website ?? row.xnetSlug?.replaceAll('-', ' ');
      const none = unsearched(row, match);
      if (name == null || none.by)
        return { kind: 'none', reason: reason ?? 'No company on record matches this.', ...none };
      const one = await companiesCalled(graph, name, match.state === 'KNOWN' ? people : undefined, part.isExact);
      return one.kind === 'none' ? { ...one, reason: none.cause && reason ? reason : one.reason, ...none } : one;
    }),
  );
  return named(graph, likeEarlier(resolved, matches), companyFacts, 2 * (part.most ?? maxCompared));
}

/** Whether a row may name a company: a lone name, website, page or id. A person's address or employer does not. */
function mayBeCompany(given: Given): boolean {
  const { email, ...others } = personRow(given);
  return email == null && Object.values(others).filter((value) => value != null).length === 1;
}

/** Finds people, and companies by names that are no person’s; free. */
export async function resolveNames(
  graph: Graph,
  given: readonly Given[],
  part: Part = {},
): Promise<readonly { readonly one: Resolved; readonly isCompany: boolean }[]> {
  const people = await resolvePeople(graph, given, part);
  const isUnknown = (one: Resolved | undefined): boolean => one?.kind === 'none' && one.isLeft !== true;
  const unknown = given.filter((one, at) => isUnknown(people[at]) && mayBeCompany(one));
  const firms = await resolveCompanies(graph, unknown, { ...(part.most && { most: part.most }), isExact: true });
  return people.map((one, at) => {
    const place = unknown.indexOf(given[at]);
    const firm = place < 0 ? undefined : firms[place];
    return firm?.kind === 'found' ? { one: firm, isCompany: true } : { one, isCompany: false };
  });
}

async function companiesCalled(
  graph: Graph,
  name: string,
  known: number | undefined,
  isExact = false,
): Promise<Resolved> {
  const where = companyWhere({ name });
  if (where === undefined) return { kind: 'none', reason: 'No name is given.' };
  const { searchCompanies } = await graph.find(CompaniesAre, { where });
  const { totalCount = 0, nodes = [] } = searchCompanies ?? {};
  const people = nodes.length === 1 ? known : undefined;
  const one = oneOf(
    nodes.map(({ id }) => ({ id, ...(people !== undefined && { known_people: people }) })),
    {
      total: totalCount,
      isKnown: (people ?? 0) > 0,
      reason: 'Only the name was compared.',
      ofSeveral: (count) => `${count} companies on record have these words in their names.`,
    },
  );
  if (one) return one;
  const called = `No company on record is called “${name}”`;
  const near = isExact ? undefined : nearest(await nearestCompanies(graph, name), called);
  return near ?? { kind: 'none', reason: `${called}.` };
}

/** How to look up what was resolved; undefined if that is not known. */
export const byOf = (one: Resolved | undefined): { readonly id: string } | (ProfileBy & CompanyBy) | undefined =>
  one?.kind === 'found' ? { id: one.facts.id } : one?.kind === 'none' ? one.by : undefined;

/** The identifier of a record that may be paid for: of a likely match, none, since it may be somebody else's. */
export const paidBy = (one: Resolved | undefined): ReturnType<typeof byOf> =>
  one?.kind === 'found' && !one.isCertain ? undefined : byOf(one);

/** An answer that asks which of several is meant, or whether it is the likely one. */
export function question(what: string, one: Resolved | undefined): Readonly<Record<string, unknown>> {
  if (one === undefined) return {};
  if (one.kind === 'found')
    return {
      question: `Is this the ${what} who is meant? ${one.reason ?? 'Only the name was compared.'} If so, call again with next; nothing was charged.`,
      candidates: [one.facts],
      total: 1,
      next: { [what]: one.facts.id },
    };
  if (one.kind === 'none') return { found: 0, reason: `${what}: ${one.reason}` };
  return {
    question: `Which ${what} is meant? ${one.reason} None was chosen.`,
    candidates: one.candidates,
    total: one.total,
    next: 'Ask your user, or call again with the id of one, or with an employer or place as well.',
  };
}
