import type { ProfileWhere } from '../generated/documents.ts';

/** The filters of lists of people, as the address has them: `?title=engineer&company=Kestrel`. */
export const filterNames = ['name', 'title', 'company', 'past', 'place', 'skill', 'hiring', 'open'] as const;

export type FilterName = (typeof filterNames)[number];
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

/** Filters without a text of their own. */
export const isFlag = (name: FilterName): boolean => name === 'hiring' || name === 'open';

export const filtersIn = (query: Readonly<Partial<Record<string, string>>>): Filters =>
  Object.fromEntries(filterNames.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));

/** What each filter asks of a person. */
const conditions: Readonly<Record<FilterName, (text: string) => ProfileWhere>> = {
  name: (text) => ({ fullName: { matches: text } }),
  title: (text) => ({ currentTitle: { matches: text } }),
  company: (text) => ({ currentCompanyName: { phrase: text } }),
  past: (text) => ({ experience: { some: { isCurrent: { eq: false }, company: { name: { phrase: text } } } } }),
  place: (text) => ({ currentLocation: { matches: text } }),
  skill: (text) => ({ skills: { eqIgnoreCase: text } }),
  hiring: () => ({ hiring: { eq: true } }),
  open: () => ({ openToWork: { eq: true } }),
};

export const whereOf = (filters: Filters): ProfileWhere | null => {
  const all = filterNames.flatMap((name) => {
    const text = filters[name];
    return text === undefined ? [] : [conditions[name](text)];
  });
  if (all.length === 0) return null;
  return Object.assign({}, ...all);
};

/** The address of a list with these filters: the same for the same ones. */
export const addressOf = (path: string, filters: Filters, others: Readonly<Record<string, string>> = {}): string => {
  const inOrder = filtersIn(filters);
  const query = new URLSearchParams({ ...inOrder, ...others }).toString();
  return query === '' ? path : `${path}?${query}`;
};
