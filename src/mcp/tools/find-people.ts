import { excludedFrom } from '../../questions/negation.ts';
import type { ProfileWhere } from '../../sdk/generated/schema-types.ts';
import { type PeopleWords, peopleWhere } from '../conditions.ts';
import { connectorCalled } from '../connectors.ts';
import { FindKnownPeople, FindPeople, PeopleAre } from '../generated/documents.ts';
import type { Graph } from '../graph.ts';
import { flag, inputs, page, pageNames, text, unlisted } from '../inputs.ts';
import { argumentsMeant, interpreted, peopleMeant } from '../interpreted.ts';
import { factsOf, knownFacts } from '../known.ts';
import { named, otherNames } from '../meanings.ts';
import { memberOf } from '../names.ts';
import { cursorOf, pageOf } from '../page-of.ts';
import { companiesNamed, question, resolveCompanies } from '../resolver.ts';
import { graphTool, prepared } from '../tool.ts';

/** The conditions, of which `not` excludes people. */
const conditions = {
  text: text('words found anywhere'),
  name: text(),
  title: text(),
  employer: text('now: name, website or id'),
  past_employer: text(),
  place: text('town, region or country'),
  industry: text(),
  seniority: text('such as cxo, vp, director'),
  function: text('such as Sales'),
  skill: text('several with commas: all'),
  school: text(),
  major: unlisted.text(),
  graduated: unlisted.text(),
  email: unlisted.text(),
  company_size: unlisted.text(),
};

const input = inputs({
  ...conditions,
  known_by: text('a connector'),
  hiring: unlisted.flag(),
  open_to_work: unlisted.flag(),
  in_network: flag('only whom the team knows'),
  details: flag('load name, title and place'),
  ...page,
});

/** The parts of a name as one name, all skills of a list, and a person as an object by its members. */
const gathered = (args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const rest: Record<string, unknown> = {};
  const parts: Record<string, unknown> = {};
  const [, mode] = Object.entries(args).find(([name]) => /^(?:match|operator|logic|mode)/i.test(name)) ?? [];
  const all = Object.entries(args).flatMap(([name, value]) =>
    memberOf(name) === 'name' && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value)
      : [[name, value] as const],
  );
  for (const [name, value] of all) {
    const member = memberOf(name);
    if ((member === 'first' || member === 'last') && !['first', 'last'].includes(name)) parts[member] = value;
    else if (/skill|technolog/i.test(name)) rest[name] = mode === 'any' ? value : allOf(value);
    else rest[name] = value;
  }
  const name = [parts.first, parts.last].filter((part) => part !== undefined).join(' ');
  return name === '' ? rest : { name, ...rest };
};

const allOf = (value: unknown): unknown => {
  const list = typeof value === 'string' && /^\s*\[/.test(value) ? value.replaceAll(/^\s*\[|\]\s*$|"/g, '') : value;
  return Array.isArray(list) ? list.join(', ') : list;
};

/** Maximum results of a page. */
const maxFirst = 50;

export const findPeople = graphTool({
  name: 'find_people',
  title: 'Find people',
  description:
    'Find people by words; “a or b” means either. Ids are free, and names of whom the team knows. If nobody is found, emptied_by says why.',
  input,
  price: '0; with details 1 a person',
  freeAlternative: 'Search without details, which is free.',
  conditions: Object.keys(conditions),
  names: {
    ...named({ text: 'text', person: 'name', name: 'name', title: 'title', company: 'employer', website: 'employer' }),
    ...named({ companyId: 'employer', past: 'past_employer', place: 'place', industry: 'industry', skill: 'skill' }),
    ...named({ seniority: 'seniority', function: 'function', technology: 'skill', school: 'school', major: 'major' }),
    ...named({ size: 'company_size', email: 'email', isKnown: 'in_network', connector: 'known_by' }),
    ...named({ details: 'details' }),
    ...pageNames,
    ...otherNames({ text: 'headline', place: 'where', first: 'size', graduated: 'graduationyear gradyear classof' }),
  },
  gathered,
  ask: async (
    {
      in_network: inNetwork = false,
      details = false,
      first: most = 30,
      after: page,
      known_by: by,
      text: free,
      ...given
    },
    graph,
  ) => {
    const told = by === undefined ? knownByIn(free) : { by, rest: free };
    const connector = told.by === undefined ? undefined : await connectorCalled(graph, told.by);
    if (connector !== undefined && connector.kind !== 'found')
      return { fields: question('known_by', connector), lists: ['candidates'] };
    const words: PeopleWords = {
      ...given,
      ...(given.past_employer !== undefined && { past_employer: await withIds(graph, given.past_employer) }),
      ...(connector && { connector: connector.facts.id }),
    };
    const first = Math.min(Math.max(most, 1), maxFirst);
    const meant = told.rest === undefined ? [] : peopleMeant(await interpreted(graph, told.rest));
    const where = peopleWhere(words, meant);
    const isKnown = inNetwork || connector !== undefined;
    const after = await cursorOf(page, first, async (before) => {
      const variables = { where, first: before };
      if (isKnown) return (await graph.find(FindKnownPeople, variables)).relationships;
      return (await graph.find(FindPeople, { ...variables, details: false })).searchProfiles;
    });
    const variables = { where, first, after };
    if (isKnown)
      return prepared({
        document: FindKnownPeople,
        variables,
        purpose: 'search',
        isFree: true,
        shape: ({ relationships }) => {
          const shaped = pageOf('people', relationships, (one) => factsOf(one) ?? {});
          const known = connector && { known_by: connector.facts.name };
          return { ...shaped, fields: { ...known, ...shaped.fields } };
        },
      });
    return prepared({
      document: FindPeople,
      variables: { ...variables, details },
      purpose: `load the people found by ${[free, ...Object.values(given)].filter(Boolean).join(', ') || 'no condition'}`,
      isFree: !details,
      shape: async (found) => {
        const other = found.searchProfiles?.totalCount === 0 ? await otherReading(graph, words, meant) : undefined;
        const { searchProfiles, relationships } = other
          ? await graph.find(FindPeople, { ...variables, where: peopleWhere(other.words, meant), details: false })
          : found;
        const ids = searchProfiles?.edges.map(({ node }) => node.id) ?? [];
        const known = await knownFacts(graph, ids).catch((error: unknown): Awaited<ReturnType<typeof knownFacts>> => {
          // What is paid for by now is answered without it.
          if (details) return new Map();
          throw error;
        });
        const shaped = pageOf('people', searchProfiles, ({ id, ...node }) => ({
          id,
          name: node.fullName,
          title: node.currentTitle,
          company: node.currentCompanyName,
          place: node.currentLocation,
          ...known.get(id),
        }));
        return {
          ...shaped,
          // The further pages are those of the same reading.
          next: (kept) => {
            const next = shaped.next?.(kept);
            return typeof next === 'object' ? { ...other?.changed, ...next } : next;
          },
          fields: {
            ...shaped.fields,
            total_in_network: relationships?.totalCount,
            ...(other && { note: other.note }),
          },
        };
      },
    });
  },
});

/** A past employer with the ids of the companies of that name: careers may have an id and no name. */
async function withIds(graph: Graph, name: string): Promise<string> {
  if (excludedFrom(name).excluded.length > 0) return name;
  return [name, ...(await companiesNamed(graph, name))].join(' or ');
}

/** `known by Priya` in free words. */
const knownBy =
  /\b(?:whom\s+)?(?:known\s+(?:by|to)|connected\s+(?:to|with)|(?:contacts?|connections?)\s+of)\s+(\p{Lu}[\p{L}\p{M}'’-]*(?:\s+\p{Lu}[\p{L}\p{M}'’-]*)*)/u;

/** The connector whom free words name, and the words without it. */
function knownByIn(free = ''): { readonly by?: string | undefined; readonly rest: string | undefined } {
  const [phrase, by] = knownBy.exec(free) ?? [];
  const rest = phrase === undefined ? free : free.replace(phrase, ' ').trim();
  return { by, rest: rest === '' ? undefined : rest };
}

/** Words as they are read otherwise, with the arguments that say so, null for those to leave out. */
interface OtherReading {
  readonly note: string;
  readonly words: PeopleWords;
  readonly changed: Readonly<Record<string, string | null>>;
}

/** The reading of words as other conditions, or of a misspelt employer, that finds the most people; free. */
async function otherReading(graph: Graph, words: PeopleWords, meant: readonly ProfileWhere[]) {
  const [spelt] = [
    ...(await speltReading(graph, words, 'employer')),
    ...(await speltReading(graph, words, 'past_employer')),
  ];
  const others = await Promise.all(mixedUp.map((name) => mixedReading(graph, spelt?.words ?? words, name)));
  const readings = await Promise.all(
    [
      ...(spelt ? [spelt] : []),
      ...others.flat().map((one) => ({ ...one, changed: { ...spelt?.changed, ...one.changed } })),
    ].map(async (reading) => {
      const { searchProfiles } = await graph.find(PeopleAre, { where: peopleWhere(reading.words, meant) ?? {} });
      return { ...reading, total: searchProfiles?.totalCount ?? 0 };
    }),
  );
  const [best] = readings.toSorted((one, other) => other.total - one.total);
  return best && best.total > 0 ? best : spelt;
}

/** The conditions whose words models mix up: `title: "Sales"` is a function, too. */
const mixedUp = ['title', 'function', 'seniority', 'industry', 'skill'] as const;

/** The words with one of them as the graph interprets it. */
async function mixedReading(
  graph: Graph,
  words: PeopleWords,
  name: (typeof mixedUp)[number],
): Promise<readonly OtherReading[]> {
  const { [name]: text, ...rest } = words;
  if (text === undefined || excludedFrom(text).excluded.length > 0) return [];
  const args = argumentsMeant(await interpreted(graph, text)) ?? {};
  const names = Object.keys(args);
  if (names.length === 0 || names.some((other) => other === name || other in rest)) return [];
  return [
    {
      note: `Nobody is found by ${name} “${text}”, so it was read as ${names.join(' and ')}.`,
      words: { ...rest, ...args },
      changed: { [name]: null, ...args },
    },
  ];
}

/** The words with an employer that no company is called as the company whose name is nearest. */
async function speltReading(
  graph: Graph,
  words: PeopleWords,
  name: 'employer' | 'past_employer',
): Promise<readonly OtherReading[]> {
  const { [name]: text } = words;
  if (text === undefined || text.includes(' or ') || excludedFrom(text).excluded.length > 0) return [];
  const [firm] = await resolveCompanies(graph, [text]);
  if (firm?.kind !== 'found' || !firm.reason?.startsWith('No company')) return [];
  const changed = { [name]: firm.facts.id };
  return [{ note: `${name}: ${firm.reason}`, words: { ...words, ...changed }, changed }];
}
