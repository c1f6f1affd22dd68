import type { CompanyLocationWhere, CompanyWhere } from '../sdk/generated/schema-types.ts';
import { countriesOf } from './continents.ts';
import { alternativesIn, beginning, isUnwanted, rangeOf } from './people-filters.ts';
import { classNamesOf } from './size-classes.ts';

/** Names of the filters of searches for companies, as parameters of the address: `?industry=software&size=201..`. */
export const companyFilterNames = ['industry', 'kind', 'place', 'seat', 'technology', 'size', 'founded'] as const;

export type CompanyFilterName = (typeof companyFilterNames)[number];
export type CompanyFilters = Readonly<Partial<Record<CompanyFilterName, string>>>;

export const companyFiltersIn = (query: Readonly<Partial<Record<string, string>>>): CompanyFilters =>
  Object.fromEntries(companyFilterNames.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));

/** The country is first: by its first field, a search says which condition emptied it, and `name` is a company's. */
const isAt = (text: string): CompanyLocationWhere => {
  const countries = countriesOf(text);
  return countries
    ? { country: { in: countries } }
    : { or: [{ country: { eqIgnoreCase: text } }, { name: { phrase: text } }] };
};

const ownership: Readonly<Partial<Record<string, CompanyWhere>>> = {
  isListed: { businessData: { ownershipStatus: { eqIgnoreCase: 'public' } } },
  isPrivate: { businessData: { ownershipStatus: { eqIgnoreCase: 'private' } } },
  isVentureBacked: { businessData: { ownershipStatusDetailed: { eqIgnoreCase: 'venture_backed' } } },
};

/** A fact, such as `isStartup`, `b2c`, `series_a`, `exchange:Euronext`, `funding:5000000..` or `patents:100..`. */
const factCondition = (fact: string): CompanyWhere => {
  const [name = '', value = ''] = fact.split(':');
  if (name === 'exchange') return { businessData: { stockExchange: { eqIgnoreCase: value } } };
  if (name === 'funding') return { funding: { totalFundingAmountUsd: rangeOf(value) } };
  if (name === 'patents') return { businessData: { patentCount: rangeOf(value) } };
  if (/^b2[bcg]$/.test(name)) return { businessData: { customerTypes: { eqIgnoreCase: name } } };
  if (/^(?:series_[a-e]|(?:pre_)?seed)$/.test(name))
    return { funding: { lastRound: { lastRoundType: { eqIgnoreCase: name } } } };
  if (/^is(?:Startup|NonProfit|Government|Acquired|Exited|ShutDown|Stealth)$/.test(name))
    return { businessData: { [name]: { eq: true } } };
  return ownership[name] ?? {};
};

const conditions: Readonly<Record<CompanyFilterName, (text: string) => CompanyWhere>> = {
  industry: (text) => ({ industries: beginning(text) }),
  /** All facts separated by `+` are required. */
  kind: (text) => ({ and: text.split(' + ').map(factCondition) }),
  /** All parts separated by commas are required. */
  place: (text) => ({ and: text.split(/\s*,\s*/).map((part) => ({ locations: { some: isAt(part) } })) }),
  seat: (text) => ({
    and: text
      .split(/\s*,\s*/)
      .map((part) => ({ locations: { some: { and: [isAt(part), { isPrimary: { eq: true } }] } } })),
  }),
  /** All technologies separated by `+` are required. */
  technology: (text) => ({
    and: text.split(' + ').map((one) => ({ techStack: { products: beginning(one) } })),
  }),
  /** By the class of sizes where the head count is not known, if the size is that of classes. */
  size: (text) => {
    const range = rangeOf(text);
    const names = classNamesOf(range);
    const ofClass = { headcount: { isNull: true }, sizeClass: { in: names } };
    return { workforce: names.length > 0 ? { or: [{ headcount: range }, ofClass] } : { headcount: range } };
  },
  founded: (text) => {
    const { gte, lte } = rangeOf(text);
    return {
      founded: {
        ...(gte !== undefined && { gte: `${gte}-01-01T00:00:00Z` }),
        ...(lte !== undefined && { lt: `${lte + 1}-01-01T00:00:00Z` }),
      },
    };
  },
};

/** Combines filters to a condition; undefined without any. */
export const companyWhereOf = (filters: CompanyFilters): CompanyWhere | undefined => {
  const all = companyFilterNames.flatMap((name) => {
    const text = filters[name];
    if (text === undefined) return [];
    const all = alternativesIn(text);
    const wanted = all.filter((one) => !isUnwanted(one)).map(conditions[name]);
    const unwanted = all.filter(isUnwanted).map((one) => ({ not: conditions[name](one.slice(1)) }));
    return [...(wanted.length > 0 ? [{ or: wanted }] : []), ...unwanted];
  });
  return all.length === 0 ? undefined : { and: all };
};
