import type { Investor } from '../../../src/contract/record/company.ts';
import { type Day, years } from './calendar.ts';
import { angelSlugs, castPeople, castPersonOrdinal } from './cast.ts';
import type { CompanyFacts } from './company.ts';
import { hyphenated, identity, plain, sampleId } from './identity.ts';
import { present } from './present.ts';
import type { Random, Weighted } from './random.ts';

/** A round as the sample's world knows it. */
export interface Round {
  readonly type: string;
  readonly amount: number | null;
  readonly date: Day;
  readonly investors: readonly Investor[];
}

const stages = ['pre_seed', 'seed', 'series_a', 'series_b', 'series_c', 'series_d', 'series_e'] as const;
const firstAmount = 300_000;

/** People of the cast who invest, as a round names them. */
export function angels(seed: number): readonly Investor[] {
  return angelSlugs.map((slug) => {
    const ordinal = castPersonOrdinal(slug);
    return {
      id: sampleId(seed, 'profile', ordinal),
      kind: 'person',
      name: castPeople[ordinal]?.fullName ?? slug,
      fundingdb_slug: hyphenated(plain(slug)),
    };
  });
}

const asInvestor = (random: Random, { id, name, latinName }: CompanyFacts): Investor =>
  present({
    id,
    kind: random.maybe(0.96, 'company'),
    name: random.maybe(0.97, name),
    fundingdb_slug: random.maybe(0.85, hyphenated(plain(latinName))),
  });

function investorsOf(
  random: Random,
  date: Day,
  funds: Weighted<CompanyFacts>,
  people: readonly Investor[],
): Investor[] {
  const chosen = new Set<CompanyFacts>();
  for (let wanted = random.integer(1, 4); wanted > 0; wanted -= 1) {
    const fund = funds.pick(random);
    if (fund && fund.founded < date && (fund.closed === null || fund.closed > date)) chosen.add(fund);
  }
  const investors = [...chosen].map((fund) => asInvestor(random, fund));
  if (random.chance(0.25)) investors.push(random.pick(people));
  if (random.chance(0.06)) investors.push({ kind: 'company', name: 'Undisclosed family office' });
  return investors;
}

/** Oldest first. Only companies that investors pay for have rounds; one in ten keeps them to itself. */
export function roundsOf(
  seed: number,
  company: CompanyFacts,
  funds: Weighted<CompanyFacts>,
  people: readonly Investor[],
  today: Day,
): readonly Round[] {
  if (company.ownership !== 'venture_backed') return [];
  const { random } = identity(seed, 'funding', company.ordinal);
  if (random.maybe(0.9, true) === null) return [];
  const rounds: Round[] = [];
  const wanted = Math.min(stages.length, 1 + Math.floor(Math.log2(1 + company.headcount / 12)));
  const until = company.closed ?? today;
  let date = company.founded + random.integer(60, 500);
  let amount = firstAmount * (0.5 + random.number());
  for (const type of stages.slice(0, wanted)) {
    if (date >= until) break;
    rounds.push({
      type,
      amount: random.maybe(0.9, Math.round(amount / 10_000) * 10_000),
      date,
      investors: random.chance(0.93) ? investorsOf(random, date, funds, people) : [],
    });
    date += years(0.8 + 1.8 * random.number());
    amount *= 2 + 2.5 * random.number();
  }
  return rounds;
}
