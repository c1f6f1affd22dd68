import type { FieldMap, FieldRef, ObjectRef } from '@pothos/core';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { builder, type FieldBuilder, type SchemaTypes } from '../builder.ts';
import type { Page } from './page-walk.ts';

const PageInfo = builder.objectRef<Page<unknown>>('PageInfo').implement({
  description: 'Where a page lies among the others.',
  shareable: true,
  fields: (t) => ({
    hasNextPage: t.boolean({
      nullable: false,
      description: 'Whether more follows.',
      resolve: (page) => page.hasNextPage,
    }),
    hasPreviousPage: t.boolean({
      nullable: false,
      description: 'Always false: the interface pages forward only.',
      resolve: () => false,
    }),
    startCursor: t.string({
      description: 'The cursor of the first edge; null on an empty page.',
      resolve: (page) => page.edges[0]?.cursor,
    }),
    endCursor: t.string({
      description: 'The cursor of the last edge; send it as `after` for the next page. Null on an empty page.',
      resolve: (page) => page.edges.at(-1)?.cursor,
    }),
  }),
});

type Edge<Node> = Page<Node>['edges'][number];

interface PageTypeOptions<Node, Held extends Page<Node>> {
  /** The connection type's name, such as `ProfileSearchConnection`. */
  readonly name: string;
  readonly description: string;
  /** The field that holds the node of an edge. */
  readonly node: (t: FieldBuilder<Edge<Node>>) => FieldRef<SchemaTypes>;
  /** The field that holds all nodes of a page. */
  readonly nodes: (t: FieldBuilder<Held>) => FieldRef<SchemaTypes>;
  /** Fields beside Relay's. */
  readonly more?: (t: FieldBuilder<Held>) => FieldMap;
}

/** Makes a connection and its edge (Relay's shape). Neither fails: what is below a node may. */
export function pageType<Node, Held extends Page<Node> = Page<Node>>({
  name,
  description,
  node,
  nodes,
  more,
}: PageTypeOptions<Node, Held>): ObjectRef<SchemaTypes, Held> {
  const edge = builder.objectRef<Edge<Node>>(name.replace(/Connection$/, 'Edge')).implement({
    description: `One place on a page of a ${name}.`,
    fields: (t) => ({
      cursor: t.string({
        nullable: false,
        description: 'An opaque cursor; send it as `after` to go on behind this edge.',
        resolve: (at) => at.cursor,
      }),
      node: node(t),
    }),
  });
  return builder.objectRef<Held>(name).implement({
    description,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        nullable: false,
        ofPage: true,
        description: 'The page, with a cursor at each place.',
        resolve: (page) => page.edges,
      }),
      nodes: nodes(t),
      pageInfo: t.field({
        type: PageInfo,
        nullable: false,
        description: 'Where this page lies.',
        resolve: (page) => page,
      }),
      totalCount: t.field({
        type: 'Int',
        nullable: false,
        description:
          'How many there are on all pages together; an upstream may count no farther than a limit of its own.',
        resolve: (page) => page.totalCount,
      }),
      ...more?.(t),
    }),
  });
}

/** A page of what a query found. */
export interface QueriedPage<Node> extends Page<Node> {
  readonly query: QueryDsl;
}

/** The field that shows the query which a page answers. */
export const compiledDsl = (t: FieldBuilder<{ readonly query: QueryDsl | undefined }>): FieldMap => ({
  compiledDsl: t.field({
    type: 'JSON',
    description:
      'The query that was asked, in the interface’s own DSL: what the filters and the place it was asked from became.',
    resolve: ({ query }) => query,
  }),
});

/** The nodes of a page, in order. */
export const nodesOf = <Node>(page: Page<Node>): readonly Node[] => page.edges.map((edge) => edge.node);
