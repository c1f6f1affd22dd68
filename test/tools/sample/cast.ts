/**
 * The people and companies of the sample that have a name in the documentation, whatever the seed: they come first, in
 * this order, so that the ordinal of each is its place in the list. The demo teams' connectors are among them.
 */
export interface CastCompany {
  readonly name: string;
  /** Another form of the name, in Latin letters where the name is not. */
  readonly latin?: string;
  readonly slug: string;
  readonly industry: string;
  readonly city: string;
  readonly headcount: number;
  readonly founded: number;
}

export const castCompanies = [
  {
    name: 'Lumora',
    slug: 'lumora',
    industry: 'Software Development',
    city: 'San Francisco',
    headcount: 186_000,
    founded: 1974,
  },
  {
    name: 'Halvorsen Maritime',
    slug: 'halvorsen-maritime',
    industry: 'Transportation and Logistics',
    city: 'Bergen',
    headcount: 64_000,
    founded: 1921,
  },
  {
    name: 'Brightwater Bank',
    slug: 'brightwater-bank',
    industry: 'Banking',
    city: 'London',
    headcount: 22_000,
    founded: 1887,
  },
  {
    name: 'Águila Energía',
    slug: 'águila-energía',
    industry: 'Renewable Energy',
    city: 'Madrid',
    headcount: 9_000,
    founded: 1958,
  },
  {
    name: '桜島電機',
    latin: 'Sakurajima Denki',
    slug: 'sakurajima-denki',
    industry: 'Electronics Manufacturing',
    city: '東京',
    headcount: 5_200,
    founded: 1949,
  },
  {
    name: 'Kestrel Robotics',
    slug: 'kestrel-robotics',
    industry: 'Robotics Engineering',
    city: 'Boston',
    headcount: 1_400,
    founded: 2009,
  },
  {
    name: 'Ólafsson Geothermal',
    slug: 'olafsson-geothermal',
    industry: 'Renewable Energy',
    city: 'Reykjavík',
    headcount: 620,
    founded: 1999,
  },
  {
    name: 'Paperlantern Games',
    slug: 'paperlantern-games',
    industry: 'Computer Games',
    city: 'Montréal',
    headcount: 240,
    founded: 2013,
  },
  {
    name: 'Meridian Health Network',
    slug: 'meridian-health-network',
    industry: 'Non-profit Organizations',
    city: 'Toronto',
    headcount: 3_100,
    founded: 1966,
  },
  {
    name: 'Harbour Street Ventures',
    slug: 'harbour-street-ventures',
    industry: 'Venture Capital and Private Equity',
    city: 'London',
    headcount: 35,
    founded: 1996,
  },
  {
    name: 'Blue Heron Capital',
    slug: 'blue-heron-capital',
    industry: 'Venture Capital and Private Equity',
    city: 'New York',
    headcount: 90,
    founded: 1984,
  },
  {
    name: 'Sapphire Gate Partners',
    slug: 'sapphire-gate-partners',
    industry: 'Venture Capital and Private Equity',
    city: 'Singapore',
    headcount: 22,
    founded: 2002,
  },
  {
    name: 'Nordhavn Port Authority',
    slug: 'nordhavn-port-authority',
    industry: 'Government Administration',
    city: 'København',
    headcount: 2_900,
    founded: 1934,
  },
  { name: 'Quillon', slug: 'quillon', industry: 'Cybersecurity', city: 'Berlin', headcount: 14, founded: 2024 },
] as const satisfies readonly CastCompany[];

export interface CastPerson {
  readonly given: string;
  readonly family: string;
  readonly fullName: string;
  readonly slug: string;
  readonly city: string;
  readonly function: string;
  /** Since when and at which company of the cast, oldest first; the last is current. */
  readonly career: readonly (readonly [since: number, companySlug: CastCompanySlug])[];
  /** How far up the ladder (`roles.ts`) the last stop begins, at least. */
  readonly rung: number;
}

type CastCompanySlug = (typeof castCompanies)[number]['slug'];

type Row = readonly [
  fullName: string,
  given: string,
  family: string,
  slug: string,
  city: string,
  jobFunction: string,
  career: CastPerson['career'],
  rung?: number,
];

const rows: readonly Row[] = [
  [
    'Łukasz Żurawski',
    'Łukasz',
    'Żurawski',
    'łukasz-żurawski',
    'Kraków',
    'Engineering',
    [
      [2006, 'sakurajima-denki'],
      [2011, 'lumora'],
      [2018, 'kestrel-robotics'],
    ],
    4,
  ],
  [
    'Nguyễn Thị Minh Anh',
    'Thị Minh Anh',
    'Nguyễn',
    'nguyen-thi-minh-anh',
    'Singapore',
    'Product Management',
    [
      [2012, 'lumora'],
      [2020, 'sapphire-gate-partners'],
    ],
  ],
  [
    '王小明',
    '小明',
    '王',
    '王小明',
    '上海',
    'Data Science',
    [
      [2008, 'sakurajima-denki'],
      [2016, 'lumora'],
    ],
  ],
  [
    'José García Márquez',
    'José',
    'García Márquez',
    'josé-garcía-márquez',
    'Madrid',
    'Operations',
    [
      [2001, 'águila-energía'],
      [2014, 'halvorsen-maritime'],
    ],
  ],
  [
    'Ólafur Jónsson',
    'Ólafur',
    'Jónsson',
    'olafur-jonsson',
    'Reykjavík',
    'Research',
    [
      [2003, 'halvorsen-maritime'],
      [2009, 'olafsson-geothermal'],
    ],
  ],
  [
    "Siobhán O'Brien",
    'Siobhán',
    "O'Brien",
    'siobhan-obrien',
    'London',
    'Finance',
    [
      [2004, 'brightwater-bank'],
      [2012, 'harbour-street-ventures'],
    ],
    5,
  ],
  [
    'Amara Okafor',
    'Amara',
    'Okafor',
    'amara-okafor',
    'Lagos',
    'Marketing',
    [
      [2010, 'brightwater-bank'],
      [2017, 'lumora'],
    ],
  ],
  [
    'Anne-Marie Lefèvre-Dubois',
    'Anne-Marie',
    'Lefèvre-Dubois',
    'anne-marie-lefevre-dubois',
    'Paris',
    'Sales',
    [
      [2002, 'halvorsen-maritime'],
      [2013, 'águila-energía'],
      [2021, 'paperlantern-games'],
    ],
  ],
  [
    'Priya Raghunathan',
    'Priya',
    'Raghunathan',
    'priya-raghunathan',
    'Bengaluru',
    'Engineering',
    [
      [2009, 'lumora'],
      [2022, 'kestrel-robotics'],
    ],
    5,
  ],
  [
    'Jan van der Meer',
    'Jan',
    'van der Meer',
    'jan-van-der-meer',
    'Rotterdam',
    'Operations',
    [[1998, 'halvorsen-maritime']],
    5,
  ],
  [
    'Yael Ben-David',
    'Yael',
    'Ben-David',
    'yael-ben-david',
    'Tel Aviv',
    'Engineering',
    [
      [2015, 'kestrel-robotics'],
      [2024, 'quillon'],
    ],
  ],
  [
    'Kofi Mensah',
    'Kofi',
    'Mensah',
    'kofi-mensah',
    'Accra',
    'Human Resources',
    [
      [2007, 'meridian-health-network'],
      [2019, 'brightwater-bank'],
    ],
  ],
  [
    'Margaret Chen',
    'Margaret',
    'Chen',
    'margaret-chen',
    'New York',
    'Finance',
    [
      [1994, 'brightwater-bank'],
      [2003, 'blue-heron-capital'],
    ],
    7,
  ],
  [
    'Søren Østergaard',
    'Søren',
    'Østergaard',
    'søren-østergaard',
    'København',
    'Operations',
    [
      [2005, 'halvorsen-maritime'],
      [2015, 'nordhavn-port-authority'],
    ],
  ],
  [
    'Δήμητρα Παπαδοπούλου',
    'Δήμητρα',
    'Παπαδοπούλου',
    'δήμητρα-παπαδοπούλου',
    'Αθήνα',
    'Legal',
    [
      [2008, 'brightwater-bank'],
      [2016, 'halvorsen-maritime'],
    ],
  ],
  [
    'Rashid al-Farsi',
    'Rashid',
    'al-Farsi',
    'rashid-al-farsi',
    'Dubai',
    'Finance',
    [
      [2011, 'águila-energía'],
      [2018, 'sapphire-gate-partners'],
    ],
  ],
  [
    '田中 恵子',
    '恵子',
    '田中',
    '田中恵子',
    '東京',
    'Engineering',
    [
      [1999, 'sakurajima-denki'],
      [2017, 'kestrel-robotics'],
    ],
  ],
  [
    'Mateus dos Santos Falcão',
    'Mateus',
    'dos Santos Falcão',
    'mateus-falcao',
    'São Paulo',
    'Sales',
    [
      [2010, 'lumora'],
      [2019, 'águila-energía'],
    ],
  ],
  [
    'Юлия Соколова',
    'Юлия',
    'Соколова',
    'юлия-соколова',
    'Berlin',
    'Data Science',
    [
      [2014, 'paperlantern-games'],
      [2020, 'lumora'],
    ],
  ],
  ['Hēmi Ngata', 'Hēmi', 'Ngata', 'hemi-ngata', 'Auckland', 'Design', [[2013, 'paperlantern-games']]],
  [
    'Grace Hollingworth',
    'Grace',
    'Hollingworth',
    'grace-hollingworth',
    'London',
    'Finance',
    [[1997, 'brightwater-bank']],
    6,
  ],
  [
    'Tomás Ó Súilleabháin',
    'Tomás',
    'Ó Súilleabháin',
    'tomás-ó-súilleabháin',
    'Dublin',
    'Engineering',
    [[2000, 'lumora']],
  ],
  [
    'Farah Haddad',
    'Farah',
    'Haddad',
    'farah-haddad',
    'Dubai',
    'Sales',
    [
      [2006, 'lumora'],
      [2016, 'harbour-street-ventures'],
    ],
  ],
  [
    'Viktor Lindqvist',
    'Viktor',
    'Lindqvist',
    'viktor-lindqvist',
    'Stockholm',
    'Engineering',
    [
      [2002, 'halvorsen-maritime'],
      [2012, 'kestrel-robotics'],
    ],
  ],
  [
    'Mei-Ling Torres',
    'Mei-Ling',
    'Torres',
    'mei-ling-torres',
    'Boston',
    'Engineering',
    [
      [2008, 'lumora'],
      [2015, 'kestrel-robotics'],
    ],
    6,
  ],
];

export const castPeople: readonly CastPerson[] = rows.map(
  ([fullName, given, family, slug, city, jobFunction, career, rung = 1]) => ({
    fullName,
    given,
    family,
    slug,
    city,
    function: jobFunction,
    career,
    rung,
  }),
);

/** Those of the cast who put money of their own into young companies. */
export const angelSlugs: readonly string[] = [
  'grace-hollingworth',
  'tomás-ó-súilleabháin',
  'farah-haddad',
  'viktor-lindqvist',
];

const companyOrdinals = new Map<string, number>(castCompanies.map(({ slug }, ordinal) => [slug, ordinal]));
const personOrdinals = new Map<string, number>(castPeople.map(({ slug }, ordinal) => [slug, ordinal]));

function known(ordinal: number | undefined, slug: string): number {
  if (ordinal === undefined) throw new RangeError(`slug: must be one of the cast's, but got ${slug}.`);
  return ordinal;
}

export const castCompanyOrdinal = (slug: string): number => known(companyOrdinals.get(slug), slug);
export const castPersonOrdinal = (slug: string): number => known(personOrdinals.get(slug), slug);
