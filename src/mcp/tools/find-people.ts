import Type from 'typebox';
import type { ProfileWhere } from '../../sdk/generated/schema-types.ts';
import { FindKnownPeople, FindPeople } from '../generated/documents.ts';
import { inputs, page, text } from '../inputs.ts';
import { pageOf } from '../page-of.ts';
import { graphTool } from '../tool.ts';

const input = inputs({
  text: text('in name, title, employer or headline'),
  name: text(),
  title: text(),
  company: text(),
  country: text(),
  everybody: Type.Optional(Type.Boolean({ description: 'all records, not only the network' })),
  names: Type.Optional(Type.Boolean({ description: 'with everybody: load names' })),
  ...page,
});

export const findPeople = graphTool({
  name: 'find_people',
  description: 'Find people the team knows, and who knows them. everybody: search all records.',
  input,
  price: '0; with names 1 a person',
  maxTokens: 2500,
  freeAlternative: 'Search without everybody, or without names: both are free.',
  ask: ({ everybody = false, names = false, first = 10, after, ...filters }, run) => {
    const variables = { where: whereOf(filters), first, after };
    if (everybody)
      return run({
        document: FindPeople,
        variables: { ...variables, names },
        shape: ({ searchProfiles }) => pageOf('people', searchProfiles, (node) => node),
      });
    return run({
      document: FindKnownPeople,
      variables,
      shape: ({ relationships }) =>
        pageOf('people', relationships, ({ profile, connections }) => ({
          ...profile,
          knownBy: connections?.slice(0, 3).map((connection) => connection?.connectorName),
        })),
    });
  },
});

interface Filters {
  readonly text?: string;
  readonly name?: string;
  readonly title?: string;
  readonly company?: string;
  readonly country?: string;
}

const whereOf = ({ text: anywhere, name, title, company, country }: Filters): ProfileWhere | undefined => {
  const all: ProfileWhere[] = [];
  if (anywhere !== undefined) {
    const matches = { matches: anywhere };
    all.push({
      or: [{ fullName: matches }, { currentTitle: matches }, { currentCompanyName: matches }, { headline: matches }],
    });
  }
  if (name !== undefined) all.push({ fullName: { matches: name } });
  if (title !== undefined) all.push({ currentTitle: { matches: title } });
  if (company !== undefined) all.push({ currentCompanyName: { matches: company } });
  if (country !== undefined) all.push({ locationCountry: { eqIgnoreCase: country } });
  return all.length === 0 ? undefined : { and: all };
};
