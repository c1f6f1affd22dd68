/** One operation of the comparison, the same document for every server whose schema is the subset of ours. */
export interface Query {
  readonly name: string;
  readonly asks: string;
  readonly document: string;
  /** Variables of the operation whose records begin at number `from`. */
  variables(from: number): object;
  /** How many records one operation takes up, so that the next has others. */
  readonly stride: number;
  /** The least that any server can ask of the upstream, by the contract's arithmetic. */
  readonly least: { readonly calls: number; readonly credits: number };
}

const person = `id fullName headline currentTitle currentLocation skills currentCompany { id name industries workforce { headcount } }`;
const connections = `connections { connectorName connectorCurrentTitle connectorCurrentCompanyName connectionStrength sources { origin } }`;
const titled = (from: number) => ({ term: { 'profile_info.current_title': `from-${from}` } });

/** Records of neighbouring operations never meet at one company. */
const coworkers = 5;

export const queries: readonly Query[] = [
  {
    name: 'Q1',
    asks: 'one person by slug, with the company',
    document: `query Q1($by: ProfileBy!) { profile(by: $by) { __typename ... on Profile { ${person} } } }`,
    variables: (from) => ({ by: { xnetName: `person-${from}` } }),
    stride: coworkers,
    least: { calls: 2, credits: 2 },
  },
  {
    name: 'Q2',
    asks: 'a search of 20, with company, connections and connectors',
    document: `query Q2($dsl: JSON, $first: Int) { searchProfiles(dsl: $dsl, first: $first) { totalCount nodes { ${person} ${connections} } } }`,
    variables: (from) => ({ dsl: titled(from), first: 20 }),
    stride: 20,
    least: { calls: 4, credits: 24 },
  },
  {
    name: 'Q3',
    asks: '1,000 people with their companies',
    document: `query Q3($dsl: JSON, $first: Int) { searchProfiles(dsl: $dsl, first: $first) { totalCount nodes { ${person} } } }`,
    variables: (from) => ({ dsl: titled(from), first: 1000 }),
    stride: 1000,
    least: { calls: 3, credits: 1200 },
  },
  {
    name: 'Q4',
    asks: 'who can introduce me, from free payloads alone',
    document: `query Q4($dsl: JSON, $first: Int) { relationships(dsl: $dsl, first: $first) { totalCount nodes { profile { id fullName currentTitle } ${connections} } } }`,
    variables: (from) => ({ dsl: titled(from), first: 20 }),
    stride: 20,
    least: { calls: 1, credits: 0 },
  },
];
