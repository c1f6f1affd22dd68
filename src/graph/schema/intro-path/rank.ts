import type { ConnectionNode } from '../relationship/connection-node.ts';
import { strengthOf } from '../relationship/connection-order.ts';

/** A way to a person: through one connector, who knows them. One hop. */
export interface IntroPath {
  readonly connection: ConnectionNode;
  /** What the path was ranked by: the strength set by hand, else the connection's. */
  readonly strength: number;
  /** The other connectors who know the same person, in the same order. */
  readonly others: readonly ConnectionNode[];
}

const idOf = ({ value }: ConnectionNode): string => value.connector_id ?? '';

/** The connections to one person, best first; equals by the connector's id, so that the order is always the same. */
const ranked = (connections: readonly ConnectionNode[]): readonly ConnectionNode[] =>
  connections.toSorted((a, b) => strengthOf(b.value) - strengthOf(a.value) || compare(idOf(a), idOf(b)));

/** Every way to one person, best first. */
export const waysTo = (connections: readonly ConnectionNode[]): readonly IntroPath[] =>
  ranked(connections).map((connection, at, all) => ({
    connection,
    strength: strengthOf(connection.value),
    others: all.toSpliced(at, 1),
  }));

/** Every way to each person, one person after another. */
export const everyWay = (people: readonly (readonly ConnectionNode[])[]): readonly IntroPath[] =>
  people.flatMap(waysTo);

/** The best way to each person, best first; equals by the person's id. */
export const bestWays = (people: readonly (readonly ConnectionNode[])[]): readonly IntroPath[] =>
  people
    .flatMap((connections) => waysTo(connections).slice(0, 1))
    .toSorted((a, b) => b.strength - a.strength || compare(targetId(a), targetId(b)));

const targetId = ({ connection }: IntroPath): string => connection.target.id ?? '';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
