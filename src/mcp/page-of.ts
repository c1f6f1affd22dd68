import { argumentOfField } from './conditions.ts';
import type { Shaped } from './fit.ts';

/** A page of a GraphQL connection. */
interface Page<Node> {
  readonly totalCount: number;
  readonly emptiedBy?:
    | readonly { readonly field?: string | null | undefined; readonly countWithout: number }[]
    | null
    | undefined;
  readonly pageInfo: { readonly hasNextPage: boolean };
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
}

/**
 * Shapes a page as a list, with the cursor after the last item that fits; an empty one with the conditions that emptied
 * it. A page is null if it failed; `problem` has the error.
 */
export const pageOf = <Node>(
  list: string,
  page: Page<Node> | null | undefined,
  shown: (node: Node) => object,
): Shaped => {
  if (page === null) return { fields: {} };
  const { totalCount = 0, edges = [], pageInfo = { hasNextPage: false }, emptiedBy } = page ?? {};
  return {
    fields: {
      total: totalCount,
      [list]: edges.map(({ node }) => shown(node)),
      ...(emptiedBy &&
        emptiedBy.length > 0 && {
          emptied_by: emptiedBy.map(({ field, countWithout }) => ({
            condition: argumentOfField[field ?? ''] ?? field,
            found_without_it: countWithout,
          })),
        }),
    },
    lists: [list],
    next: (kept) =>
      kept > 0 && (kept < edges.length || pageInfo.hasNextPage) ? { after: edges[kept - 1]?.cursor } : undefined,
  };
};
