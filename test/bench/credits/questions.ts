/** Asks one GraphQL request of a layer; resolves with its data. */
export type Ask = (query: string, variables?: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** What the questions are asked about. */
export interface Subjects {
  readonly slugs: readonly string[];
  /** Its people, and who knows them, are asked for. */
  readonly companyId: string;
  readonly childTeams: readonly string[];
}

export interface Question {
  readonly name: string;
  /** Whose key asks. */
  readonly as: 'team' | 'partner';
  /** Of Kith as it is after it was asked the same: within its cache's seconds, or a week later, if it keeps records. */
  readonly repeated?: 'at once' | 'a week later';
  ask(ask: Ask, subjects: Subjects): Promise<unknown>;
}

const enrich = `query ($by: [ProfileBy!]!) {
  profiles(by: $by) { ... on Profile { fullName headline currentCompany { name } } }
}`;

const introduce = `query ($dsl: JSON) {
  relationships(dsl: $dsl, first: 100) {
    nodes { profile { fullName currentTitle } connections { connectorName connector { profile { fullName currentTitle } } } }
  }
}`;

const pageWith = (company: string) =>
  `{ searchProfiles(first: 100) { nodes { fullName headline currentCompany { ${company} } } } }`;

const side = 'relationships(first: 20) { nodes { profile { fullName headline } connections { connectorName } } }';

const entities = (fields: string) =>
  `query ($representations: [_Any!]!) { _entities(representations: $representations) { ${fields} } }`;

const enrich100: Question['ask'] = (ask, { slugs }) =>
  ask(enrich, { by: slugs.slice(0, 100).map((xnetSlug) => ({ xnetSlug })) });

export const questions: readonly Question[] = [
  { name: 'enrich 100 slugs, with the employer’s name', as: 'team', ask: enrich100 },
  {
    name: 'the same 100 people, next week (`KITH_KEEP_DAYS=30`)',
    as: 'team',
    repeated: 'a week later',
    ask: enrich100,
  },
  {
    name: 'who can introduce me to people at X',
    as: 'team',
    ask: (ask, { companyId }) => ask(introduce, { dsl: { term: { 'profile_info.current_company_id': companyId } } }),
  },
  { name: 'a search page of 100 with companies’ names', as: 'team', ask: (ask) => ask(pageWith('name')) },
  {
    name: 'a search page of 100 with companies’ descriptions',
    as: 'team',
    ask: (ask) => ask(pageWith('name description')),
  },
  {
    name: 'the same page again, within a minute',
    as: 'team',
    repeated: 'at once',
    ask: (ask) => ask(pageWith('name description')),
  },
  {
    name: '3 child teams side by side',
    as: 'partner',
    ask: (ask, { childTeams }) =>
      ask(`{ ${childTeams.map((id, at) => `team${at}: childTeam(id: "${id}") { ${side} }`).join(' ')} }`),
  },
  {
    name: 'a federated 3-level query (a gateway’s three requests)',
    as: 'team',
    async ask(ask) {
      const found = await ask('{ searchProfiles(first: 100) { nodes { id } } }');
      const people = await ask(entities('... on Profile { fullName currentCompany { id } }'), {
        representations: idsIn(found).map((id) => ({ __typename: 'Profile', id })),
      });
      const companies = await ask(entities('... on Company { name people(first: 3) { nodes { id fullName } } }'), {
        representations: idsIn(people).map((id) => ({ __typename: 'Company', id })),
      });
      const colleagues = await ask(entities('... on Profile { headline }'), {
        representations: idsIn(companies).map((id) => ({ __typename: 'Profile', id })),
      });
      return [found, people, companies, colleagues];
    },
  },
];

/** Every `id` in an answer, once, in order: what a gateway makes representations of. */
function idsIn(value: unknown): string[] {
  const ids = new Set<string>();
  JSON.stringify(value, (key, member: unknown) => {
    if (key === 'id' && typeof member === 'string') ids.add(member);
    return member;
  });
  return [...ids];
}
