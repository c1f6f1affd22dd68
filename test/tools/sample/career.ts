import { type Day, day, startOfMonth, yearOf, years } from './calendar.ts';
import { type CastPerson, castCompanyOrdinal } from './cast.ts';
import { vanishedCompanies } from './company-names.ts';
import type { Place } from './places.ts';
import type { Random } from './random.ts';
import {
  boardTitles,
  founderSeniorities,
  founderTitles,
  freelanceEmployers,
  freelanceTitles,
  investing,
  ladder,
  type Role,
} from './roles.ts';
import type { World, WorldCompany } from './world.ts';

/** Where somebody works: a company with a record, one whose record is gone, or none that a record could stand for. */
export type Workplace =
  | { readonly kind: 'known'; readonly company: WorldCompany }
  | { readonly kind: 'vanished'; readonly ordinal: number; readonly name: string }
  | { readonly kind: 'unlisted'; readonly name: string };

export interface Job {
  readonly workplace: Workplace;
  readonly title: string;
  readonly seniorities: readonly string[];
  /** Null where the job has no function of its own, as on a board. */
  readonly role: Role | null;
  readonly start: Day;
  /** Null: it is current. */
  readonly end: Day | null;
}

export interface Person {
  readonly place: Place;
  readonly role: Role;
  /** When the career begins. */
  readonly graduation: Day;
  readonly cast: CastPerson | undefined;
}

/** Years at one employer, most often two to four. */
const tenure = (random: Random): number => years(0.5 + 7.5 * random.number() ** 1.3 + (random.chance(0.12) ? 7 : 0));

/** The day as people remember it: most know the month, some only the year. */
function remembered(random: Random, date: Day): Day {
  return random.chance(0.1) ? day(yearOf(date)) : random.chance(0.85) ? startOfMonth(date) : date;
}

function pickWorkplace(random: Random, world: World, place: Place, date: Day): Workplace {
  if (random.chance(0.04)) return { kind: 'unlisted', name: random.pick(freelanceEmployers) };
  if (date < day(2014) && random.chance(0.03)) {
    const ordinal = random.integer(0, vanishedCompanies.length - 1);
    return { kind: 'vanished', ordinal, name: vanishedCompanies[ordinal] ?? '' };
  }
  const company = world.pickEmployer(random, place, date);
  return company ? { kind: 'known', company } : { kind: 'unlisted', name: random.pick(freelanceEmployers) };
}

interface Position {
  readonly title: string;
  readonly seniorities: readonly string[];
  readonly role: Role | null;
  /** How far up the ladder this is. */
  readonly rung: number;
}

/** The rung after so many years; small companies give titles early, large ones late. Nobody climbs down. */
function rungOf(random: Random, served: number, { headcount }: WorldCompany, least: number): number {
  if (served < 0.5 && random.chance(0.35)) return 0;
  const early = headcount < 60 ? 1.2 : headcount > 5000 ? -0.6 : 0;
  const rung = Math.round(0.8 + served / 6 + early + 2 * (random.number() - 0.5));
  const highest = headcount > 1000 && !random.chance(0.03) ? 6 : 7;
  return Math.max(1, Math.min(highest, Math.max(rung, least)));
}

const positionOn = (role: Role, rung: number): Position => ({
  title: role.titles[rung] ?? '',
  seniorities: ladder[rung] ?? [],
  role,
  rung,
});

function positionAt(random: Random, workplace: Workplace, person: Person, start: Day, least: number): Position {
  const { role } = person;
  if (workplace.kind === 'unlisted')
    return { title: random.pick(freelanceTitles), seniorities: ['owner'], role, rung: least };
  if (workplace.kind === 'vanished') return positionOn(role, Math.min(least, ladder.length - 1));
  const { company } = workplace;
  if (company.headcount < 200 && start < company.founded + 365 && random.chance(0.6))
    return { title: random.pick(founderTitles), seniorities: founderSeniorities, role, rung: Math.max(least, 3) };
  const done = company.ownership === 'partnership' && random.chance(0.85) ? investing : role;
  const rung = rungOf(random, (start - person.graduation) / 365.25, company, least);
  return positionOn(done, rung);
}

/** The time at one employer, as one job or, after a promotion, as several. */
function stay(
  random: Random,
  person: Person,
  workplace: Workplace,
  { from, until, today, least }: { from: Day; until: Day | null; today: Day; least: number },
): (Job & Position)[] {
  const jobs: (Job & Position)[] = [];
  let start = from;
  let position = positionAt(random, workplace, person, start, least);
  for (;;) {
    const change = startOfMonth(start + years(1.5 + 3 * random.number()));
    const next = positionAt(random, workplace, person, change, position.rung + 1);
    const promoted = change < (until ?? today) - 90 && next.title !== position.title && random.chance(0.4);
    jobs.push({ workplace, ...position, start, end: promoted ? change : until });
    if (!promoted) return jobs;
    start = change;
    position = next;
  }
}

/** A seat on the board of a young company, beside the main job. */
function boardSeat(random: Random, world: World, after: Day): Job | undefined {
  const company = random.pick(world.companies);
  const start = startOfMonth(Math.max(after, company.founded) + years(4 * random.number()) + 31);
  const until = company.closed ?? world.today;
  if (company.ownership !== 'venture_backed' || start >= until) return undefined;
  const ended = start + years(3) < until && random.chance(0.3) ? start + years(3) : company.closed;
  return {
    workplace: { kind: 'known', company },
    title: random.pick(boardTitles),
    seniorities: ['board'],
    role: null,
    start,
    end: ended,
  };
}

/** Where a person of the cast goes, and when. */
function scripted(random: Random, world: World, person: Person, cast: CastPerson): Job[] {
  const jobs: (Job & Position)[] = [];
  for (const [index, [since, slug]] of cast.career.entries()) {
    const company = world.companies[castCompanyOrdinal(slug)];
    const next = cast.career[index + 1]?.[0];
    const until = next === undefined ? null : day(next, random.integer(1, 3));
    const least = Math.max(jobs.at(-1)?.rung ?? 1, next === undefined ? cast.rung : 1);
    const stayed = { from: day(since, random.integer(3, 9)), until, today: world.today, least };
    if (company) jobs.push(...stay(random, person, { kind: 'known', company }, stayed));
  }
  return jobs;
}

function drawn(random: Random, world: World, person: Person): Job[] {
  const jobs: (Job & Position)[] = [];
  const { today } = world;
  const retires = person.graduation + years(36 + 10 * random.number());
  if (random.chance(0.015)) return []; // some never worked, or tell nothing of it
  let from = person.graduation + random.integer(0, 200);
  while (from < Math.min(today - 20, retires)) {
    const workplace = pickWorkplace(random, world, person.place, from);
    const company = workplace.kind === 'known' ? workplace.company : undefined;
    const start = Math.max(remembered(random, from), company?.founded ?? 0);
    const leaves = Math.max(Math.min(from + tenure(random), company?.closed ?? today), start + 1);
    const until = leaves < today ? leaves : null;
    const least = jobs.at(-1)?.rung ?? 1;
    jobs.push(...stay(random, person, workplace, { from: start, until, today, least }));
    if (until === null) break;
    from = until + (random.chance(0.12) ? random.integer(120, 600) : random.integer(1, 60));
  }
  return jobs;
}

/** Whether the main job is meant when one asks what somebody does. */
export const isMain = ({ role }: Job): boolean => role !== null;

/** A career, newest first; current jobs stand before past ones. */
export function careerOf(random: Random, world: World, person: Person): readonly Job[] {
  const jobs = person.cast ? scripted(random, world, person, person.cast) : drawn(random, world, person);
  const risen = jobs.find(({ seniorities }) =>
    seniorities.some((one) => one === 'director' || one === 'vp' || one === 'cxo'),
  );
  if (risen && random.chance(0.3)) {
    const seat = boardSeat(random, world, risen.start);
    if (seat) jobs.push(seat);
  }
  return jobs.sort((one, other) => (other.end ?? Infinity) - (one.end ?? Infinity) || other.start - one.start);
}
