/**
 * What people type first who have seen no page and no schema, written before there were any hints. Each is wrong; the answer
 * has to name what is right.
 */
export interface Try {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** What the answer must say: each of these texts stands in one message or warning. */
  readonly leadsTo: readonly string[];
}

const someone = '9e396919-bd21-5a3e-8b17-b812c61e055e';

export const tries: readonly Try[] = [
  { query: '{ people(first: 5) { nodes { fullName } } }', leadsTo: ['searchProfiles(where: '] },
  { query: '{ persons { id } }', leadsTo: ['searchProfiles(where: '] },
  { query: '{ users(limit: 10) { id name } }', leadsTo: ['searchProfiles(where: '] },
  { query: '{ contacts { id } }', leadsTo: ['relationships'] },
  { query: '{ searchPeople(query: "engineer") { id } }', leadsTo: ['searchProfiles'] },
  {
    query: '{ search(query: "engineer in Norway") { id } }',
    leadsTo: ['searchProfiles(where: ', 'searchCompanies(where: '],
  },
  { query: `{ person(id: "${someone}") { name } }`, leadsTo: ['profile(by: {id: '] },
  { query: `{ user(id: "${someone}") { name } }`, leadsTo: ['profile(by: {id: '] },
  { query: '{ me { name } }', leadsTo: ['viewer'] },
  { query: '{ currentUser { id } }', leadsTo: ['viewer'] },
  { query: '{ team { id name } }', leadsTo: ['viewer'] },
  { query: `{ profile(id: "${someone}") { __typename } }`, leadsTo: ['by: {id: '] },
  { query: '{ profile(slug: "ada-moreau") { __typename } }', leadsTo: ['by: {xnetSlug: '] },
  { query: '{ profile(by: {slug: "ada-moreau"}) { __typename } }', leadsTo: ['xnetSlug'] },
  { query: '{ profile(by: {url: "https://xnet.example/in/ada-moreau"}) { __typename } }', leadsTo: ['xnetUrl'] },
  { query: '{ profile(by: {email: "ada@example.com"}) { __typename } }', leadsTo: ['searchProfiles(where: {emails: '] },
  { query: '{ profile(by: {xnetSlug: "ada-moreau"}) { fullName } }', leadsTo: ['... on Profile {'] },
  { query: '{ profiles(first: 5) { __typename } }', leadsTo: ['searchProfiles(where: '] },
  {
    query: '{ company(by: {website: "kestrel-robotics.example"}) { __typename } }',
    leadsTo: ['searchCompanies(where: {websites: '],
  },
  {
    query: '{ company(domain: "kestrel-robotics.example") { __typename } }',
    leadsTo: ['searchCompanies(where: {websites: '],
  },
  { query: '{ company(name: "Kestrel Robotics") { __typename } }', leadsTo: ['searchCompanies(where: {name: '] },
  { query: '{ companies(first: 5) { __typename } }', leadsTo: ['searchCompanies(where: '] },
  { query: '{ searchCompanies { nodes { id employees { id } } } }', leadsTo: ['people'] },
  { query: '{ searchCompanies { nodes { id size } } }', leadsTo: ['workforce'] },
  { query: '{ searchCompanies { nodes { id domain } } }', leadsTo: ['websites'] },
  { query: '{ searchProfiles(limit: 5) { nodes { id } } }', leadsTo: ['first: '] },
  { query: '{ searchProfiles(first: 5, offset: 5) { nodes { id } } }', leadsTo: ['after: ', 'endCursor'] },
  { query: '{ searchProfiles(query: "engineer") { nodes { id } } }', leadsTo: ['where: {'] },
  { query: '{ searchProfiles(filter: {fullName: "Ada"}) { nodes { id } } }', leadsTo: ['where: {'] },
  { query: '{ searchProfiles { id fullName } }', leadsTo: ['nodes {'] },
  { query: '{ searchProfiles { results { id } } }', leadsTo: ['nodes {'] },
  { query: '{ searchProfiles { nodes { name title } } }', leadsTo: ['fullName', 'currentTitle'] },
  {
    query: '{ searchProfiles { nodes { id email location company { name } } } }',
    leadsTo: ['workEmail', 'currentLocation', 'currentCompany'],
  },
  { query: '{ searchProfiles(where: {country: "Norway"}) { totalCount } }', leadsTo: ['locationCountry: {eq: '] },
  { query: '{ searchProfiles(where: {locationCountry: "Norway"}) { totalCount } }', leadsTo: ['{eq: "Norway"}'] },
  { query: '{ searchProfiles(where: {locationCountry: {eq: "norway"}}) { totalCount } }', leadsTo: ['eqIgnoreCase'] },
  { query: '{ searchProfiles(where: {currentTitle: {contains: "engineer"}}) { totalCount } }', leadsTo: ['matches'] },
  { query: '{ searchProfiles(where: {skills: {contains: "Rust"}}) { totalCount } }', leadsTo: ['eq', 'eqIgnoreCase'] },
  {
    query: 'query ($where: ProfileWhere) { searchProfiles(where: $where) { totalCount } }',
    variables: { where: { name: { eq: 'Ada' } } },
    leadsTo: ['fullName'],
  },
  { query: '{ introductions(to: "ada-moreau") { nodes { why } } }', leadsTo: ['introPaths(to: {profile: {xnetSlug: '] },
];

/** What a second newcomer typed, who had seen other services of this kind. */
export const furtherTries: readonly Try[] = [
  { query: '{ profile(linkedinUrl: "https://www.xnet.example/in/ada-moreau") { __typename } }', leadsTo: ['xnetUrl'] },
  { query: '{ profile(publicIdentifier: "ada-moreau") { __typename } }', leadsTo: ['by: {xnetSlug: '] },
  {
    query: '{ profile(by: {linkedin_url: "https://www.xnet.example/in/ada-moreau"}) { __typename } }',
    leadsTo: ['xnetUrl'],
  },
  { query: '{ profile(by: {handle: "ada-moreau"}) { __typename } }', leadsTo: ['xnetSlug'] },
  {
    query: '{ profiles(linkedinUrls: ["https://www.xnet.example/in/ada-moreau"]) { __typename } }',
    leadsTo: ['by: [{xnetUrl: '],
  },
  { query: '{ profiles(slugs: ["ada-moreau"]) { __typename } }', leadsTo: ['by: [{'] },
  { query: '{ profiles(emails: ["ada@example.com"]) { __typename } }', leadsTo: ['emails: {in: ['] },
  { query: '{ companies(domains: ["millworks.example"]) { __typename } }', leadsTo: ['websites: {in: ['] },
  { query: '{ whoKnows(slug: "ada-moreau") { name } }', leadsTo: ['introPaths(to: '] },
  { query: '{ warmIntroductions { name } }', leadsTo: ['introPaths(to: '] },
  { query: '{ enrichProfile(slug: "ada-moreau") { id } }', leadsTo: ['profile(by: {'] },
  { query: '{ lookupPerson(slug: "ada-moreau") { id } }', leadsTo: ['profile(by: {'] },
  {
    query: '{ findEmail(name: "Ada Moreau") { email } }',
    leadsTo: ['searchProfiles(where: {fullName: {matches: "Ada Moreau"}}, first: 10) { nodes { workEmail } }'],
  },
  { query: '{ enrichCompany(slug: "millworks") { id } }', leadsTo: ['company(by: {'] },
  { query: '{ companyByDomain(domain: "millworks.example") { id } }', leadsTo: ['searchCompanies(where: {websites: '] },
  { query: '{ profilesAggregate { count } }', leadsTo: ['totalCount'] },
  { query: '{ teams { id } }', leadsTo: ['viewer', 'childTeams'] },
  { query: '{ apiKeys { id } }', leadsTo: ['kith key'] },
  { query: '{ quota { left } }', leadsTo: ['credits { usage'] },
  { query: '{ lists { id } }', leadsTo: ['targetLists'] },
  { query: '{ credits { remaining } }', leadsTo: ['allowanceUsedUp'] },
  { query: '{ searchProfiles(where: {fullName: {_ilike: "ada"}}) { totalCount } }', leadsTo: ['matches: '] },
  {
    query: '{ searchCompanies(where: {workforce: {headcount: {between: [50, 200]}}}) { totalCount } }',
    leadsTo: ['gte: 50, lte: 200'],
  },
  {
    query: '{ searchCompanies(where: {workforce: {headcount: {_gt: 50, min: 50}}}) { totalCount } }',
    leadsTo: ['gte: 50'],
  },
  {
    query: '{ searchProfiles(country: "Chile") { totalCount } }',
    leadsTo: ['where: {locationCountry: {eq: "Chile"}}'],
  },
  {
    query: '{ searchProfiles(title: "welder") { totalCount } }',
    leadsTo: ['where: {currentTitle: {matches: "welder"}}'],
  },
  { query: 'mutation { createTeam(name: "Acme") { team { id } } }', leadsTo: ['createTeam(input: {name: "Acme"})'] },
  {
    query: '{ searchProfiles { nodes { phone industry seniority department } } }',
    leadsTo: ['workEmail', 'currentCompanyIndustries', 'currentSeniorities', 'currentFunction'],
  },
  { query: '{ searchProfiles { nodes { linkedinUrl } } }', leadsTo: ['xnetUrl'] },
];
