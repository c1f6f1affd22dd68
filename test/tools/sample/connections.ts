import { identity } from './identity.ts';
import { type Life, lifeOf } from './person.ts';
import type { World } from './world.ts';

/** That two people are connected on the external network; neither pair nor its reverse comes twice. */
export interface SampleConnection {
  readonly from: string;
  readonly to: string;
}

interface Member {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** How many of those last met at a place are remembered. */
const remembered = 24;
const perMeeting = 0.14;

/** The places at which a person met others, and when. */
function* stays({ career, studies, id }: Life): Generator<readonly [place: string, Member]> {
  for (const { workplace, start, end } of career)
    if (workplace.kind === 'known') yield [workplace.company.id, { id, start, end: end ?? Infinity }];
  for (const { school, start, end } of studies) yield [school.slug, { id, start, end }];
}

/**
 * Edges from each person to earlier ones: mostly people who were at a place with them, and a few by chance. Only the
 * latest few at each place are kept in mind, so that memory does not grow with the people.
 */
export function* connectionsOf(world: World, people: number): Generator<SampleConnection> {
  const places = new Map<string, Member[]>();
  for (let ordinal = 0; ordinal < people; ordinal += 1) {
    const life = lifeOf(world, ordinal);
    const { random } = identity(world.seed, 'connections', ordinal);
    const known = new Set<string>();
    for (const [place, member] of stays(life)) {
      const others = places.get(place) ?? [];
      for (const other of others) {
        const met = other.start < member.end && member.start < other.end;
        if (other.id !== life.id && random.chance(met ? perMeeting : perMeeting / 20)) known.add(other.id);
      }
      others[others.length < remembered ? others.length : random.integer(0, remembered - 1)] = member;
      places.set(place, others);
    }
    if (ordinal > 0 && random.chance(0.3))
      known.add(identity(world.seed, 'profile', random.integer(0, ordinal - 1)).id);
    for (const to of known) yield { from: life.id, to };
  }
}
