import type { Company } from '../../../src/contract/record/company.ts';
import type { Profile } from '../../../src/contract/record/profile.ts';
import type { Task } from '../../system/mcp/tasks/score.ts';
import { type Conditions, searches } from './searches.ts';

/** A call of a wrapper that has one tool for each operation of the REST interface. */
export interface RestCall {
  readonly operation: string;
  readonly arguments: object;
}

/** Calls that make a task’s answer; the second may use what the first has found. */
export type RestScript = readonly (RestCall | ((found: readonly string[]) => RestCall))[];

/** The records, which an agent that makes no mistake knows how to spell. */
export interface Records {
  readonly profiles: ReadonlyMap<string, Profile>;
  readonly companies: ReadonlyMap<string, Company>;
  /** How many people have a name. */
  readonly namesakes: (name: string) => number;
}

type Clause = object;

const all = (clauses: readonly Clause[]): Clause => {
  const [only, ...more] = clauses;
  return only && more.length === 0 ? only : { bool: { filter: clauses } };
};
const any = (clauses: readonly Clause[]): Clause => {
  const [only, ...more] = clauses;
  return only && more.length === 0 ? only : { bool: { should: clauses } };
};
const phrase = (field: string, value: string): Clause => ({ match_phrase: { [field]: value } });
const oneOf = (field: string, value: string | readonly string[]): Clause =>
  typeof value === 'string' ? { term: { [field]: value } } : { terms: { [field]: value } };

/** The clauses of conditions, one for each. */
function clausesOf(of: 'profile' | 'company', conditions: Conditions): readonly Clause[] {
  const { name, title, employer, website, pastEmployer, place, country, industry, seniority, skills = [] } = conditions;
  const { school, technology, headcount, founded, town, function: does } = conditions;
  const [info, isPerson] = [`${of}_info`, of === 'profile'];
  const offices = (clause: Clause): Clause => ({ nested: { path: `${info}.locations`, query: clause } });
  const experience = `${info}.experience`;
  return [
    name !== undefined && phrase(`${info}.${isPerson ? 'full_name' : 'name'}`, name),
    title !== undefined && phrase(`${info}.current_title`, title),
    employer !== undefined && phrase(`${info}.current_company_name`, employer),
    website !== undefined && oneOf(`${info}.${isPerson ? 'current_company_websites' : 'websites'}`, website),
    pastEmployer !== undefined && {
      nested: {
        path: experience,
        query: all([
          phrase(`${experience}.company.name`, pastEmployer),
          { term: { [`${experience}.is_current`]: false } },
        ]),
      },
    },
    place !== undefined &&
      (isPerson
        ? any([place].flat().map((one) => phrase(`${info}.current_location`, one)))
        : offices(any([place].flat().map((one) => phrase(`${info}.locations.name`, one))))),
    town !== undefined && oneOf(`${info}.location_locality`, town),
    country !== undefined &&
      (isPerson ? oneOf(`${info}.location_country`, country) : offices(oneOf(`${info}.locations.country`, country))),
    industry !== undefined && oneOf(`${info}.${isPerson ? 'current_company_industries' : 'industries'}`, industry),
    seniority !== undefined && oneOf(`${info}.current_seniorities`, seniority),
    does !== undefined && oneOf(`${info}.current_function`, does),
    ...skills.map((skill) => oneOf(`${info}.skills`, skill)),
    school !== undefined && {
      nested: { path: `${info}.education`, query: phrase(`${info}.education.school.name`, school) },
    },
    technology !== undefined && oneOf(`${info}.tech_stack.products`, technology),
    headcount && { range: { [`${info}.workforce.headcount`]: headcount } },
    founded && { range: { [`${info}.founded`]: founded } },
  ].filter((clause) => typeof clause === 'object');
}

const searchOf = (of: 'profile' | 'company', conditions: Conditions, limit?: number): RestCall => ({
  operation: of === 'profile' ? 'searchProfiles' : 'searchCompanies',
  arguments: {
    query: all(clausesOf(of, conditions)),
    ...(conditions.inNetwork && { in_network_only: true }),
    ...(limit !== undefined && { limit }),
  },
});

/**
 * The shortest script that makes a task’s answer: of an agent that knows every field, spells every name as on record and
 * makes no mistake. Undefined if the REST interface has nothing for the task, such as prices and changes.
 */
export function restScript({ task, call: { tool, arguments: args }, expected }: Task, records: Records) {
  const { ids = [], companyIds = [], ambiguous = [], notFound = [], nobody } = expected;
  const text = JSON.stringify(args).normalize();
  const person = (id: string) => personSearch(id, records);
  const company = (id: string): RestCall =>
    searchOf('company', { name: records.companies.get(id)?.company_info?.name ?? '' });
  /** Those whose id is given need no search. */
  const isGiven = (id: string): boolean => text.toLowerCase().includes(id);
  const unknown = (name: string): RestCall => searchOf(tool === 'resolve' ? 'profile' : 'company', { name });
  const [first = ''] = ids;
  const [firm = ''] = companyIds;

  if (tool.startsWith('find_')) {
    const conditions = searches[task];
    if (conditions === undefined) return undefined;
    const of = tool === 'find_people' ? 'profile' : 'company';
    const found = searchOf(of, conditions);
    if (/with names/.test(task)) return [found, fetchOf(of)];
    // Which condition leaves nobody is known from the count of each alone.
    const parts = Object.entries(conditions).map(([name, value]) => searchOf(of, { [name]: value }, 0));
    return nobody !== undefined && parts.length > 1 ? [found, ...parts] : [found];
  }
  if (tool === 'resolve')
    return [
      ...ids.filter((id) => !isGiven(id)).map(person),
      ...companyIds.filter((id) => !isGiven(id)).map(company),
      ...(ambiguous[0] === undefined ? [] : [namesakesOf(ambiguous[0], records)]),
      ...notFound.map(unknown),
      ...(nobody === undefined ? [] : [unknown('niran')]),
    ];
  if (tool === 'get_person') {
    if (nobody !== undefined) return [fetchOf('profile', Object.values(args).map(String))];
    return isGiven(first) ? [fetchOf('profile', [first])] : [person(first), fetchOf('profile')];
  }
  if (tool === 'get_company') return isGiven(firm) ? [fetchOf('company', [firm])] : [company(firm), fetchOf('company')];
  if (tool === 'who_can_introduce' || tool === 'plan_introductions') {
    const known = (query: Clause, limit: number): RestCall => ({
      operation: 'findRelationships',
      arguments: { query, limit },
    });
    const names = ids.map((id) =>
      phrase('profile_info.full_name', records.profiles.get(id)?.profile_info?.full_name ?? ''),
    );
    return [
      ...(ambiguous[0] === undefined ? [] : [namesakesOf(ambiguous[0], records)]),
      ...(names.length > 0 ? [known(any(names), 1000)] : []),
      // As many as an answer of Kith’s shows, or enough to choose from for a plan.
      ...companyIds.map((id) =>
        known(
          phrase('profile_info.current_company_name', records.companies.get(id)?.company_info?.name ?? ''),
          tool === 'who_can_introduce' ? 8 : 3,
        ),
      ),
      ...(nobody === undefined ? [] : [known(phrase('profile_info.full_name', 'Thaddeus Quackenbush'), 1000)]),
    ];
  }
  return tool === 'spending' ? [{ operation: 'creditUsage', arguments: {} }] : undefined;
}

/** Finds a person by name, with the employer if others have it. */
export function personSearch(id: string, { profiles, namesakes }: Records): RestCall {
  const { profile_info: info } = profiles.get(id) ?? {};
  const name = info?.full_name ?? '';
  const employer = namesakes(name) > 1 ? info?.current_company_name : undefined;
  return searchOf('profile', { name, ...(employer != null && { employer }) });
}

/** Everybody who has the name of one of several. */
const namesakesOf = (id: string, { profiles, companies }: Records): RestCall => {
  const name = profiles.get(id)?.profile_info?.full_name;
  if (name != null) return searchOf('profile', { name });
  return searchOf('company', { name: companies.get(id)?.company_info?.name?.split(' ')[0] ?? '' });
};

/** Fetches the records of these ids, or of those that were found before. */
const fetchOf = (of: 'profile' | 'company', given?: readonly string[]) => {
  const operation = of === 'profile' ? 'fetchProfiles' : 'fetchCompanies';
  if (given) return { operation, arguments: { ids: given } };
  return (found: readonly string[]): RestCall => ({ operation, arguments: { ids: found } });
};
