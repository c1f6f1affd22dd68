import type { Experience, ProfileInfo } from '../../../src/contract/record/profile.ts';
import type { CompanyInput, ProfileInput } from '../../../src/store/record/write.ts';
import type { Plan } from '../../../src/store/team/team.ts';

/**
 * A small named cast: four companies, ten people whose careers really overlap, and seven teams. Who knows whom, and how
 * well, follows from the dates below; the tests work it out by hand.
 */

/** The cast's clock stands here, so that what lasts until today has a length. */
export const present = new Date('2026-01-15T12:00:00.000Z');

const uuid = (kind: string, number: number): string =>
  `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A record id that nothing has. */
export const nobody = uuid('0', 1);

const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
const urlOf = (kind: 'in' | 'company', slug: string): string =>
  `https://xnet.example/${kind}/${encodeURIComponent(slug)}`;

function company(number: number, name: string, industries: readonly string[], headcount: number) {
  const slug = slugOf(name);
  return {
    id: uuid('c', number),
    company_info: {
      id: uuid('c', number),
      name,
      canonical_name: name.toLowerCase(),
      xnet_slugs: [slug],
      websites: [`${slug}.example`],
      industries,
      workforce: { headcount },
      social_media: [{ network: 'xnet', id: String(5000 + number), slug, url: urlOf('company', slug) }],
      locations: [{ name: 'Lisbon, Portugal', country: 'Portugal', is_primary: true }],
    },
  } satisfies CompanyInput;
}

const delta = company(4, 'Delta Ventures', ['Venture Capital'], 12);
const cobalt = company(3, 'Cobalt Systems', ['Software'], 35);

export const companies = {
  aurora: company(1, 'Aurora Labs', ['Research', 'Software'], 120),
  brightwater: company(2, 'Brightwater', ['Utilities'], 2400),
  /** Delta's portfolio. */
  cobalt: {
    ...cobalt,
    company_info: {
      ...cobalt.company_info,
      funding: {
        rounds: [
          {
            type: 'seed',
            amount_usd: 2_000_000,
            date: '2019-05-01T00:00:00Z',
            investors: [{ id: delta.id, kind: 'company', name: 'Delta Ventures', fundingdb_slug: 'delta-ventures' }],
          },
        ],
      },
    },
  },
  delta,
} satisfies Record<string, CompanyInput>;

type CompanyName = keyof typeof companies;

interface Stay {
  readonly from: string;
  /** Absent: until today. */
  readonly to?: string;
}

interface Life {
  readonly jobs?: readonly (Stay & { readonly at: CompanyName; readonly title: string })[];
  readonly trinity?: Stay & { readonly major: string };
  readonly more?: Partial<ProfileInfo>;
}

function experience({ at, title, from, to }: NonNullable<Life['jobs']>[number]): Experience {
  const { id, company_info: info } = companies[at];
  return {
    status: to === undefined ? 'current' : 'past',
    is_current: to === undefined,
    company_id: id,
    company: {
      id,
      name: info.name,
      websites: info.websites,
      industries: info.industries,
      social_media: info.social_media,
    },
    title,
    start_date: from,
    ...(to === undefined ? {} : { end_date: to }),
  };
}

function person(number: number, name: string, { jobs = [], trinity, more = {} }: Life): ProfileInput {
  const [first = '', last = ''] = name.split(' ');
  const slug = slugOf(name);
  const current = jobs.find(({ to }) => to === undefined);
  const employer = current && companies[current.at];
  return {
    id: uuid('a', number),
    profile_info: {
      id: uuid('a', number),
      full_name: name,
      first_name: first,
      last_name: last,
      xnet_url: urlOf('in', slug),
      experience: jobs.map(experience),
      social_media: [
        { network: 'xnet', id: String(1000 + number), entity_id: `ACoAA${number}`, slug, url: urlOf('in', slug) },
      ],
      ...(current && employer
        ? {
            current_title: current.title,
            current_company_id: employer.id,
            current_company_name: employer.company_info.name,
            current_company_websites: employer.company_info.websites,
          }
        : {}),
      ...(trinity
        ? {
            education: [
              {
                school: { name: 'Trinity College' },
                majors: [trinity.major],
                start_date: trinity.from,
                ...(trinity.to === undefined ? {} : { end_date: trinity.to }),
              },
            ],
          }
        : {}),
      ...more,
    },
  };
}

export const people = {
  ada: person(1, 'Ada Moreau', {
    jobs: [
      { at: 'brightwater', title: 'Chief Engineer', from: '2020-01-01' },
      { at: 'aurora', title: 'Engineer', from: '2015-01-01', to: '2019-12-31' },
    ],
    trinity: { major: 'Mathematics', from: '2011-09-01', to: '2014-06-30' },
    more: { work_email: 'ada@brightwater.example', skills: ['Turbines', 'Rust'], hiring: true },
  }),
  ben: person(2, 'Ben Okafor', {
    jobs: [
      { at: 'cobalt', title: 'Staff Engineer', from: '2019-01-01' },
      { at: 'aurora', title: 'Engineer', from: '2017-01-01', to: '2018-12-31' },
    ],
    more: { work_email: 'ben@cobalt-systems.example', hiring: false },
  }),
  chloe: person(3, 'Chloé Núñez', { jobs: [{ at: 'aurora', title: 'Head of Research', from: '2018-07-01' }] }),
  dmitri: person(4, 'Dmitri Volkov', {
    jobs: [
      { at: 'delta', title: 'Partner', from: '2021-06-01' },
      { at: 'brightwater', title: 'Analyst', from: '2020-06-01', to: '2021-05-31' },
    ],
    trinity: { major: 'Mathematics', from: '2010-09-01', to: '2014-06-30' },
  }),
  eve: person(5, 'Eve Larsen', {
    jobs: [
      { at: 'brightwater', title: 'Engineer', from: '2022-01-01' },
      { at: 'cobalt', title: 'Engineer', from: '2019-01-01', to: '2019-12-31' },
    ],
  }),
  /** Left Cobalt the day before Ben came; the two are connected on the external network. */
  farid: person(6, 'Farid Haddad', {
    jobs: [{ at: 'cobalt', title: 'Founder', from: '2015-01-01', to: '2018-12-31' }],
  }),
  grace: person(7, 'Grace Oduya', { trinity: { major: 'History', from: '2011-09-01', to: '2013-06-30' } }),
  /** Left Aurora before anybody else came. */
  hiro: person(8, 'Hiro Tanaka', {
    jobs: [{ at: 'aurora', title: 'Engineer', from: '2010-01-01', to: '2012-12-31' }],
  }),
  /** Nothing is known of her but a name. */
  ines: person(9, 'Ines Prado', {}),
  jonas: person(10, 'Jonas Weber', { jobs: [{ at: 'delta', title: 'Investor', from: '2020-01-01' }] }),
} satisfies Record<string, ProfileInput>;

export type PersonName = keyof typeof people;

export const teams = {
  /** A partner, with Lighthouse under it. */
  harbor: { id: uuid('e', 1), connectors: ['farid'] },
  lighthouse: { id: uuid('e', 2), connectors: ['dmitri'] },
  /** A plain team with a network. */
  orchard: { id: uuid('e', 3), connectors: ['ada', 'ben'] },
  /** A plain team without one. */
  meadow: { id: uuid('e', 4), connectors: [] },
  /** A plain team with overage protection on and an allowance of five. */
  quarry: { id: uuid('e', 5), connectors: [] },
  /** Another partner, with Reef under it. */
  cove: { id: uuid('e', 6), connectors: [] },
  reef: { id: uuid('e', 7), connectors: [] },
} as const satisfies Record<string, { readonly id: string; readonly connectors: readonly PersonName[] }>;

export type TeamName = keyof typeof teams;

export const plans: Readonly<Record<TeamName, Plan & { readonly under?: TeamName }>> = {
  harbor: { isPartner: true },
  lighthouse: { under: 'harbor' },
  orchard: {},
  meadow: {},
  quarry: { allowance: 5, overageProtection: true },
  cove: { isPartner: true },
  reef: { under: 'cove' },
};

/** What teams have tagged. */
export const tags = {
  profile: [{ team: 'orchard', name: 'priority', recordId: people.ada.id }],
  company: [{ team: 'orchard', name: 'target', recordId: companies.aurora.id }],
} as const;

export const lists = [
  { team: 'orchard', name: 'Hiring', profileId: people.ada.id, status: 'contacted' },
  { team: 'orchard', name: 'Hiring', profileId: people.ben.id, status: undefined },
] as const;

/** A team's API key. */
export const keyOf = (team: TeamName): string => `kith_test_${team}`;
