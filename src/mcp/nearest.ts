import { compareFirms } from '../reading/compare-names.ts';
import { firmWords } from '../reading/names.ts';
import type { CompanyWhere } from '../sdk/generated/schema-types.ts';
import { CompaniesAre } from './generated/documents.ts';
import type { Graph } from './graph.ts';
import { companyFacts, type Facts } from './known.ts';

/** Most companies whose names are compared, at a free call each. */
const maxCompanies = 12;

/** The names without one of their words, which may be misspelt. */
const withoutEach = (words: readonly string[]): readonly string[] =>
  words.length < 2 ? [] : words.map((_, at) => words.toSpliced(at, 1).join(' '));

/** How many letters at the beginning of a name are taken to be right. */
const beginnings = ({ length }: string): readonly number[] =>
  [length - 2, 4, 3].filter((one) => one > 2 && one < length);

/**
 * The companies whose names are nearest to one that no company has: at most a few letters are wrong, as where lists are
 * matched. Of companies where the team knows nobody, names are not free, so none is compared. Free.
 */
export async function nearestCompanies(graph: Graph, name: string): Promise<readonly Facts[]> {
  const words = firmWords(name);
  const [first = ''] = words;
  const searches: readonly CompanyWhere[] = [
    ...withoutEach(words).map((rest): CompanyWhere => ({ name: { matches: rest } })),
    ...beginnings(first).map((length): CompanyWhere => ({ xnetSlugs: { prefixIgnoreCase: first.slice(0, length) } })),
  ];
  const seen = new Set<string>();
  for (const where of searches) {
    const { searchCompanies } = await graph.find(CompaniesAre, { where, first: maxCompanies });
    const { totalCount = 0, nodes = [] } = searchCompanies ?? {};
    if (totalCount > maxCompanies) continue;
    const ids = nodes.map(({ id }) => id).filter((id) => !seen.has(id));
    for (const id of ids) seen.add(id);
    const facts = await companyFacts(graph, ids);
    const near = [...facts].flatMap(([id, one]) =>
      one.name != null && compareFirms(words, firmWords(one.name)) !== undefined ? [{ id, ...one }] : [],
    );
    if (near.length > 0) return near;
  }
  return [];
}
