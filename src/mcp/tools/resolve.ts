import { inputs, list, whole } from '../inputs.ts';
import { named, otherNames } from '../meanings.ts';
import { kindIn, listed, memberOf } from '../names.ts';
import { Refused } from '../refused.ts';
import { type Resolved, resolveCompanies, resolveNames } from '../resolver.ts';
import { graphTool } from '../tool.ts';

const input = inputs({
  people: list('each such as “Ada Lovelace, Acme”, or an e-mail, URL, slug or id'),
  companies: list('names, websites or ids'),
  after: whole('from next'),
});

/** Facts of one person or company that are given apart, as one row. */
const gathered = (args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const rest: Record<string, unknown> = {};
  const facts: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const isFact = memberOf(name) !== undefined && memberOf(name) !== 'text' && name !== 'person';
    if (!isFact || /s$|^people|^companies/i.test(name) || Array.isArray(value)) rest[name] = value;
    // Several in one text.
    else if (listed([value]).length > 1)
      rest[['company', 'website'].includes(memberOf(name) ?? '') ? 'companies' : 'people'] = value;
    else facts[name] = value;
  }
  const members = Object.keys(facts).map(memberOf);
  if (members.length === 0) return rest;
  const isFirm = members.every((member) => member === 'company' || member === 'website');
  return isFirm ? { ...rest, companies: [facts] } : { ...rest, people: [facts] };
};

/** Most rows of a call. */
const maxRows = 200;

export const resolve = graphTool({
  name: 'resolve',
  title: 'Resolve names',
  description:
    'Find the ids of up to 200 people or companies by name, employer, e-mail, URL, website or slug, and who knows them. Rows are answered by index.',
  input,
  price: '0',
  subject: 'people',
  freeAlternative: 'Resolving is free.',
  gathered,
  names: {
    ...named({ text: 'people', person: 'people', name: 'people', email: 'people', url: 'people', slug: 'people' }),
    ...named({ id: 'people', company: 'companies', companyId: 'companies', website: 'companies', cursor: 'after' }),
    ...otherNames({ people: 'row csv table data list entity item record identifier', companies: 'companyurl' }),
  },
  ask: async ({ people = [], companies = [], after = 0 }, graph) => {
    const all = listed(people);
    const persons = all.filter((one) => kindIn(one) !== 'company');
    const firms = [...all.filter((one) => kindIn(one) === 'company'), ...listed(companies)];
    const count = persons.length + firms.length;
    if (count === 0 || count > maxRows)
      throw new Refused(
        `people and companies must name 1 to ${maxRows} rows, but name ${count}.`,
        'Call resolve again.',
      );
    const [found, companiesFound] = await Promise.all([
      resolveNames(graph, persons, { from: after }),
      resolveCompanies(graph, firms, { from: Math.max(0, after - persons.length) }),
    ]);
    const resolved = [...found.map(({ one }) => one), ...companiesFound];
    const end = resolved.findIndex((one, at) => at >= after && isLeft(one));
    const rows = [
      ...found.map(({ one, isCompany }, at) => ({ ...rowOf(one, at, 'person'), ...(isCompany && { is: 'company' }) })),
      ...companiesFound.map((one, at) => rowOf(one, at, 'company')),
    ].slice(after, end < 0 ? undefined : end);
    return {
      // Later answers do not look up the rows before them again.
      fields: { ...(after === 0 && countsOf(resolved)), rows },
      lists: ['rows'],
      next: (kept) => (after + kept < resolved.length ? { after: after + kept } : undefined),
    };
  },
});

const isLeft = (one: Resolved): boolean => one.kind === 'none' && one.isLeft === true;

const rowOf = (one: Resolved, row: number, of: 'person' | 'company') => {
  const at = of === 'person' ? { row } : { row, of };
  if (one.kind === 'none')
    return one.cause === undefined
      ? { ...at, state: 'UNKNOWN', reason: one.reason }
      : { ...at, state: 'NOT_CHECKED', cause: one.cause, reason: one.reason };
  if (one.kind === 'several') return { ...at, state: 'AMBIGUOUS', reason: one.reason, candidates: one.candidates };
  return {
    ...at,
    state: one.isKnown ? 'KNOWN' : 'ON_RECORD',
    ...one.facts,
    ...(!one.isCertain && { confidence: 'LIKELY', reason: one.reason }),
    ...(one.sameAs !== undefined && { same_as: one.sameAs }),
  };
};

const countsOf = (all: readonly Resolved[]) => {
  const left = all.filter(isLeft).length;
  return {
    found: all.filter(({ kind }) => kind === 'found').length,
    ambiguous: all.filter(({ kind }) => kind === 'several').length,
    unknown: all.filter((one) => one.kind === 'none' && one.cause === undefined).length - left,
    not_checked: all.filter((one) => one.kind === 'none' && one.cause !== undefined).length,
    ...(left > 0 && { not_looked_up_yet: left }),
  };
};
