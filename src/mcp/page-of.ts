import type { Shaped } from './fit.ts';

/** A page of a connection of GraphQL; null where it failed, which the answer's `problem` says. */
interface Page<Node> {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean };
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
}

/** A page as a list, with the arguments that go on after whatever fits into the answer. */
export const pageOf = <Node>(
  list: string,
  page: Page<Node> | null | undefined,
  shown: (node: Node) => object,
): Shaped => {
  const { totalCount = 0, edges = [], pageInfo = { hasNextPage: false } } = page ?? {};
  return {
    fields: { total: totalCount, [list]: edges.map(({ node }) => shown(node)) },
    list,
    next: (kept) =>
      kept > 0 && (kept < edges.length || pageInfo.hasNextPage) ? { after: edges[kept - 1]?.cursor } : undefined,
  };
};
