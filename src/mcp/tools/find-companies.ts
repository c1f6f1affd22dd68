import { companyWhere } from '../conditions.ts';
import { FindCompanies } from '../generated/documents.ts';
import { flag, inputs, page, pageNames, text, textNames, whole } from '../inputs.ts';
import { pageOf } from '../page-of.ts';
import { companyFacts } from '../resolver.ts';
import { graphTool, prepared } from '../tool.ts';

const input = inputs({
  text: text('words found anywhere'),
  name: text('or website'),
  industry: text(),
  place: text(),
  technology: text('built with'),
  min_headcount: whole(),
  max_headcount: whole(),
  founded_after: text('a year or day'),
  founded_before: text(),
  details: flag('load names'),
  ...page,
});

/** Maximum results of a page. */
const maxFirst = 50;

export const findCompanies = graphTool({
  name: 'find_companies',
  title: 'Find companies',
  description: 'Find companies by words. Ids are free, and names of those where the team knows somebody.',
  input,
  price: '0; with details 1 a company',
  freeAlternative: 'Search without details, which is free.',
  otherNames: {
    ...pageNames,
    ...textNames,
    description: 'text',
    names: 'name',
    company: 'name',
    companyname: 'name',
    companies: 'name',
    website: 'name',
    domain: 'name',
    slug: 'name',
    id: 'name',
    industries: 'industry',
    sector: 'industry',
    sectors: 'industry',
    category: 'industry',
    location: 'place',
    country: 'place',
    city: 'place',
    region: 'place',
    state: 'place',
    headquarters: 'place',
    hq: 'place',
    countries: 'place',
    locations: 'place',
    technologies: 'technology',
    techstack: 'technology',
    tech: 'technology',
    stack: 'technology',
    uses: 'technology',
    product: 'technology',
    products: 'technology',
    tools: 'technology',
    minemployees: 'min_headcount',
    minsize: 'min_headcount',
    headcountmin: 'min_headcount',
    employeesmin: 'min_headcount',
    minpeople: 'min_headcount',
    employees: 'min_headcount',
    headcount: 'min_headcount',
    maxemployees: 'max_headcount',
    maxsize: 'max_headcount',
    headcountmax: 'max_headcount',
    employeesmax: 'max_headcount',
    maxpeople: 'max_headcount',
    foundedsince: 'founded_after',
    minfounded: 'founded_after',
    foundedfrom: 'founded_after',
    foundedmin: 'founded_after',
    foundeduntil: 'founded_before',
    maxfounded: 'founded_before',
    foundedto: 'founded_before',
    foundedmax: 'founded_before',
    load: 'details',
    withdetails: 'details',
    full: 'details',
  },
  ask: ({ details = false, first = 30, after, ...words }, graph) =>
    prepared({
      document: FindCompanies,
      variables: { where: companyWhere(words), details, first: Math.min(Math.max(first, 1), maxFirst), after },
      purpose: `load the companies found by ${Object.values(words).join(', ') || 'no condition'}`,
      isFree: !details,
      shape: async ({ searchCompanies }) => {
        const facts = await companyFacts(
          graph,
          details ? [] : (searchCompanies?.edges.map(({ node }) => node.id) ?? []),
        );
        const shaped = pageOf('companies', searchCompanies, ({ id, name, industries, locations, workforce }) => ({
          id,
          name,
          industries,
          place: locations?.[0]?.name,
          headcount: workforce?.headcount,
          ...facts.get(id),
        }));
        const isPlaced = words.place !== undefined && (searchCompanies?.totalCount ?? 0) > 0;
        return {
          ...shaped,
          fields: { ...shaped.fields, ...(isPlaced && { note: 'A company with any office there is found.' }) },
        };
      },
    }),
});
