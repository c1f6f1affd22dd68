import type { ReachRowsQuery } from '../generated/documents.ts';

export type ReachRow = NonNullable<ReachRowsQuery['relationships']>['nodes'][number];

/** Possible columns. */
export const sides = ['company', 'title', 'function', 'level'] as const;
export type Side = (typeof sides)[number];

export interface Cell {
  readonly door: string;
  readonly count: number;
  /** From 0 to 1, relative to the largest cell. */
  readonly share: number;
  /** Whether no other connector knows anyone there. */
  readonly isOnly: boolean;
}

export interface ConnectorReach {
  readonly id: string;
  readonly name: string;
  readonly people: number;
  readonly cells: readonly Cell[];
}

/** A group of titles: its name, and words of which a title has one, in the filter's form. */
export type TitleGroup = readonly [name: string, words: string];

/** Maximum number of columns and rows. */
const most = { doors: 16, connectors: 40 } as const;

/**
 * Connectors by the companies or titles of the people they know, sorted by number of people; the largest columns first.
 */
export const doorsOf = (
  rows: readonly ReachRow[],
  side: Side,
  groups: readonly TitleGroup[] = [],
): {
  readonly doors: readonly { readonly name: string; readonly people: number }[];
  readonly connectors: readonly ConnectorReach[];
} => {
  const patterns = groups.map(([name, words]) => [name, new RegExp(`(?<!\\p{L})(?:${words})`, 'iu')] as const);
  /** A title may be in several groups. */
  const doorsOfRow = ({ profile }: ReachRow): readonly string[] => {
    if (side === 'company') return [profile?.currentCompanyName ?? ''];
    const title = profile?.currentTitle ?? '';
    return side === 'title' ? [title] : patterns.flatMap(([name, pattern]) => (pattern.test(title) ? [name] : []));
  };
  const known = new Map<string, { readonly name: string; readonly counts: Map<string, number>; people: number }>();
  const doors = new Map<string, { people: number; readonly connectors: Set<string> }>();
  for (const row of rows) {
    const names = doorsOfRow(row);
    const here = names.map((name) => {
      const door = doors.get(name) ?? { people: 0, connectors: new Set<string>() };
      doors.set(name, door);
      door.people += 1;
      return { name, door };
    });
    for (const connection of row.connections ?? []) {
      const id = connection?.connector?.id;
      if (id === undefined) continue;
      const connector = known.get(id) ?? { name: connection?.connectorName ?? '', counts: new Map(), people: 0 };
      known.set(id, connector);
      connector.people += 1;
      for (const { name, door } of here) {
        connector.counts.set(name, (connector.counts.get(name) ?? 0) + 1);
        door.connectors.add(id);
      }
    }
  }
  const columns = [...doors]
    .filter(([name]) => name !== '')
    .toSorted(([, one], [, other]) => other.people - one.people)
    .slice(0, most.doors);
  const highest = Math.max(
    1,
    ...[...known.values()].flatMap(({ counts }) => columns.map(([name]) => counts.get(name) ?? 0)),
  );
  const connectors = [...known]
    .toSorted(([, one], [, other]) => other.people - one.people)
    .slice(0, most.connectors)
    .map(([id, { name, people, counts }]) => ({
      ...{ id, name, people },
      cells: columns.map(([door, { connectors: those }]) => {
        const count = counts.get(door) ?? 0;
        return { door, count, share: count / highest, isOnly: count > 0 && those.size === 1 };
      }),
    }));
  return { doors: columns.map(([name, { people }]) => ({ name, people })), connectors };
};
