import { companyWhere } from '../conditions.ts';
import { FindCompanies } from '../generated/documents.ts';
import { flag, inputs, page, pageNames, text, unlisted, whole } from '../inputs.ts';
import { companiesMeant, interpreted } from '../interpreted.ts';
import { companyFacts } from '../known.ts';
import { folded, type Names, named, otherNames } from '../meanings.ts';
import { nearestCompanies } from '../nearest.ts';
import { cursorOf, pageOf } from '../page-of.ts';
import { rangeOf } from '../ranges.ts';
import { graphTool, prepared } from '../tool.ts';

const input = inputs({
  text: text('words found anywhere'),
  name: text('or website'),
  industry: text(),
  place: text(),
  technology: text('built with'),
  kind: unlisted.text(),
  funding_stage: unlisted.text(),
  min_funding: unlisted.whole(),
  max_funding: unlisted.whole(),
  min_headcount: whole(),
  max_headcount: whole(),
  founded_after: text('a year or day'),
  founded_before: text(),
  details: flag('load names'),
  ...page,
});

const names: Names = {
  ...named({ text: 'text', name: 'name', company: 'name', companyId: 'name', website: 'name' }),
  ...named({ slug: 'name', id: 'name' }),
  ...named({ industry: 'industry', place: 'place', technology: 'technology', skill: 'technology', kind: 'kind' }),
  ...named({ details: 'details' }),
  ...pageNames,
  ...otherNames({ text: 'description', kind: 'ownership status', funding_stage: 'stage round', name: 'url' }),
};

/** What a bound is of, by words in its name. */
const bounded = [
  ['funding', /funding|raised/i],
  ['headcount', /employee|headcount|staff|size|people|(?:^|_)ftes?(?:_|$)/i],
  ['founded', /found|establish|incorporat|year/i],
] as const;

const isLeast = /min|from|least|more|above|over|greater|larger|gte?$|since|after|start/i;
const isMost = /max|most|less|fewer|below|under|smaller|lte?$|until|before|to$|end$/i;

/** Facts that are yes or no, by words in their names. */
const facts: readonly (readonly [RegExp, string])[] = [
  [/start_?up/i, 'startup'],
  [/non_?-?profit|charity/i, 'nonprofit'],
  [/government|public_?sector/i, 'government'],
  [/public|listed/i, 'public'],
  [/acquired/i, 'acquired'],
  [/shut_?down|closed/i, 'closed'],
  [/stealth/i, 'stealth'],
];

/** Reads sizes and times in words, such as `employees: "50-200"` as both bounds, and facts such as `is_startup: true`. */
const gathered = (args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(args).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      if (/tech|stack/i.test(name) && Array.isArray(value)) return [[name, value.join(', ')]];
      const [, fact] = facts.find(([pattern]) => pattern.test(name)) ?? [];
      if (fact !== undefined && /^(?:true|false|yes|no)$/i.test(String(value)))
        return [['kind', /^(?:true|yes)$/i.test(String(value)) ? fact : `not ${fact}`]];
      if (names[folded(name)] !== undefined) return [[name, value]];
      const [of] = bounded.find(([, pattern]) => pattern.test(name)) ?? [];
      return of === undefined ? [[name, value]] : boundsOf(of, name, value);
    }),
  );

function boundsOf(
  of: (typeof bounded)[number][0],
  name: string,
  value: unknown,
): readonly (readonly [string, unknown])[] {
  const isMin = isLeast.test(name);
  const isMax = isMost.test(name);
  // A day bounds the founding as it is.
  if (of === 'founded' && isMin !== isMax)
    return [isMin ? ['founded_after', value] : ['founded_before', after(name, value)]];
  const range = rangeOf(value);
  if (range === undefined) return [[of === 'funding' ? 'funding_stage' : name, value]];
  const { min, max } = isMax && range.max === undefined ? { max: range.min } : range;
  if (of === 'founded')
    return [
      ['founded_after', `${min ?? 0}`.padStart(4, '0')],
      ['founded_before', `${(max ?? (isExact(value) ? (min ?? 9998) : 9998)) + 1}`],
    ];
  return [
    ...(min === undefined ? [] : [[`min_${of}`, min] as const]),
    ...(max === undefined ? [] : [[`max_${of}`, max] as const]),
  ];
}

/** A year that is the last one, as the first one after it, unless the name says `before`. */
const after = (name: string, value: unknown): unknown =>
  /before|below|under|less/i.test(name) || !isExact(value) ? value : String((rangeOf(value)?.min ?? 0) + 1);

/** Whether a value is one year, and no beginning of a time. */
const isExact = (value: unknown): boolean => /^\D{0,3}\d{4}$/.test(String(value).trim()) && !/[>+]/.test(String(value));

/** Maximum results of a page. */
const maxFirst = 50;

export const findCompanies = graphTool({
  name: 'find_companies',
  title: 'Find companies',
  description: 'Find companies by words. Ids are free, and names of those where the team knows somebody.',
  input,
  price: '0; with details 1 a company',
  freeAlternative: 'Search without details, which is free.',
  conditions: ['text', 'name', 'industry', 'place', 'technology', 'kind', 'funding_stage'],
  names,
  gathered,
  ask: async ({ details = false, first: most = 30, after: page, text: free, ...words }, graph) => {
    const first = Math.min(Math.max(most, 1), maxFirst);
    const meant = free === undefined ? [] : companiesMeant(await interpreted(graph, free, 'companies'));
    const where = companyWhere(words, meant);
    const after = await cursorOf(page, first, async (before) => {
      const { searchCompanies } = await graph.find(FindCompanies, { where, first: before, details: false });
      return searchCompanies;
    });
    return prepared({
      document: FindCompanies,
      variables: { where, details, first, after },
      purpose: `load the companies found by ${[free, ...Object.values(words)].filter(Boolean).join(', ') || 'no condition'}`,
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
        const isMissed = searchCompanies?.totalCount === 0;
        const near = isMissed && words.name !== undefined ? await nearestCompanies(graph, words.name) : [];
        return {
          ...shaped,
          fields: {
            ...shaped.fields,
            ...(near.length > 0 && { similar_names: near }),
            ...(isPlaced && { note: 'A company with any office there is found.' }),
          },
        };
      },
    });
  },
});
