import type { Investor } from '../../../src/contract/record/company.ts';
import type { School } from '../../../src/contract/record/profile.ts';
import type { Day } from './calendar.ts';
import { type CompanyFacts, companyFacts, Names } from './company.ts';
import { type Appearance, appearanceOf } from './employer.ts';
import { angels, type Round, roundsOf } from './funding.ts';
import type { Place } from './places.ts';
import { type Random, Weighted } from './random.ts';
import { schoolRecord } from './school.ts';
import { type SchoolPlan, schools } from './schools.ts';

export interface WorldCompany extends CompanyFacts, Appearance {
  readonly rounds: readonly Round[];
}

export interface WorldSchool extends SchoolPlan {
  readonly ordinal: number;
  readonly record: School;
}

/** What all people have in common: the companies and schools they meet in. Its size depends on the companies alone. */
export interface World {
  readonly seed: number;
  readonly today: Day;
  readonly companies: readonly WorldCompany[];
  /** What each investor, by its record id, has put money into. */
  readonly portfolios: ReadonlyMap<string, readonly WorldCompany[]>;
  /** A company that employs people on that day, near that place more often than not. */
  pickEmployer(random: Random, place: Place, date: Day): WorldCompany | undefined;
  pickSchool(random: Random, place: Place): WorldSchool;
}

const grouped = <T>(items: readonly T[], key: (item: T) => string, weight: (item: T) => number) =>
  new Map([...Map.groupBy(items, key)].map(([name, members]) => [name, new Weighted(members, weight)]));

/** Large companies employ more of the sample's people than small ones, yet not in proportion. */
const employs = ({ headcount }: CompanyFacts): number => headcount ** 0.4;

const employsOn = ({ founded, closed }: CompanyFacts, date: Day): boolean =>
  founded <= date && (closed === null || closed > date);

function portfoliosOf(companies: readonly WorldCompany[]): Map<string, WorldCompany[]> {
  const portfolios = new Map<string, WorldCompany[]>();
  for (const company of companies) {
    const ids = company.rounds.flatMap(({ investors }) => investors.map(({ id }: Investor) => id ?? ''));
    for (const id of new Set(ids)) {
      const portfolio = portfolios.get(id);
      if (portfolio) portfolio.push(company);
      else portfolios.set(id, [company]);
    }
  }
  portfolios.delete('');
  return portfolios;
}

export function openWorld(seed: number, companyCount: number, today: Day): World {
  const slugs = new Names();
  const domains = new Names();
  const facts = Array.from({ length: companyCount }, (_, ordinal) =>
    companyFacts(seed, ordinal, today, slugs, domains),
  );
  const funds = new Weighted(
    facts.filter(({ ownership }) => ownership === 'partnership'),
    ({ headcount }) => headcount ** 0.5,
  );
  const people = angels(seed);
  const companies = facts.map((company) => ({
    ...company,
    ...appearanceOf(seed, company),
    rounds: roundsOf(seed, company, funds, people, today),
  }));
  const everywhere = new Weighted(companies, employs);
  const byCountry = grouped(companies, ({ place }) => place.country, employs);
  const byContinent = grouped(companies, ({ place }) => place.continent, employs);
  const worldSchools = schools.map((plan, ordinal) => ({
    ...plan,
    ordinal,
    record: schoolRecord(seed, plan, ordinal),
  }));
  const anySchool = new Weighted(worldSchools, ({ weight }) => weight);
  const schoolsByCountry = grouped(
    worldSchools,
    ({ place }) => place.country,
    ({ weight }) => weight,
  );
  return {
    seed,
    today,
    companies,
    portfolios: portfoliosOf(companies),
    pickEmployer(random, place, date) {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const draw = random.number();
        const near =
          draw < 0.55 ? byCountry.get(place.country) : draw < 0.75 ? byContinent.get(place.continent) : everywhere;
        const company = (near ?? everywhere).pick(random);
        if (company && employsOn(company, date)) return company;
      }
      return undefined;
    },
    pickSchool(random, place) {
      const near = random.chance(0.7) ? schoolsByCountry.get(place.country) : undefined;
      const school = (near ?? anySchool).pick(random);
      if (!school) throw new RangeError('schools: must hold at least one school, but got none.');
      return school;
    },
  };
}
