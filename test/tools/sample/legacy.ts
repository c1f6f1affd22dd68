import type { Job } from './career.ts';
import { angelSlugs } from './cast.ts';
import type { Life } from './person.ts';
import { placeLine, places } from './places.ts';
import { present } from './present.ts';
import { words } from './words.ts';
import type { World } from './world.ts';

/** What only v2 shows of a profile. Source: the specification's "v2 field differences". */
export type LegacyProfile = {
  readonly other_locations?: readonly string[];
  readonly investor_data?: InvestorData;
};

export interface InvestorData {
  readonly description?: string | null;
  readonly type?: readonly string[] | null;
  readonly industry_focus?: readonly string[] | null;
  readonly stage_focus?: readonly string[] | null;
  readonly geo_focus?: readonly string[] | null;
  readonly check_size?: readonly string[] | null;
  readonly portfolio_companies?: readonly { readonly id: string }[] | null;
}

const stages = words('Pre-Seed,Seed,Series A,Series B,Growth');
const checks = words('25k-100k,100k-500k,500k-2m,2m-10m');

/** Those invest who work at an investor, and the angels of the cast. */
function investorData(world: World, { id, cast, random }: Life, job: Job | undefined): InvestorData | undefined {
  const fund =
    job?.workplace.kind === 'known' && job.workplace.company.ownership === 'partnership'
      ? job.workplace.company
      : undefined;
  const angel = cast !== undefined && angelSlugs.includes(cast.slug);
  if (!fund && !angel) return undefined;
  const portfolio = [...(world.portfolios.get(id) ?? []), ...(fund ? (world.portfolios.get(fund.id) ?? []) : [])];
  const own = random.some(portfolio, 8);
  return present({
    description: random.maybe(0.7, 'Invests early and stays long.'),
    type: random.maybe(0.9, [angel ? 'Angel' : 'Venture Capital']),
    industry_focus: random.maybe(0.8, [...new Set(own.map(({ industry }) => industry.name))]),
    stage_focus: random.maybe(0.8, random.some(stages, 2)),
    geo_focus: random.maybe(0.7, [...new Set(own.map(({ place }) => place.country))]),
    check_size: random.maybe(0.6, [random.pick(checks)]),
    portfolio_companies: random.maybe(
      0.9,
      own.map(({ id: companyId }) => ({ id: companyId })),
    ),
  });
}

export function legacyOf(world: World, life: Life, job: Job | undefined): LegacyProfile | undefined {
  const { random, place } = life;
  const elsewhere = random.chance(0.3)
    ? [...new Set([random.pick(places), random.pick(places)])].filter((one) => one !== place)
    : [];
  const investor_data = investorData(world, life, job);
  if (elsewhere.length === 0 && investor_data === undefined) return undefined;
  return {
    ...(elsewhere.length > 0 ? { other_locations: elsewhere.map(placeLine) } : {}),
    ...(investor_data === undefined ? {} : { investor_data }),
  };
}
