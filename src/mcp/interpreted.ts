import { companyFiltersIn, companyWhereOf } from '../questions/company-filters.ts';
import { filtersIn, whereOf } from '../questions/people-filters.ts';
import { companySearchIn } from '../reading/company-search.ts';
import { isFiller } from '../reading/fillers.ts';
import type { CompanyWhere, ProfileWhere } from '../sdk/generated/schema-types.ts';
import { argumentOfFilter, companyWhere } from './conditions.ts';
import { Interpret, type InterpretQuery } from './generated/documents.ts';
import type { Graph } from './graph.ts';

/** What words mean, as the graph interprets them. */
interface Interpreted {
  /** The meaning, or those that are possible. */
  readonly meanings: readonly Meaning[];
  /** The words that no meaning has. */
  readonly unread: readonly string[];
}

type Interpretation = NonNullable<InterpretQuery['interpret']>;

interface Meaning extends Pick<Interpretation, 'kind' | 'id'> {
  readonly filters: Readonly<Partial<Record<string, string>>>;
}

/** Interprets words as the page does, as a search for companies if these are asked for; free. */
export async function interpreted(graph: Graph, words: string, asked?: 'companies'): Promise<Interpreted> {
  const isSaid = asked === undefined || companySearchIn(words)?.isForCompanies;
  const text = isSaid ? words : `${asked}: ${words}`;
  const { interpret } = await graph.find(Interpret, { text });
  const all = interpret ? [interpret, ...interpret.choices] : [];
  const meanings = all
    .map(({ kind, id, filters }): Meaning => {
      const named = filters.map(({ name, value }) => [name, value] as const);
      return { kind, id, filters: Object.fromEntries(named) };
    })
    .filter(({ id, filters }) => id != null || Object.keys(filters).length > 0);
  const unread = meanings.length > 0 ? (interpret?.unread ?? '') : words;
  return {
    meanings,
    unread: unread.split(/[^\p{L}\p{M}\p{N}+#&.-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word) && !isFiller(word)),
  };
}

/** The conditions on people that words state. What no filter has is looked for anywhere. */
export const peopleMeant = ({ meanings, unread }: Interpreted): readonly ProfileWhere[] => [
  ...(meanings.length > 0 ? [{ or: meanings.map(personMeant) }] : []),
  ...unread.map((matches) => ({
    or: [
      { headline: { matches } },
      { fullName: { matches } },
      { currentTitle: { matches } },
      { currentCompanyName: { matches } },
      { skills: { prefixIgnoreCase: matches } },
    ],
  })),
];

function personMeant({ kind, id, filters }: Meaning): ProfileWhere {
  if (kind === 'PERSON' && id != null) return { id: { eq: id } };
  const { name, website, ...others } = filters;
  const where = whereOf(filtersIn(kind === 'COMPANIES' ? { ...others, company: name ?? website } : filters));
  return { and: [id == null ? [] : { currentCompanyId: { eq: id } }, where ?? []].flat() };
}

/** The conditions on companies that words state. What no filter has is looked for in their descriptions. */
export const companiesMeant = ({ meanings, unread }: Interpreted): readonly CompanyWhere[] => [
  ...(meanings.length > 0 ? [{ or: meanings.map(companyMeant) }] : []),
  ...unread.map((matches) => ({
    or: [{ summary: { matches } }, { description: { matches } }, { name: { matches } }],
  })),
];

function companyMeant({ kind, id, filters }: Meaning): CompanyWhere {
  if (kind === 'COMPANY' && id != null) return { id: { eq: id } };
  const { name, website, company, place, country, technology, skill, ...others } = filters;
  const named = company ?? (kind === 'COMPANIES' ? (name ?? website) : undefined);
  const where = companyWhereOf(
    companyFiltersIn({ ...others, place: place ?? country, technology: technology ?? skill }),
  );
  return { and: [companyWhere({ name: named }) ?? [], where ?? []].flat() };
}

/** The arguments of find_people that say the same as words; undefined if others must be added. */
export function argumentsMeant({ meanings, unread }: Interpreted): Readonly<Record<string, string>> | undefined {
  const [only, ...more] = meanings;
  if (only === undefined || more.length > 0 || unread.length > 0 || only.kind !== 'PEOPLE') return undefined;
  const { scope: _, ...filters } = only.filters;
  const args = Object.entries(filters).flatMap(([name, value]) => {
    const argument = argumentOfFilter.get(name);
    return argument === undefined || value === undefined ? [] : [[argument, value] as const];
  });
  return args.length === Object.keys(filters).length ? Object.fromEntries(args) : undefined;
}
