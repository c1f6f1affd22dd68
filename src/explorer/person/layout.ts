import { roleOf } from '../components/role.ts';
import type { Step, Way } from './evidence.ts';
import { slugIn } from './person-address.ts';

/** Somebody in a column, beside the lanes of the ways that pass them. */
export interface PlacedPerson {
  readonly key: string;
  /** What their address ends in: an id, or a slug. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly detail: string;
  readonly column: 'connector' | 'bridge' | 'target';
  /** The middle of their lanes. */
  readonly y: number;
}

/** A tie between two people, drawn along a lane. */
export interface PlacedTie {
  readonly key: string;
  readonly step: Step;
  readonly from: PlacedPerson;
  readonly to: PlacedPerson;
  /** Where its label stands. */
  readonly lane: number;
}

export interface Layout {
  readonly height: number;
  readonly twoSteps: boolean;
  /** Where the team stands. */
  readonly middle: number;
  readonly people: readonly PlacedPerson[];
  readonly ties: readonly PlacedTie[];
}

export const laneHeight = 76;

type Member = Omit<PlacedPerson, 'y' | 'column' | 'key'> & { readonly key: string };

const member = (fallback: string, profile: Step['profile']): Member => ({
  key: profile?.id ?? fallback,
  id: profile?.id,
  name: profile?.fullName ?? undefined,
  detail: roleOf(profile?.currentTitle, profile?.currentCompanyName),
});

const connectorOf = ({ connector }: Way): Member => ({
  key: connector?.id ?? '',
  id: slugIn(connector?.profile?.xnetUrl),
  name: connector?.name ?? connector?.profile?.fullName ?? undefined,
  detail: roleOf(connector?.profile?.currentTitle, connector?.profile?.currentCompanyName),
});

/**
 * Places ways in columns: team, connector, person in between, target. Each way has a lane of its own for its labels; lanes of
 * one connector lie together, the best first; a person whose lanes are adjacent is drawn once, in their middle.
 */
export const layoutOf = (ways: readonly Way[]): Layout => {
  const ranked = [...Map.groupBy(ways, connectorKey).values()].flat();
  const twoSteps = ranked.some(({ steps }) => steps.length > 1);
  const lanes = ranked.map((_, lane) => lane * laneHeight + laneHeight / 2);
  const targets = ranked.map(({ steps, target }, lane) =>
    member(`target ${lane}`, target ?? steps.at(-1)?.profile ?? null),
  );
  const bridges = ranked.map(({ steps: [first, second] }, lane) =>
    first && second ? member(`bridge ${lane}`, first.profile) : undefined,
  );
  const placed = {
    connector: place('connector', ranked.map(connectorOf), lanes),
    bridge: place('bridge', bridges, lanes),
    target: place('target', targets, lanes),
  };
  const ties = ranked.flatMap(({ steps }, lane) => {
    const [connector, bridge, target] = [placed.connector[lane], placed.bridge[lane], placed.target[lane]];
    const [first, second] = steps;
    if (!connector || !target || !first) return [];
    const at = lanes[lane] ?? 0;
    const tie = (step: Step, from: PlacedPerson, to: PlacedPerson, key: string): PlacedTie => ({
      key,
      step,
      from,
      to,
      lane: at,
    });
    return bridge && second
      ? [tie(first, connector, bridge, `${lane} first`), tie(second, bridge, target, `${lane} second`)]
      : [tie(first, connector, target, `${lane}`)];
  });
  const people = new Set([...placed.connector, ...placed.bridge, ...placed.target].filter((one) => one !== undefined));
  const height = Math.max(1, ranked.length) * laneHeight;
  return { height, twoSteps, middle: height / 2, people: [...people], ties };
};

const connectorKey = ({ connector }: Way): string => connector?.id ?? '';

/** One person for each run of adjacent lanes with the same key; each lane refers to its person. */
const place = (
  column: PlacedPerson['column'],
  members: readonly (Member | undefined)[],
  lanes: readonly number[],
): readonly (PlacedPerson | undefined)[] => {
  const placed: (PlacedPerson | undefined)[] = [];
  for (let start = 0; start < members.length; ) {
    const first = members[start];
    let end = start + 1;
    while (first !== undefined && end < members.length && members[end]?.key === first.key) end += 1;
    const y = ((lanes[start] ?? 0) + (lanes[end - 1] ?? 0)) / 2;
    const one = first && { ...first, key: `${column} ${start} ${first.key}`, column, y };
    for (; start < end; start += 1) placed.push(one);
  }
  return placed;
};
