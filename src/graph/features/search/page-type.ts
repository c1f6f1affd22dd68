import type { FieldMap, FieldRef, ObjectRef } from '@pothos/core';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { isAtLeast } from '../../../contract/upstream-profile.ts';
import { builder, type FieldBuilder, type SchemaTypes } from '../../schema/builder.ts';
import type { Page } from './page-walk.ts';

type WithEnds = Pick<Page<unknown>, 'edges' | 'hasNextPage'>;

const PageInfo = builder.objectRef<WithEnds>('PageInfo').implement({
  description: 'The position of a page in a list, as in Relay’s cursor connections.',
  shareable: true,
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      nullable: false,
      description: 'Whether at least one more page follows this one.',
    }),
    hasPreviousPage: t.boolean({
      nullable: false,
      description: 'Always false: the data service pages forward only.',
      resolve: () => false,
    }),
    startCursor: t.string({
      description: 'The opaque cursor of the first edge, such as `WyJhYmNkIiwxMCwwLDAsbnVsbF0`; null on an empty page.',
      resolve: (page) => page.edges[0]?.cursor,
    }),
    endCursor: t.string({
      description:
        'The opaque cursor of the last edge, such as `WyJhYmNkIiwxMCwwLDAsbnVsbF0`; send it as `after` for the next page. Null on an empty page.',
      resolve: (page) => page.edges.at(-1)?.cursor,
    }),
  }),
});

/** The field `pageInfo`. */
export const pageInfoField = <Held extends WithEnds>(t: FieldBuilder<Held>) =>
  t.field({
    type: PageInfo,
    nullable: false,
    description: 'The cursors of the page’s ends, and whether more pages follow.',
    resolve: (page) => page,
  });

type Edge<Node> = Page<Node>['edges'][number];

interface PageTypeOptions<Node, Held extends Page<Node>> {
  /** The connection type's name, such as `ProfileSearchConnection`. */
  readonly name: string;
  readonly description: string;
  /** The field `node` of an edge. */
  readonly node: (t: FieldBuilder<Edge<Node>>) => FieldRef<SchemaTypes>;
  /** The field `nodes` of a page. */
  readonly nodes: (t: FieldBuilder<Held>) => FieldRef<SchemaTypes>;
  /** Fields in addition to Relay's. */
  readonly more?: (t: FieldBuilder<Held>) => FieldMap;
}

/** Declares a Relay connection and its edge. Their own fields never fail; those of a node may. */
export function pageType<Node, Held extends Page<Node> = Page<Node>>({
  name,
  description,
  node,
  nodes,
  more,
}: PageTypeOptions<Node, Held>): ObjectRef<SchemaTypes, Held> {
  const edge = builder.objectRef<Edge<Node>>(name.replace(/Connection$/, 'Edge')).implement({
    description: `An entry on a page of \`${name}\`: an element and its cursor.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', {
        nullable: false,
        description:
          'An opaque cursor, such as `WyJhYmNkIiwxMCwwLDAsbnVsbF0`; send it as `after` to continue after this edge.',
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
        description: 'The elements of the page, each with a cursor.',
        resolve: (page) => page.edges,
      }),
      nodes: nodes(t),
      pageInfo: pageInfoField(t),
      totalCount: t.field({
        type: 'Int',
        nullable: false,
        description: 'How many there are on all pages; a data service may stop counting at a limit (see `atLeast`).',
        resolve: (page) => page.totalCount,
      }),
      ...more?.(t),
    }),
  });
}

/** A page of search results. */
export interface QueriedPage<Node> extends Page<Node> {
  /** The query that was sent; undefined if it is not stored. */
  readonly query: QueryDsl | undefined;
  /** Counts the results of another query of the same search; free. Undefined if the search can't be repeated. */
  readonly count?: ((query: QueryDsl) => Promise<number>) | undefined;
}

/** Fields of a search page in addition to Relay's: whether its total is exact, and the query. */
export const searchFields = (t: FieldBuilder<QueriedPage<unknown>>): FieldMap => ({
  atLeast: t.boolean({
    description:
      'Whether there may be more than `totalCount`, because the data service stopped counting; null if that is unknown.',
    resolve: ({ totalCount }, _args, { operation }) => isAtLeast(operation.services.client.profile, totalCount),
  }),
  compiledDsl: t.expose('query', {
    type: 'JSON',
    description:
      'The query that was sent, in the data service’s own query language: `where`, `dsl` and the field’s own conditions combined. Null if no query was sent, and for a mapping whose result has been paid for: its query is then deleted.',
  }),
});

/** The nodes of a page, in order. */
export const nodesOf = <Node>(page: Page<Node>): readonly Node[] => page.edges.map((edge) => edge.node);
