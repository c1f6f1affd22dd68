import { type GraphqlRequest, levels, type Query, titled } from './queries.ts';

/**
 * How a server is asked whose schema is the upstream's own shape with links added: the same members of the same
 * records, in its words. Its answers are brought to the others' shape before they are compared.
 */
export interface Dialect {
  requests(query: Query, from: number): readonly GraphqlRequest[];
  /** The data of one answer, in the others' shape. */
  read(data: unknown): unknown;
}

const company = 'company { id company_info { name industries workforce { headcount } } }';
const plain = 'full_name headline current_title current_location skills';
const person = `id profile_info { ${plain} ${company} }`;
const connections =
  'connections { connector_name connector_current_title connector_current_company_name connection_strength sources { origin } }';
const relationship = `profile { id full_name current_title } ${connections}`;

const asked = (name: string, head: string, body: string, variables: object): GraphqlRequest => ({
  name,
  document: `query ${name}(${head}) { ${body} }`,
  variables,
});

const paging = (from: number, first: number) => ({ dsl: titled(from), first });
const entities = (name: string, selection: string, representations: readonly object[]): GraphqlRequest =>
  asked(
    name,
    '$representations: [_Any!]!',
    `_entities(representations: $representations) { __typename ${selection} }`,
    { representations },
  );

const tailcallSearch = (name: string, selection: string, from: number, first: number) =>
  asked(
    name,
    '$dsl: JSON, $first: Int!',
    `searchProfiles(dsl: $dsl, first: $first) { total_count nodes { ${selection} } }`,
    paging(from, first),
  );
const inTailcall: Readonly<Record<string, (from: number) => readonly GraphqlRequest[]>> = {
  Q1: (from) => [
    asked('Q1', '$slug: String!', `profile: profiles(xnetSlug: $slug) { ${person} }`, { slug: `person-${from}` }),
  ],
  Q2: (from) => [tailcallSearch('Q2', `${person} relationship { ${connections} }`, from, 20)],
  Q3: (from) => [tailcallSearch('Q3', person, from, 1000)],
  Q4: (from) => [
    asked(
      'Q4',
      '$dsl: JSON, $first: Int!',
      `relationships(dsl: $dsl, first: $first) { total_count items { ${relationship} } }`,
      paging(from, 20),
    ),
  ],
  Q5: (from) => {
    const [first, second, third] = levels(from);
    return [
      entities('Q5a', '... on Profile { id profile_info { full_name headline current_title } }', first),
      entities('Q5b', '... on Company { id company_info { name industries workforce { headcount } } }', second),
      entities('Q5c', `... on Profile { ${person} }`, third),
    ];
  },
};

const hiveSearch = (name: string, selection: string, from: number, limit: number) =>
  asked(
    name,
    '$input: ProfileSearchRequest_Input!',
    `searchProfiles(input: $input) { total_count people { results { ${selection} } } }`,
    { input: { query: titled(from), limit } },
  );
const inHive: Readonly<Record<string, (from: number) => readonly GraphqlRequest[]>> = {
  Q1: (from) => [
    asked(
      'Q1',
      '$input: ProfileFetchRequest_Input!',
      `profile: fetchProfiles(input: $input) { results { ${person} } }`,
      {
        input: { xnet_names: [`person-${from}`] },
      },
    ),
  ],
  Q2: (from) => [hiveSearch('Q2', `${person} relationship { ${connections} }`, from, 20)],
  Q3: (from) => [hiveSearch('Q3', person, from, 1000)],
  Q4: (from) => [
    asked(
      'Q4',
      '$input: RelationshipsRequest_Input!',
      `relationships: findRelationships(input: $input) { total_count items { ${relationship} } }`,
      { input: { query: titled(from), limit: 20 } },
    ),
  ],
};

/** Members whose own members the others show one level higher. */
const opened = new Set(['profile_info', 'company_info', 'relationship', 'people']);
const renamed: Readonly<Record<string, string>> = {
  company: 'currentCompany',
  connection_strength: 'strength',
  items: 'nodes',
  results: 'nodes',
};
const camel = (name: string) => name.replace(/(?<=[a-z])_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const reshaped = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reshaped);
  if (typeof value !== 'object' || value === null) return value;
  const out: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value))
    if (opened.has(name)) Object.assign(out, reshaped(member));
    else out[renamed[name] ?? camel(name)] = reshaped(member);
  return out;
};

/** These know a slug only as one of several, so a look-up of one answers a list. */
const read = (data: unknown): unknown => {
  const shaped = reshaped(data);
  if (typeof shaped !== 'object' || shaped === null || !('profile' in shaped)) return shaped;
  const { profile } = shaped;
  const found = typeof profile === 'object' && profile !== null && 'nodes' in profile ? profile.nodes : profile;
  return { profile: Array.isArray(found) ? found[0] : found };
};

const dialect = (words: Readonly<Record<string, (from: number) => readonly GraphqlRequest[]>>): Dialect => ({
  requests: ({ name }, from) => words[name]?.(from) ?? [],
  read,
});
/** Kith's own schema before version 1, in which a connection's strength was its `connectionStrength`. */
export const kithBefore1: Dialect = {
  requests: (query, from) =>
    query.requests(from).map((request) => ({
      ...request,
      document: request.document.replaceAll(' strength ', ' strength: connectionStrength '),
    })),
  read: (data) => data,
};
export const tailcall = dialect(inTailcall);
export const hive = dialect(inHive);
