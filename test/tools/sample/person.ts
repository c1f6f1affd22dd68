import { type Day, day, yearOf } from './calendar.ts';
import { careerOf, type Job, type Person } from './career.ts';
import { castPeople } from './cast.ts';
import { type Study, studiesOf } from './education.ts';
import { identity } from './identity.ts';
import { type Culture, cultures } from './names.ts';
import { placeOf, places } from './places.ts';
import { type Random, Weighted } from './random.ts';
import { roleOf, roles } from './roles.ts';
import type { World } from './world.ts';

export interface Name {
  readonly full: string;
  readonly given: string;
  readonly family: string;
}

/** A person as the sample's world knows them; the profile is made from it. */
export interface Life extends Person {
  readonly ordinal: number;
  readonly id: string;
  readonly entityId: string;
  readonly name: Name;
  readonly career: readonly Job[];
  readonly studies: readonly Study[];
  /** Continues where the life's own draws ended. */
  readonly random: Random;
}

const placesByWeight = new Weighted(places, ({ weight }) => weight);
const rolesByWeight = new Weighted(roles, ({ weight }) => weight);
const allCultures: readonly Culture[] = Object.values(cultures);

function nameOf(random: Random, culture: Culture): Name {
  const woman = random.chance(0.5);
  const given = random.pick(woman ? culture.women : culture.men);
  const familyName = () => {
    const [his = '', hers = his] = random.pick(culture.families).split('|');
    return woman ? hers : his;
  };
  const one = familyName();
  const other = culture.double && random.chance(culture.double.chance) ? familyName() : one;
  const family = other === one ? one : `${one}${culture.double?.by ?? ' '}${other}`;
  switch (culture.order) {
    case 'given family':
      return { given, family, full: `${given} ${family}` };
    case 'family given':
      return { given, family, full: `${family} ${given}` };
    case 'familygiven':
      return { given, family, full: `${family}${given}` };
  }
}

/** The July in which a career begins. Most careers are young: half of them began in the last eleven years. */
const graduationOf = (random: Random, today: Day): Day =>
  day(yearOf(today) - 1 - Math.floor(43 * random.number() ** 2), 7);

/** The nth person of a world. Needs no other person, so that lives can be drawn in any order and by the million. */
export function lifeOf(world: World, ordinal: number): Life {
  const { id, entityId, random } = identity(world.seed, 'profile', ordinal);
  const cast = castPeople[ordinal];
  const place = cast ? placeOf(cast.city) : (placesByWeight.pick(random) ?? random.pick(places));
  const culture = random.chance(0.88) ? cultures[random.pick(place.cultures)] : random.pick(allCultures);
  const name = cast ? { full: cast.fullName, given: cast.given, family: cast.family } : nameOf(random, culture);
  const role = cast ? roleOf(cast.function) : (rolesByWeight.pick(random) ?? random.pick(roles));
  const begins = cast?.career[0]?.[0];
  const graduation = begins === undefined ? graduationOf(random, world.today) : day(begins - 1, 7);
  const person: Person = { place, role, graduation, cast };
  return {
    ...person,
    ordinal,
    id,
    entityId,
    name,
    random,
    studies: studiesOf(random, world, person),
    career: careerOf(random, world, person),
  };
}
