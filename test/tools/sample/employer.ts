import type {
  CompanyAccount,
  Employer,
  EmployerLocation,
  HeadcountRange,
} from '../../../src/contract/record/profile.ts';
import { isoMoment } from './calendar.ts';
import type { CompanyFacts } from './company.ts';
import { companyUrl, identity } from './identity.ts';
import { type Place, placeLine, places } from './places.ts';
import { present } from './present.ts';
import type { Random } from './random.ts';

/** What a company's own record and the careers that name it tell alike. */
export interface Appearance {
  readonly sizeClass: string;
  readonly size: HeadcountRange;
  /** The main office first. */
  readonly offices: readonly Place[];
  readonly accounts: readonly CompanyAccount[];
  readonly logoUrl: string | null;
  readonly websites: readonly string[];
  /** The summary of the company in a career entry. */
  readonly employer: Employer;
  /** The summary in an entry that has nothing but what identifies the company. */
  readonly briefEmployer: Employer;
}

const sizes: readonly (readonly [least: number, greatest: number | null])[] = [
  [1, 10],
  [11, 50],
  [51, 200],
  [201, 500],
  [501, 1000],
  [1001, 5000],
  [5001, 10_000],
  [10_001, null],
];

function accountsOf(random: Random, company: CompanyFacts): CompanyAccount[] {
  const accounts: CompanyAccount[] = [
    present({
      network: 'xnet',
      id: random.maybe(0.97, String(company.accountId)),
      slug: company.slug,
      url: random.maybe(0.97, companyUrl(company.slug)),
    }),
  ];
  if (company.formerSlug) accounts.push({ network: 'xnet', slug: company.formerSlug });
  if (random.chance(0.3))
    accounts.push({ network: 'chirp', url: `https://chirp.example/${company.domain.split('.')[0]}` });
  return accounts;
}

/** Large companies have many offices. */
function officesOf(random: Random, { place, headcount }: CompanyFacts): Place[] {
  const others = Math.max(0, Math.floor(Math.log10(headcount) - 2.5 + random.number()));
  return [...new Set([place, ...Array.from({ length: others }, () => random.pick(places))])];
}

const officeOf = (random: Random, place: Place, primary: boolean): EmployerLocation =>
  present({
    name: random.maybe(0.95, placeLine(place)),
    city: random.maybe(0.97, place.city),
    state: place.state,
    country: random.maybe(0.97, place.country),
    is_primary: random.maybe(0.97, primary),
  });

export function appearanceOf(seed: number, company: CompanyFacts): Appearance {
  const { random } = identity(seed, 'employer', company.ordinal);
  const { headcount, domain, industry } = company;
  const [least, greatest] = sizes.find(([, most]) => most === null || headcount <= most) ?? [1, null];
  const size = present({ min: least === 1 ? random.maybe(0.7, least) : least, max: greatest });
  const offices = officesOf(random, company);
  const accounts = accountsOf(random, company);
  const logoUrl = random.maybe(0.8, `https://images.xnet.example/company/${company.accountId}.png`);
  const websites = random.maybe(0.93, [domain, ...(random.chance(0.08) ? [`shop.${domain}`] : [])]) ?? [];
  return {
    sizeClass: greatest === null ? `${least}+` : `${least}-${greatest}`,
    size,
    offices,
    accounts,
    logoUrl,
    websites,
    briefEmployer: present({ id: company.id, name: company.name, social_media: accounts, websites }),
    employer: present({
      id: company.id,
      canonical_name: random.maybe(0.95, company.name.toLowerCase()),
      name: company.name,
      founded: random.maybe(0.85, isoMoment(company.founded)),
      size: random.maybe(0.92, size),
      social_media: random.maybe(0.95, accounts),
      locations: random.maybe(
        0.93,
        offices.slice(0, 2).map((place, index) => officeOf(random, place, index === 0)),
      ),
      industries: random.maybe(0.95, [industry.name]),
      websites: random.maybe(0.95, websites),
      logo_url: logoUrl,
    }),
  };
}
