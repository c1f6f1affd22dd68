import { hierarchy, pack } from 'd3-hierarchy';

/** A person of the network, as far as the map shows them. */
export interface MapPerson {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly employer: string;
  /** How many connectors know them. */
  readonly reach: number;
}

export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

export interface PersonCircle extends Circle {
  readonly person: MapPerson;
}

export interface EmployerCircle extends Circle {
  readonly employer: string;
  readonly people: readonly PersonCircle[];
}

/** The side of the square that the map fills before it is zoomed. */
export const side = 1000;

/** People as circles within their employers', each as large as its reach; the largest employer is in the middle. */
export function layOut(people: readonly MapPerson[]): readonly EmployerCircle[] {
  const groups = [...Map.groupBy(people, ({ employer }) => employer)];
  const root = hierarchy<Node>(
    { children: groups.map(([employer, members]) => ({ employer, children: members.map((person) => ({ person })) })) },
    ({ children }) => children,
  )
    .sum(({ person }) => (person ? 1 + person.reach : 0))
    .sort((one, other) => (other.value ?? 0) - (one.value ?? 0));
  const packed = pack<Node>().size([side, side]).padding(2)(root);
  return (packed.children ?? []).map(({ x, y, r, data, children }) => ({
    ...{ x, y, r },
    employer: data.employer ?? '',
    people: (children ?? []).flatMap((leaf) => {
      const { person } = leaf.data;
      return person ? [{ x: leaf.x, y: leaf.y, r: leaf.r, person }] : [];
    }),
  }));
}

interface Node {
  readonly employer?: string;
  readonly person?: MapPerson;
  readonly children?: readonly Node[];
}
