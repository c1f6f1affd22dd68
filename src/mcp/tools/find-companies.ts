import Type from 'typebox';
import { type CompanyWhere, FindCompanies } from '../generated/documents.ts';
import { inputs, page, text } from '../inputs.ts';
import { pageOf } from '../page-of.ts';
import { graphTool } from '../tool.ts';

const input = inputs({
  name: text(),
  industry: text(),
  country: text(),
  names: Type.Optional(Type.Boolean({ description: 'load names' })),
  ...page,
});

export const findCompanies = graphTool({
  name: 'find_companies',
  description: 'Find companies on record. Ids are free.',
  input,
  price: '0; with names 1 a company',
  maxTokens: 1500,
  freeAlternative: 'Search without names, which is free.',
  ask: ({ name, industry, country, names = false, first = 10, after }, run) => {
    const all: CompanyWhere[] = [];
    if (name !== undefined) all.push({ name: { matches: name } });
    if (industry !== undefined) all.push({ industries: { eqIgnoreCase: industry } });
    if (country !== undefined) all.push({ locations: { some: { country: { eqIgnoreCase: country } } } });
    return run({
      document: FindCompanies,
      variables: { where: all.length === 0 ? undefined : { and: all }, names, first, after },
      shape: ({ searchCompanies }) => pageOf('companies', searchCompanies, (node) => node),
    });
  },
});
