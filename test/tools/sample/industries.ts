import { words } from './words.ts';

/** A line of business, and what its companies are made of. */
export interface Industry {
  readonly name: string;
  readonly naics: string;
  /** How many of the sample's companies are in it, against other industries. */
  readonly weight: number;
  /** What its companies call themselves. */
  readonly nouns: readonly string[];
  /** Ends the sentence “X …”. */
  readonly does: readonly string[];
  readonly customers: readonly string[];
  /** Whether investors pay for its young companies. */
  readonly ventures: boolean;
}

type Row = readonly [
  name: string,
  naics: string,
  weight: number,
  ventures: boolean,
  nouns: string,
  customers: string,
  does: readonly string[],
];

const rows: readonly Row[] = [
  [
    'Software Development',
    '513210',
    12,
    true,
    'Software,Labs,Systems,Cloud,Technologies,Works',
    'b2b',
    ['makes software that runs the back office of mid-sized companies', 'helps developers ship safer releases'],
  ],
  [
    'Information Services',
    '519290',
    6,
    true,
    'Data,Analytics,Insights,Intelligence',
    'b2b,b2g',
    ['turns public registers into data that one can query', 'answers questions about markets within a minute'],
  ],
  [
    'Financial Services',
    '522320',
    6,
    true,
    'Pay,Finance,Capital Markets,Ledger',
    'b2b,b2c',
    ['moves money between currencies at cost', 'lends to shops on the strength of their tills'],
  ],
  ['Banking', '522110', 3, false, 'Bank,Savings Bank,Trust', 'b2c,b2b', ['keeps the savings of three generations']],
  ['Insurance', '524126', 3, false, 'Insurance,Mutual,Assurance', 'b2c,b2b', ['insures homes, harvests and ships']],
  [
    'Biotechnology Research',
    '541714',
    5,
    true,
    'Biosciences,Therapeutics,Genomics,Bio',
    'b2b',
    ['develops therapies for rare diseases of the liver', 'reads genomes at a bedside’s pace'],
  ],
  [
    'Hospitals and Health Care',
    '622110',
    5,
    false,
    'Health,Clinics,Care,Medical Group',
    'b2c',
    ['runs clinics that are open when people are off work'],
  ],
  [
    'Medical Equipment Manufacturing',
    '339112',
    3,
    true,
    'Medical,Diagnostics,Devices',
    'b2b',
    ['builds ultrasound probes that fit a pocket'],
  ],
  [
    'Renewable Energy',
    '221114',
    5,
    true,
    'Energy,Solar,Wind,Power',
    'b2b,b2g',
    ['builds and runs solar parks on former mines', 'stores wind power in sand'],
  ],
  ['Oil and Gas', '211120', 2, false, 'Petroleum,Resources,Exploration', 'b2b', ['finds, pumps and ships crude oil']],
  [
    'Transportation and Logistics',
    '488510',
    5,
    true,
    'Logistics,Freight,Shipping,Transport',
    'b2b',
    ['carries containers between ports and doors', 'routes parcels through the night'],
  ],
  [
    'Automotive',
    '336110',
    3,
    false,
    'Motors,Automotive,Mobility',
    'b2c,b2b',
    ['builds drive trains for electric vans'],
  ],
  [
    'Robotics Engineering',
    '333998',
    3,
    true,
    'Robotics,Automation,Machines',
    'b2b',
    ['builds robots that pick fruit without bruising it', 'automates the last hand-packed warehouses'],
  ],
  ['Aerospace', '336414', 2, true, 'Aerospace,Aviation,Orbital', 'b2g,b2b', ['launches small satellites from the sea']],
  [
    'Semiconductors',
    '334413',
    2,
    true,
    'Semiconductors,Photonics,Micro',
    'b2b',
    ['etches sensors for cars and phones'],
  ],
  [
    'Electronics Manufacturing',
    '334419',
    3,
    false,
    'Electronics,Instruments,Components',
    'b2b',
    ['makes the small motors inside other people’s products'],
  ],
  ['Construction', '236220', 4, false, 'Construction,Builders,Civil', 'b2b,b2g', ['builds schools, bridges and quays']],
  [
    'Real Estate',
    '531120',
    3,
    false,
    'Properties,Homes,Estates',
    'b2c,b2b',
    ['lets flats at a rent one can plan with'],
  ],
  ['Retail', '455110', 4, false, 'Stores,Market,Retail', 'b2c', ['sells household goods in 140 towns']],
  [
    'E-Commerce',
    '449129',
    4,
    true,
    'Shop,Direct,Marketplace',
    'b2c',
    ['brings makers’ goods to doors without a middleman'],
  ],
  [
    'Food and Beverage',
    '311999',
    4,
    true,
    'Foods,Kitchen,Brewing,Dairy',
    'b2c,b2b',
    ['makes cheese from oats', 'roasts coffee within sight of the trees'],
  ],
  ['Computer Games', '513210', 3, true, 'Games,Studio,Interactive', 'b2c', ['makes games that families finish']],
  ['Media Production', '512110', 3, false, 'Media,Pictures,Press', 'b2b,b2c', ['prints, films and streams the news']],
  [
    'Education Technology',
    '611710',
    4,
    true,
    'Learning,Academy,School',
    'b2c,b2g',
    ['teaches languages ten minutes a day'],
  ],
  ['Telecommunications', '517111', 3, false, 'Telecom,Networks,Mobile', 'b2c,b2b', ['brings fibre to islands']],
  ['Business Consulting', '541611', 5, false, 'Consulting,Advisory,Partners', 'b2b', ['advises on what not to do']],
  ['Law Practice', '541110', 2, false, 'Legal,Chambers,Law', 'b2b,b2c', ['counsels founders and families']],
  ['Cybersecurity', '541512', 4, true, 'Security,Shield,Cyber', 'b2b,b2g', ['finds the leak before others do']],
  ['Agriculture', '111998', 2, true, 'Farms,Agritech,Growers', 'b2b', ['grows leaf vegetables in shafts of old mines']],
  ['Textile Manufacturing', '313210', 2, false, 'Textiles,Mills,Apparel', 'b2b,b2c', ['weaves cloth from nettles']],
  [
    'Non-profit Organizations',
    '813319',
    3,
    false,
    'Foundation,Relief,Trust for Nature',
    'b2c',
    ['plants mangroves where storms come ashore'],
  ],
  ['Government Administration', '921190', 2, false, 'Agency,Authority,Council', 'b2c', ['serves its citizens']],
  [
    'Venture Capital and Private Equity',
    '523910',
    0,
    false,
    'Ventures,Capital,Partners,Growth',
    'b2b',
    ['backs founders from the first prototype on', 'buys mid-sized companies and keeps them'],
  ],
];

export const industries: readonly Industry[] = rows.map(([name, naics, weight, ventures, nouns, customers, does]) => ({
  name,
  naics,
  weight,
  ventures,
  does,
  nouns: words(nouns),
  customers: words(customers),
}));

export function industryOf(name: string): Industry {
  const industry = industries.find((candidate) => candidate.name === name);
  if (!industry) throw new RangeError(`industry: must be one of the sample's industries, but got ${name}.`);
  return industry;
}

/** Wide labels that stand beside an industry's own name. */
export const sectors = words('Technology,Sustainability,Manufacturing,Services,Health,Consumer Goods,Infrastructure');

export const products = words(
  'PostgreSQL,Kubernetes,Kafka,React,TypeScript,Terraform,Redis,Python,Snowplow,Grafana,Salesline,Ticketwell,Paperboat CMS,Nimbus Cloud,Beacon Analytics',
);
