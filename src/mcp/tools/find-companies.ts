import { folded, knownAs, type OtherNames } from '../arguments.ts';
import { companyWhere } from '../conditions.ts';
import { FindCompanies } from '../generated/documents.ts';
import { flag, inputs, page, pageNames, text, textNames, whole } from '../inputs.ts';
import { pageOf } from '../page-of.ts';
import { rangeOf } from '../ranges.ts';
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

const otherNames: OtherNames = {
  ...pageNames,
  ...textNames,
  description: 'text',
  names: 'name',
  company: 'name',
  organization: 'name',
  organisation: 'name',
  org: 'name',
  firm: 'name',
  account: 'name',
  companyname: 'name',
  companies: 'name',
  website: 'name',
  domain: 'name',
  slug: 'name',
  id: 'name',
  industries: 'industry',
  sector: 'industry',
  vertical: 'industry',
  market: 'industry',
  sectors: 'industry',
  category: 'industry',
  location: 'place',
  geo: 'place',
  geography: 'place',
  based: 'place',
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
  maxemployees: 'max_headcount',
  maxsize: 'max_headcount',
  headcountmax: 'max_headcount',
  employeesmax: 'max_headcount',
  maxpeople: 'max_headcount',
  foundedsince: 'founded_after',
  minfounded: 'founded_after',
  foundedfrom: 'founded_after',
  foundedmin: 'founded_after',
  foundedyearmin: 'founded_after',
  foundedyearfrom: 'founded_after',
  minfoundedyear: 'founded_after',
  foundeduntil: 'founded_before',
  maxfounded: 'founded_before',
  foundedto: 'founded_before',
  foundedmax: 'founded_before',
  foundedyearmax: 'founded_before',
  foundedyearto: 'founded_before',
  maxfoundedyear: 'founded_before',
  type: 'text',
  kind: 'text',
  load: 'details',
  withdetails: 'details',
  full: 'details',
};

/** Names under which models give a size or a time as words or a range, by the beginning of the bounds' names. */
const ranges: Readonly<Record<string, 'headcount' | 'founded'>> = {
  ...{ headcount: 'headcount', employees: 'headcount', employee: 'headcount', size: 'headcount', staff: 'headcount' },
  ...{ employeecount: 'headcount', employeerange: 'headcount', headcountrange: 'headcount', companysize: 'headcount' },
  ...{ numemployees: 'headcount', numberofemployees: 'headcount', teamsize: 'headcount', sizerange: 'headcount' },
  ...{ sizeclass: 'headcount', sizebracket: 'headcount', sizeband: 'headcount', bracket: 'headcount' },
  ...{ founded: 'founded', foundedyear: 'founded', yearfounded: 'founded', foundingyear: 'founded' },
};

const headcountOf = (bound: string) => (bound.endsWith('_headcount') ? 'headcount' : undefined);

/** Reads sizes and times in words: `employees: "50-200"` as both bounds. */
const gathered = (args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(args).flatMap(([name, value]): (readonly [string, unknown])[] => {
      if (/tech|stack/i.test(name) && Array.isArray(value)) return [[name, value.join(', ')]];
      const key = folded(name);
      const bound = otherNames[key] ?? (name in input.properties ? name : undefined);
      const of = ranges[key] ?? (bound === undefined ? knownAs(name, (one) => ranges[one]) : headcountOf(bound));
      const range = of && (!bound?.includes('_') || typeof value === 'string') ? rangeOf(value) : undefined;
      if (of === undefined || range === undefined) return [[name, value]];
      const { min, max } = range;
      if (of === 'founded')
        return [
          ['founded_after', `${min ?? 0}`.padStart(4, '0')],
          ['founded_before', `${(max ?? min ?? 9998) + 1}`],
        ];
      const isMax = bound === 'max_headcount' && max === undefined;
      return [
        ...(min === undefined || isMax ? [] : [['min_headcount', min] as const]),
        ...(max === undefined && !isMax ? [] : [['max_headcount', max ?? min] as const]),
      ];
    }),
  );

/** Maximum results of a page. */
const maxFirst = 50;

export const findCompanies = graphTool({
  name: 'find_companies',
  title: 'Find companies',
  description: 'Find companies by words. Ids are free, and names of those where the team knows somebody.',
  input,
  price: '0; with details 1 a company',
  freeAlternative: 'Search without details, which is free.',
  otherNames,
  gathered,
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
