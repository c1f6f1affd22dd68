import type { Education, School } from '../../../src/contract/record/profile.ts';
import { type Day, day, isoDay, yearOf } from './calendar.ts';
import type { Person } from './career.ts';
import { present } from './present.ts';
import type { Random } from './random.ts';
import { activities, grades } from './roles.ts';
import type { World, WorldSchool } from './world.ts';

export interface Study {
  readonly school: WorldSchool;
  readonly degree: string;
  readonly major: string;
  readonly start: Day;
  readonly end: Day;
}

interface Degree {
  readonly names: readonly string[];
  readonly years: readonly [least: number, greatest: number];
  readonly chance: number;
}

/** In the order in which they are earned. */
const degrees: readonly Degree[] = [
  { names: ['Bachelor of Science', 'Bachelor of Arts', 'BEng', 'Licence', 'BBA'], years: [3, 4], chance: 0.92 },
  { names: ['Master of Science', 'Master of Arts', 'MBA', 'Diplom', 'MEng'], years: [1, 2], chance: 0.4 },
  { names: ['Doctor of Philosophy', 'Dr. rer. nat.'], years: [3, 5], chance: 0.15 },
];

/** From school to the career's beginning, oldest first. */
export function studiesOf(random: Random, world: World, { place, role, graduation }: Person): readonly Study[] {
  const earned: Degree[] = [];
  for (const degree of degrees) {
    if (!random.chance(degree.chance)) break;
    earned.push(degree);
  }
  const studies: Study[] = [];
  let endYear = yearOf(graduation);
  for (const { names, years } of earned.reverse()) {
    const startYear = endYear - random.integer(...years);
    studies.push({
      school: world.pickSchool(random, place),
      degree: random.pick(names),
      major: random.pick(role.majors),
      start: day(startYear, 9),
      end: day(endYear, 6, 30),
    });
    endYear = startYear;
  }
  return studies.reverse();
}

/** Most entries tell all of their school; a few lack its name, or the school itself. */
function schoolOf(random: Random, { record }: WorldSchool): School | null {
  if (random.chance(0.01)) return null;
  const { name, ...rest } = record;
  return random.chance(0.01) ? rest : record;
}

export const educationRecord = (random: Random, study: Study): Education =>
  present({
    school: schoolOf(random, study.school),
    start_date: random.maybe(0.9, isoDay(study.start)),
    end_date: random.maybe(0.92, isoDay(study.end)),
    degrees: random.maybe(0.9, [study.degree]),
    majors: random.maybe(0.88, [study.major]),
    activities: random.maybe(0.15, random.some(activities, 2).join(', ')),
    grade: random.maybe(0.2, random.pick(grades)),
    description: random.maybe(0.08, `Thesis in ${study.major}.`),
  });
