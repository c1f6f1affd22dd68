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

/**
 * The cursor of a page that is named by its number, such as `page 2`, or by how many come before it, which a free call
 * finds; any other is returned as it is.
 *
 * @param find the page of so many
 */
export async function cursorOf(
  after: string | undefined,
  first: number,
  find: (first: number) => Promise<Pick<Page<unknown>, 'edges'> | null | undefined>,
): Promise<string | undefined> {
  const [, number, count] = /^(?:page (\d{1,3})|(\d{1,4}))$/.exec(after ?? '') ?? [];
  const before = number === undefined ? Number(count) : (Number(number) - 1) * first;
  if (!(before > 0) || before > 10_000) return after;
  return (await find(before))?.edges.at(-1)?.cursor;
}
