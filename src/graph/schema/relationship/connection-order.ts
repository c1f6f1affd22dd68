import { momentOf } from '../../../contract/partial-date.ts';
import type { Connection } from '../../../contract/record/relationship.ts';
import { type ConnectionNode, strengthOf } from '../../scope/connection-node.ts';
import { compareNames } from '../../scope/order.ts';
import { builder } from '../builder.ts';

type Compare = (a: ConnectionNode, b: ConnectionNode) => number;

const byStrength: Compare = (a, b) => strengthOf(b.value) - strengthOf(a.value);
const byLastOverlap: Compare = (a, b) => descending(lastOverlap(a.value), lastOverlap(b.value));
const byName: Compare = (a, b) => compareNames(a.value.connector_name, b.value.connector_name);

const connectionOrders = {
  STRONGEST_FIRST: {
    description: 'Strongest first, by the strength set by hand or, if none is set, by the connection’s own.',
    by: byStrength,
  },
  LATEST_FIRST: {
    description: 'By when the two last overlapped; ongoing overlaps come first, undated ones last.',
    by: byLastOverlap,
  },
  CONNECTOR_NAME: { description: 'By the connector’s name, from A to Z.', by: byName },
} as const;

const ConnectionOrder = builder.enumType('ConnectionOrder', {
  description: 'How to order the connections to one person; equal ones stay in the order of the data service.',
  values: connectionOrders,
});

/** The `orderBy` argument of a person's connections, which are never paged. */
export const connectionOrderArgs = builder.args((t) => ({
  orderBy: t.field({
    type: ConnectionOrder,
    defaultValue: 'STRONGEST_FIRST',
    description: 'The order of the connections; strongest first by default.',
  }),
}));

export interface ConnectionOrderArgs {
  readonly orderBy?: keyof typeof connectionOrders | null | undefined;
}

export function inOrder(
  connections: readonly ConnectionNode[],
  order: ConnectionOrderArgs['orderBy'] = 'STRONGEST_FIRST',
): readonly ConnectionNode[] {
  const { by } = connectionOrders[order ?? 'STRONGEST_FIRST'];
  const isSorted = connections.every((one, at) => {
    const before = connections[at - 1];
    return !before || by(before, one) <= 0;
  });
  return isSorted ? connections : connections.toSorted(by);
}

/** When two people last overlapped, if dated, in milliseconds since 1970. An overlap without end lasts until now. */
function lastOverlap({ sources }: Connection): number {
  const ends = (sources ?? []).map((source) => {
    if (source?.overlap_end_date) return momentOf(source.overlap_end_date, 'last');
    return source?.overlap_start_date ? Number.POSITIVE_INFINITY : Number.NaN;
  });
  return ends.filter((end) => !Number.isNaN(end)).reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

const descending = (a: number, b: number): number => (a === b ? 0 : a > b ? -1 : 1);
