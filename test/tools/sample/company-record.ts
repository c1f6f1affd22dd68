import type {
  BusinessData,
  Company,
  CompanyInfo,
  FinancingProfile,
  Funding,
  InvestorProfile,
  Workforce,
} from '../../../src/contract/record/company.ts';
import { type Day, day, isoMoment, unixSeconds, years } from './calendar.ts';
import { legalForms } from './company-names.ts';
import { identity } from './identity.ts';
import { products, sectors } from './industries.ts';
import { placeLine } from './places.ts';
import { present } from './present.ts';
import type { Random } from './random.ts';
import type { World, WorldCompany } from './world.ts';

export interface SampleCompany extends Company {
  readonly id: string;
  readonly company_info: CompanyInfo;
}

const exchanges: Readonly<Record<string, string>> = {
  'North America': 'NYSE',
  Europe: 'Euronext',
  Asia: 'TSE',
  Oceania: 'ASX',
  Africa: 'JSE',
};

/** One count a year, back to the founding, ten at most; now and then half of one is lost. */
function workforceOf(random: Random, { headcount, founded, sizeClass }: WorldCompany, today: Day): Workforce {
  const points = [];
  let count = headcount;
  for (let date = today; date > founded && points.length < 10; date -= 365) {
    const lost = random.number();
    points.push(
      present({
        timestamp: lost < 0.01 ? null : unixSeconds(date),
        count: lost > 0.99 ? null : Math.max(1, Math.round(count)),
      }),
    );
    count *= 0.72 + 0.3 * random.number();
  }
  return present({
    headcount: random.maybe(0.96, headcount),
    historical_headcount: random.maybe(0.8, points.reverse()),
    size_class: random.maybe(0.96, sizeClass),
  });
}

function financingOf(random: Random, company: WorldCompany, today: Day): FinancingProfile | null {
  const listed = company.ownership === 'public';
  if (!listed && company.rounds.length === 0) return null;
  const offered = Math.max(company.founded, day(1960)) + years(3 + 12 * random.number());
  const shares = company.headcount * random.integer(800, 9000);
  return present({
    status: random.maybe(0.95, company.ownership),
    ipo_date: listed && offered < today ? random.maybe(0.9, isoMoment(offered)) : null,
    outstanding_shares: listed ? random.maybe(0.85, shares) : null,
    market_cap: listed ? random.maybe(0.85, shares * random.integer(8, 190)) : null,
  });
}

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.integer(0, 9)).join('');

function businessOf(random: Random, company: WorldCompany, today: Day): BusinessData {
  const { ownership, industry, closed, headcount, place, founded, latinName } = company;
  const listed = ownership === 'public';
  const acquired = !listed && random.chance(0.1);
  const letters = latinName
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toUpperCase();
  return present({
    identifiers: random.maybe(
      0.9,
      present({
        stock_ticker: listed ? random.maybe(0.95, letters.slice(0, 4)) : null,
        duns_code: random.maybe(0.6, digits(random, 9)),
        cage_code: place.country === 'United States' ? random.maybe(0.4, digits(random, 5)) : null,
        naics_code: random.maybe(0.9, industry.naics),
      }),
    ),
    customer_types: random.maybe(0.85, industry.customers),
    stock_exchange: listed ? random.maybe(0.95, exchanges[place.continent] ?? 'NYSE') : null,
    is_acquired: random.maybe(0.9, acquired),
    is_exited: random.maybe(0.85, acquired || listed),
    is_government: random.maybe(0.9, ownership === 'government'),
    is_non_profit: random.maybe(0.9, ownership === 'non_profit'),
    is_shut_down: random.maybe(0.95, closed !== null),
    is_startup: random.maybe(0.9, founded > today - years(9) && headcount < 300),
    is_stealth: random.maybe(0.85, headcount < 20 && founded > today - years(3)),
    ownership_status: random.maybe(0.92, listed ? 'public' : 'private'),
    ownership_status_detailed: random.maybe(0.8, ownership),
    patent_count: random.maybe(0.5, industry.ventures ? random.integer(0, Math.ceil(headcount / 20)) : 0),
    financing_profile: financingOf(random, company, today),
  });
}

function fundingOf(random: Random, { rounds }: WorldCompany): Funding | null {
  const last = rounds.at(-1);
  if (!last) return null;
  const written = rounds.map(({ type, amount, date, investors }) =>
    present({
      type: random.maybe(0.97, type),
      amount_usd: amount,
      date: random.maybe(0.96, isoMoment(date)),
      investors: random.maybe(0.95, investors),
    }),
  );
  return present({
    last_round: random.maybe(
      0.93,
      present({
        last_round_type: random.maybe(0.96, last.type),
        last_round_amount_usd: last.amount,
        last_round_date: random.maybe(0.96, isoMoment(last.date)),
        last_round_investors: random.maybe(0.93, last.investors),
      }),
    ),
    rounds: random.maybe(0.96, written),
    total_funding_amount_usd: random.maybe(
      0.92,
      rounds.reduce((total, { amount }) => total + (amount ?? 0), 0),
    ),
  });
}

function investorOf(random: Random, world: World, company: WorldCompany): InvestorProfile | null {
  if (company.ownership !== 'partnership') return null;
  const portfolio = world.portfolios.get(company.id) ?? [];
  return present({
    type: random.maybe(0.75, [random.chance(0.7) ? 'Venture Capital' : 'Private Equity']),
    specialities: random.maybe(0.8, [...new Set(portfolio.map(({ industry }) => industry.name))].slice(0, 5)),
    investments: random.maybe(
      0.8,
      portfolio.map(({ name }) => name),
    ),
    geography_focus: random.maybe(0.75, [...new Set(portfolio.map(({ place }) => place.country))].slice(0, 5)),
  });
}

export function companyRecord(world: World, company: WorldCompany): SampleCompany {
  const { random } = identity(world.seed, 'record', company.ordinal);
  const { id, name, latinName, slug, formerSlug, industry, place, domain, websites, offices } = company;
  const does = random.pick(industry.does);
  const legalForm = legalForms[place.country];
  const otherNames = [legalForm && `${name} ${legalForm}`, latinName === name ? undefined : latinName];
  const info: CompanyInfo = present({
    name,
    id,
    xnet_slugs: random.maybe(0.985, formerSlug ? [slug, formerSlug] : [slug]),
    alternative_names: random.maybe(
      0.7,
      otherNames.filter((one) => one !== undefined),
    ),
    description: random.maybe(
      0.85,
      `${name} ${does}. Founded in ${isoMoment(company.founded).slice(0, 4)}, it is led from ${place.city}.`,
    ),
    summary: random.maybe(0.7, `${name} ${does}.`),
    contact_info: random.maybe(
      0.85,
      present({
        email: random.maybe(0.8, `hello@${domain}`),
        phone: random.maybe(0.5, `+999 555 ${digits(random, 6)}`),
        url: random.maybe(0.9, `https://${domain}`),
      }),
    ),
    canonical_name: random.maybe(0.97, name.toLowerCase()),
    founded: random.maybe(0.88, isoMoment(company.founded)),
    workforce: random.maybe(0.95, workforceOf(random, company, world.today)),
    tech_stack: random.maybe(
      0.55,
      present({ products: random.maybe(0.95, random.some(products, random.integer(1, 6))) }),
    ),
    business_data: random.maybe(0.95, businessOf(random, company, world.today)),
    social_media: random.maybe(0.97, company.accounts),
    locations: random.maybe(
      0.95,
      offices.map((office, index) =>
        present({
          name: random.maybe(0.97, placeLine(office)),
          country: random.maybe(0.97, office.country),
          is_primary: random.maybe(0.95, index === 0),
        }),
      ),
    ),
    logo_url: company.logoUrl,
    investor: investorOf(random, world, company),
    funding: fundingOf(random, company),
    updated_at: random.maybe(0.97, isoMoment(world.today - random.integer(0, 300), random.number())),
    industries: random.maybe(0.97, random.chance(0.4) ? [industry.name, random.pick(sectors)] : [industry.name]),
    websites: random.maybe(0.98, websites),
  });
  return { id, company_info: info };
}
