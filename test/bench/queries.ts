import { companyId, coworkers, profileId } from './upstream/records.ts';

/** One GraphQL request. */
export interface GraphqlRequest {
  readonly name: string;
  readonly document: string;
  readonly variables: object;
}

/** One operation of the comparison; servers whose schema has another shape are asked the same in their own words (`dialects.ts`). */
export interface Query {
  readonly name: string;
  readonly asks: string;
  /** What is sent, one after another, where the operation's records begin at number `from`. */
  requests(from: number): readonly GraphqlRequest[];
  /** How many records one operation takes up, so that the next has others. */
  readonly stride: number;
  /** How many clients ask at once. */
  readonly width: number;
  /** The least that can be asked of the upstream, by the contract's arithmetic: Kith has to reach it. */
  readonly least: { readonly calls: number; readonly credits: number };
  /** Several requests of one gateway: Kith may remember, as it ships, what the earlier ones paid for. */
  readonly federated?: true;
}

const person = `id fullName headline currentTitle currentLocation skills currentCompany { id name industries workforce { headcount } }`;
const connections = `connections { connectorName connectorCurrentTitle connectorCurrentCompanyName strength sources { origin } }`;

/** The search that finds the records from number `from` on. */
export const titled = (from: number) => ({ term: { 'profile_info.current_title': `from-${from}` } });

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);
const people = (numbers: readonly number[]) => numbers.map((n) => ({ __typename: 'Profile', id: profileId(n) }));
const companies = (numbers: readonly number[]) => numbers.map((n) => ({ __typename: 'Company', id: companyId(n) }));

const entities = (name: string, selection: string, representations: readonly object[]): GraphqlRequest => ({
  name,
  document: `query ${name}($representations: [_Any!]!) { _entities(representations: $representations) { __typename ${selection} } }`,
  variables: { representations },
});

/** What Q5's gateway refers to at each of its levels: people, their employers, and employers' people, half of them known. */
export const levels = (from: number) =>
  [
    people([...range(from, 20), ...range(from, 20)]),
    companies(range(from, 20).map((n) => Math.floor(n / coworkers))),
    people([...range(from + 10, 20), ...range(from + 15, 10)]),
  ] as const;

export const queries: readonly Query[] = [
  {
    name: 'Q1',
    asks: 'one person by slug, with the company',
    requests: (from) => [
      {
        name: 'Q1',
        document: `query Q1($by: ProfileBy!) { profile(by: $by) { __typename ... on Profile { ${person} } } }`,
        variables: { by: { xnetSlug: `person-${from}` } },
      },
    ],
    stride: coworkers,
    width: 16,
    least: { calls: 2, credits: 2 },
  },
  {
    name: 'Q2',
    asks: 'a search of 20, with company, connections and connectors',
    requests: (from) => [
      {
        name: 'Q2',
        document: `query Q2($dsl: JSON, $first: Int) { searchProfiles(dsl: $dsl, first: $first) { totalCount nodes { ${person} ${connections} } } }`,
        variables: { dsl: titled(from), first: 20 },
      },
    ],
    stride: 20,
    width: 16,
    least: { calls: 4, credits: 24 },
  },
  {
    name: 'Q3',
    asks: '1,000 people with their companies',
    requests: (from) => [
      {
        name: 'Q3',
        document: `query Q3($dsl: JSON, $first: Int) { searchProfiles(dsl: $dsl, first: $first) { totalCount nodes { ${person} } } }`,
        variables: { dsl: titled(from), first: 1000 },
      },
    ],
    stride: 1000,
    width: 4,
    least: { calls: 3, credits: 1200 },
  },
  {
    name: 'Q4',
    asks: 'who can introduce me, from free payloads alone',
    requests: (from) => [
      {
        name: 'Q4',
        document: `query Q4($dsl: JSON, $first: Int) { relationships(dsl: $dsl, first: $first) { totalCount nodes { profile { id fullName currentTitle } ${connections} } } }`,
        variables: { dsl: titled(from), first: 20 },
      },
    ],
    stride: 20,
    width: 16,
    least: { calls: 1, credits: 0 },
  },
  {
    name: 'Q5',
    asks: 'three levels of a federated traversal, as the _entities requests of a gateway',
    requests: (from) => {
      const [first, second, third] = levels(from);
      return [
        entities('Q5a', '... on Profile { id fullName headline currentTitle }', first),
        entities('Q5b', '... on Company { id name industries workforce { headcount } }', second),
        entities('Q5c', `... on Profile { ${person} }`, third),
      ];
    },
    stride: 30,
    width: 16,
    // People of the third level that the first paid for, and employers that the second did, are in hand.
    least: { calls: 4, credits: 20 + 4 + 10 + 2 },
    federated: true,
  },
];

/** @throws where there is none of this name */
export function queryNamed(name: string): Query {
  const found = queries.find((query) => query.name === name);
  if (!found) throw new Error(`The queries have no ${name}.`);
  return found;
}
