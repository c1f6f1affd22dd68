import { type ExampleOperation, exampleOperations } from '../../support/sample/example-operations.ts';
import type { SampleGraph } from '../../support/sample/sample-graph.ts';

/** The least that a query can be answered with. */
interface Least {
  /** The longest chain of calls of which each needs what the one before it brings: a round for each of its links. */
  readonly chain: readonly string[];
  /** A further link that is meant: what waits although it could go, and what for. */
  readonly meant?: string;
  /** A further link on the contrary upstream. */
  readonly contrary?: string;
  /** A further link where a record that does not exist is told by a 404. */
  readonly missing?: string;
  /** Where the answer shows the records that have to be paid for, each once. */
  readonly paid?: readonly string[];
  /** The fallback where the upstream refuses paths that the specification does not name; absent where none is asked by. */
  readonly specified?: Fallback;
}

/** What is done where a free search is refused. */
interface Fallback {
  /** The whole chain then. */
  readonly chain: readonly string[];
  /** Credits for records that tell no more than that they exist, or their ids. */
  readonly credits?: number;
  /** Fields that have no other way, and fail with the refusal; they end their chain. */
  readonly refused?: readonly string[];
}

export interface Row extends Least {
  readonly name: string;
  readonly document: string;
  readonly operationName?: string;
  readonly variables?: (sample: SampleGraph) => object;
}

const person = 'id fullName headline currentTitle skills';
const employer = 'currentCompany { id name industries workforce { headcount } }';
const connections = 'connections { connectorName strength sources { origin } }';
const both = ['nodes', 'nodes.currentCompany'];

/** The contrary upstream sends a token with the last page of results, too. */
const emptyPage = 'the empty page that tells the end';

/** What paths are ranked by; the contrary upstream tells no dates of relationships, and so of nobody when. */
export const headCounts = 'how many worked there then';

/** What waits for the id although a person could be asked for by slug: a relationship need not tell which slug found it. */
const forTheId = 'the relationships wait for the id: one call by ids takes all people, one by a slug a single person';

/** Where relationships are not searched by ids. */
const network = ['all of the network, instead', emptyPage];
const refusedByIds = 'the relationships by ids, which are refused';

const first = (count: number) => () => ({ first: count });
const byId = ({ profiles }: SampleGraph) => ({ by: { id: profiles[0]?.id } });
const bySlug = ({ profiles }: SampleGraph) => ({ by: { xnetSlug: profiles[0]?.slug } });
const companyBySlug = ({ companySlugs }: SampleGraph) => ({ by: { xnetSlug: companySlugs[0] } });
const under = (field: string, paths: readonly string[]) => paths.map((path) => `${field}.${path}`);
const entities = ({ profiles }: SampleGraph) => ({
  of: profiles.slice(0, 20).map(({ id }) => ({ __typename: 'Profile', id })),
});

/** The queries of the bench, over the sample. */
const ofBench: readonly Row[] = [
  {
    name: 'Q1, a person by slug with the employer',
    document: `query ($by: ProfileBy!) { profile(by: $by) { ... on Profile { ${person} ${employer} } } }`,
    variables: bySlug,
    chain: ['the person, whose record names the employer', 'the employer'],
    paid: ['profile', 'profile.currentCompany'],
  },
  {
    name: 'Q2, a search with employers and connections',
    document: `query ($first: Int) { searchProfiles(first: $first) { totalCount nodes { ${person} ${employer} ${connections} } } }`,
    variables: first(20),
    chain: [
      'the search, which names the people',
      'the people, who name their employers; the relationships need ids alone',
      'the employers',
    ],
    paid: under('searchProfiles', both),
    specified: {
      chain: [
        'the search',
        'the people; the relationships by ids, which are refused',
        'the employers; the network, instead',
        emptyPage,
      ],
    },
  },
  {
    name: 'Q3, many people with their employers',
    document: `query ($first: Int) { searchProfiles(first: $first) { totalCount nodes { ${person} ${employer} } } }`,
    variables: first(300),
    chain: ['the search, which names the people', 'the people, who name their employers', 'the employers'],
    paid: under('searchProfiles', both),
  },
  {
    name: 'Q4, who can introduce me',
    document: `query ($first: Int) { relationships(first: $first) { totalCount nodes { profile { id fullName currentTitle } ${connections} } } }`,
    variables: first(20),
    chain: ['the relationships, which tell all of it'],
  },
  {
    name: 'Q5a, people for a gateway',
    document: `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Profile { ${person} } } }`,
    variables: entities,
    chain: ['the people'],
    paid: ['_entities'],
  },
  {
    name: 'Q5b, companies for a gateway',
    document: `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Company { id name workforce { headcount } } } }`,
    variables: ({ companySlugs }) => ({
      of: companySlugs.slice(0, 20).map((xnetSlug) => ({ __typename: 'Company', xnetSlug })),
    }),
    chain: ['the companies'],
    paid: ['_entities'],
  },
  {
    name: 'Q5c, people with their employers for a gateway',
    document: `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Profile { ${person} ${employer} } } }`,
    variables: entities,
    chain: ['the people, who name their employers', 'the employers'],
    paid: ['_entities', '_entities.currentCompany'],
  },
];

/** What else somebody would ask. */
const natural: readonly Row[] = [
  {
    name: 'whether there is a person of an id',
    document: 'query ($by: ProfileBy!) { profile(by: $by) { __typename ... on Profile { id } } }',
    variables: byId,
    chain: ['a search for the id'],
    specified: { chain: ['a search for the id, which is refused', 'the record'], credits: 1 },
  },
  {
    name: 'who knows a person of an id',
    document: `query ($by: ProfileBy!) { profile(by: $by) { __typename ... on Profile { id ${connections} } } }`,
    variables: byId,
    chain: ['the relationships; whether there is such a person can be asked beside them'],
    specified: {
      chain: [`${refusedByIds}, as is whether there is such a person`, 'the record; the network', emptyPage],
      credits: 1,
    },
  },
  {
    name: 'who knows a person by slug',
    document: `query ($by: ProfileBy!) { profile(by: $by) { __typename ... on Profile { id ${connections} } } }`,
    variables: bySlug,
    chain: ['a search for the slug, which names the person; the relationships could be asked for by it, too'],
    meant: forTheId,
    specified: {
      chain: ['a search for the slug, refused', 'the record, which tells the id', refusedByIds, ...network],
      credits: 1,
    },
  },
  {
    name: 'a person of an id, and who knows them',
    document: `query ($by: ProfileBy!) { profile(by: $by) { ... on Profile { ${person} ${connections} } } }`,
    variables: byId,
    chain: ['the person; the relationships need the id alone'],
    paid: ['profile'],
    specified: { chain: [`the person; ${refusedByIds}`, ...network] },
  },
  {
    name: 'people by several kinds of identifiers',
    document: `query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { ${person} } } }`,
    variables: ({ profiles: [one, two, three] }) => ({
      by: [{ id: one?.id }, { xnetSlug: two?.slug }, { xnetId: three?.xnetId }],
    }),
    chain: ['the people, in one call'],
    paid: ['profiles'],
  },
  {
    name: 'a person by slug beside a search that may find them',
    document: `query ($by: ProfileBy!) { profile(by: $by) { ... on Profile { ${person} } } searchProfiles(first: 5) { nodes { ${person} } } }`,
    variables: bySlug,
    chain: ['the search, which names the people', 'the people'],
    paid: ['profile', 'searchProfiles.nodes'],
  },
  {
    name: 'a person by slug with the employer, beside a search that may find them',
    document: `query ($by: ProfileBy!) { profile(by: $by) { ... on Profile { ${person} ${employer} } } searchProfiles(first: 5) { nodes { ${person} } } }`,
    variables: bySlug,
    chain: ['the person, who names the employer', 'the employer'],
    meant: 'the person waits for the search, which can name the same: one fetch takes all',
    paid: ['profile', 'profile.currentCompany', 'searchProfiles.nodes'],
  },
  {
    name: 'a person of an id beside a search of which ids are enough',
    document: `query ($by: ProfileBy!) { profile(by: $by) { ... on Profile { ${person} } } searchProfiles(first: 5) { totalCount nodes { id } } }`,
    variables: byId,
    chain: ['the person; the search can name nobody else to fetch'],
    paid: ['profile'],
  },
  {
    name: 'a person with the employer beside relationships',
    document: `query ($by: ProfileBy!) { profile(by: $by) { ... on Profile { ${person} ${employer} } } relationships(first: 5) { nodes { profile { id fullName } } } }`,
    variables: byId,
    chain: ['the person, who names the employer; relationships tell enough of their people', 'the employer'],
    paid: ['profile', 'profile.currentCompany'],
  },
  {
    name: 'people and companies, searched side by side',
    document: `{ searchProfiles(first: 5) { nodes { ${person} } } searchCompanies(first: 5) { nodes { id name } } }`,
    chain: ['both searches', 'the people and the companies'],
    paid: ['searchProfiles.nodes', 'searchCompanies.nodes'],
  },
  {
    name: 'a company of an id and its people',
    document: `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Company { id name people(first: 3) { totalCount nodes { id } } } } }`,
    variables: ({ companyIds }) => ({ of: [{ __typename: 'Company', id: companyIds[0] }] }),
    chain: ['the company; its people need the id alone'],
    paid: ['_entities'],
    specified: { chain: ['the company'], refused: ['_entities.people'] },
  },
  {
    name: 'companies of a search and their people',
    document: '{ searchCompanies(first: 3) { nodes { id name people(first: 3) { nodes { id fullName } } } } }',
    chain: [
      'the search, which names the companies',
      'the companies; a search for their people needs ids alone',
      'the people',
    ],
    contrary: emptyPage,
    paid: ['searchCompanies.nodes', 'searchCompanies.nodes.people.nodes'],
    specified: {
      chain: ['the search', 'the companies'],
      refused: ['searchCompanies.nodes.people'],
    },
  },
  {
    name: 'companies of a search, their people and who knows them',
    document: `{ searchCompanies(first: 3) { nodes { id name people(first: 3) { nodes { id fullName ${connections} } } } } }`,
    chain: [
      'the search, which names the companies',
      'the companies; a search for their people needs ids alone',
      'the people; the relationships need ids alone',
    ],
    contrary: emptyPage,
    paid: ['searchCompanies.nodes', 'searchCompanies.nodes.people.nodes'],
    specified: {
      chain: ['the search', 'the companies'],
      refused: ['searchCompanies.nodes.people'],
    },
  },
  {
    name: 'people of a search with their employers and colleagues',
    document:
      '{ searchProfiles(first: 3) { nodes { id currentCompany { id name description people(first: 2) { nodes { id } } } } } }',
    chain: [
      'the search, which names the people',
      'the people, who name their employers',
      'the employers; their people need ids alone',
    ],
    paid: under('searchProfiles', both),
    specified: {
      chain: ['the search', 'the people', 'the employers'],
      refused: ['searchProfiles.nodes.currentCompany.people'],
    },
  },
  {
    name: 'relationships with the connectors’ own records',
    document:
      '{ relationships(first: 5) { nodes { profile { id fullName } connections { connector { id profile { id headline } } } } } }',
    chain: ['the relationships, which name the connectors', 'the connectors'],
    paid: ['relationships.nodes.connections.connector.profile'],
  },
  {
    name: 'relationships with whole people and their employers',
    document: `{ relationships(first: 5) { nodes { profile(full: true) { ${person} ${employer} } } } }`,
    chain: ['the relationships, which name the people', 'the people, who name their employers', 'the employers'],
    paid: under('relationships.nodes', ['profile', 'profile.currentCompany']),
  },
  {
    name: 'ways to a person of an id',
    document:
      'query ($by: ProfileBy!) { introPaths(to: { profile: $by }) { nodes { why connector { name profile { fullName } } } } }',
    variables: byId,
    chain: ['the relationships, which name the employers shared', headCounts],
    specified: { chain: [refusedByIds, ...network] },
  },
  {
    name: 'ways to a person by slug',
    document:
      'query ($by: ProfileBy!) { introPaths(to: { profile: $by }) { nodes { why connector { name profile { fullName } } } } }',
    variables: bySlug,
    chain: ['the relationships, asked for by the slug', headCounts],
    contrary: 'the relationships again, by the id that a search told',
    specified: {
      chain: ['the relationships by the slug, refused', 'the record, which tells the id', refusedByIds, ...network],
      credits: 1,
    },
  },
  {
    name: 'ways into a company by slug',
    document:
      'query ($by: CompanyBy!) { introPaths(to: { company: $by }) { nodes { why connector { name profile { fullName } } } } }',
    variables: companyBySlug,
    chain: [
      'a search for the slug, which names the company',
      'the relationships by its id, for a career need not have the slug: people would be missing or too many',
      headCounts,
    ],
    contrary: emptyPage,
    specified: {
      chain: [
        'a search for the slug, refused',
        'the record, which tells the id and the website',
        'the relationships by the employer’s id, refused',
        'the relationships by the employer’s website',
        'its further pages',
        'whether another company has a page there, refused',
        emptyPage,
      ],
      credits: 1,
    },
  },
  {
    name: 'two teams side by side',
    document:
      'query ($child: ID!) { viewer { relationships(first: 5) { totalCount } connectors { nodes { name } } } childTeam(id: $child) { searchProfiles(first: 5) { totalCount } } credits { usage } }',
    variables: ({ childTeamId }) => ({ child: childTeamId }),
    chain: ['all of it'],
    contrary: emptyPage,
  },
];

/** The chain of each operation of `schema/operations`; a task's are in `network-map/`. */
const examples: Readonly<Record<string, Least>> = {
  AddConnectors: { chain: ['the mutation'] },
  Career: { chain: ['the person, whose record tells of employers'], paid: ['profile'] },
  Companies: {
    chain: ['the company, whose record tells its id', 'its people'],
    paid: ['companies'],
    specified: { chain: ['the company', 'its people by its id, refused'], refused: ['companies.people'] },
  },
  CreateTeam: { chain: ['the mutation'] },
  Credits: { chain: ['the usage'] },
  EngineersWhoWorkedAt: {
    chain: ['the search'],
    contrary: emptyPage,
    specified: {
      chain: ['the search, refused'],
      refused: ['searchProfiles'],
    },
  },
  FirstLook: {
    chain: ['the relationships, asked for by the slug; whether there is such a person'],
    specified: {
      chain: ['the relationships by the slug, refused', 'the record, which tells the id', refusedByIds, ...network],
      credits: 1,
    },
  },
  MapNetwork: { chain: ['the mutation'] },
  PeopleAndTheirConnectors: {
    chain: [
      'the search, which names the people',
      'the people, who name their employers; the relationships need ids alone, and name the connectors',
      'the employers and the connectors',
    ],
    contrary: emptyPage,
    paid: under('searchProfiles', [...both, 'nodes.connections.connector.profile']),
    specified: {
      chain: ['the search', refusedByIds, ...network, 'the connectors'],
    },
  },
  Profiles: { chain: ['the people'], missing: 'the people without the one who is missing', paid: ['profiles'] },
  Teams: { chain: ['the relationships of both teams'], contrary: emptyPage },
  WhoCanIntroduceMe: { chain: ['the relationships, which tell all of it'] },
};

const ofExample = ({ name, text, variables = {} }: ExampleOperation): Row => {
  const least = examples[name];
  if (!least) throw new TypeError(`schema/operations has ${name}, of which no row says how many rounds it takes.`);
  return { name: `the example ${name}`, document: text, operationName: name, variables: () => variables, ...least };
};

/** Reads come before writes, which change what they find. */
export const rows: readonly Row[] = [
  ...ofBench,
  ...natural,
  ...exampleOperations
    .filter(({ name }) => !name.endsWith('MappingTask'))
    .toSorted((one, other) => Number(one.type === 'mutation') - Number(other.type === 'mutation'))
    .map(ofExample),
];
