import { otherReadings, type PeopleWords, peopleWhere } from '../conditions.ts';
import { FindKnownPeople, FindPeople, PeopleAre } from '../generated/documents.ts';
import type { Graph } from '../graph.ts';
import { flag, inputs, page, pageNames, text, textNames } from '../inputs.ts';
import { memberOf } from '../names.ts';
import { pageOf } from '../page-of.ts';
import { knownFacts } from '../resolver.ts';
import { graphTool, prepared } from '../tool.ts';

const input = inputs({
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
  in_network: flag('only whom the team knows'),
  details: flag('load name, title and place'),
  ...page,
});

/** The parts of a name as one name, and all skills of a list. */
const gathered = (args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const rest: Record<string, unknown> = {};
  const parts: Record<string, unknown> = {};
  const [, mode] = Object.entries(args).find(([name]) => /^(?:match|operator|logic|mode)/i.test(name)) ?? [];
  for (const [name, value] of Object.entries(args)) {
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
  otherNames: {
    ...pageNames,
    ...textNames,
    headline: 'text',
    fullname: 'name',
    names: 'name',
    people: 'name',
    person: 'name',
    titles: 'title',
    jobtitle: 'title',
    role: 'title',
    roles: 'title',
    position: 'title',
    currenttitle: 'title',
    job: 'title',
    occupation: 'title',
    designation: 'title',
    company: 'employer',
    companies: 'employer',
    currentcompany: 'employer',
    currentemployer: 'employer',
    employers: 'employer',
    companyname: 'employer',
    organization: 'employer',
    organisation: 'employer',
    org: 'employer',
    firm: 'employer',
    website: 'employer',
    domain: 'employer',
    companywebsite: 'employer',
    companydomain: 'employer',
    companyid: 'employer',
    account: 'employer',
    past: 'past_employer',
    pastcompany: 'past_employer',
    pastorganization: 'past_employer',
    pastorg: 'past_employer',
    pastcompanies: 'past_employer',
    pastemployers: 'past_employer',
    formeremployer: 'past_employer',
    formercompany: 'past_employer',
    previousemployer: 'past_employer',
    previouscompany: 'past_employer',
    exemployer: 'past_employer',
    alumniof: 'past_employer',
    workedat: 'past_employer',
    location: 'place',
    geo: 'place',
    geography: 'place',
    based: 'place',
    locations: 'place',
    city: 'place',
    country: 'place',
    region: 'place',
    state: 'place',
    town: 'place',
    continent: 'place',
    where: 'place',
    places: 'place',
    countries: 'place',
    cities: 'place',
    industries: 'industry',
    vertical: 'industry',
    sector: 'industry',
    sectors: 'industry',
    companyindustry: 'industry',
    seniorities: 'seniority',
    level: 'seniority',
    seniorlevel: 'seniority',
    senioritylevel: 'seniority',
    levels: 'seniority',
    functions: 'function',
    department: 'function',
    jobfunction: 'function',
    team: 'function',
    field: 'function',
    departments: 'function',
    skills: 'skill',
    technology: 'skill',
    technologies: 'skill',
    expertise: 'skill',
    schools: 'school',
    university: 'school',
    college: 'school',
    education: 'school',
    almamater: 'school',
    alumni: 'school',
    network: 'in_network',
    scope: 'in_network',
    networkonly: 'in_network',
    innetworkonly: 'in_network',
    knownonly: 'in_network',
    connected: 'in_network',
    known: 'in_network',
    onlynetwork: 'in_network',
    load: 'details',
    withdetails: 'details',
    full: 'details',
  },
  gathered,
  ask: ({ in_network: inNetwork = false, details = false, first = 30, after, ...words }, graph) => {
    const variables = { where: peopleWhere(words), first: Math.min(Math.max(first, 1), maxFirst), after };
    if (inNetwork)
      return prepared({
        document: FindKnownPeople,
        variables,
        purpose: 'search',
        isFree: true,
        shape: ({ relationships }) =>
          pageOf('people', relationships, ({ profile, connections }) => ({
            id: profile?.id,
            name: profile?.fullName,
            title: profile?.currentTitle,
            company: profile?.currentCompanyName,
            known_by: connections?.slice(0, 3).map((connection) => connection?.connectorName),
          })),
      });
    return prepared({
      document: FindPeople,
      variables: { ...variables, details },
      purpose: `load the people found by ${Object.values(words).join(', ') || 'no condition'}`,
      isFree: !details,
      shape: async (found) => {
        const other = found.searchProfiles?.totalCount === 0 ? await otherReading(graph, words) : undefined;
        const { searchProfiles, relationships } = other
          ? await graph.find(FindPeople, { ...variables, where: peopleWhere(other.words), details: false })
          : found;
        const known = await knownFacts(graph, searchProfiles?.edges.map(({ node }) => node.id) ?? []);
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

/** The reading of words as other conditions that finds the most people; free. */
async function otherReading(graph: Graph, words: PeopleWords) {
  const readings = await Promise.all(
    otherReadings(words).map(async (reading) => {
      const { searchProfiles } = await graph.find(PeopleAre, { where: peopleWhere(reading.words) ?? {} });
      return { ...reading, total: searchProfiles?.totalCount ?? 0 };
    }),
  );
  const [best] = readings.toSorted((one, other) => other.total - one.total);
  return best && best.total > 0 ? best : undefined;
}
