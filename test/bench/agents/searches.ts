/** Conditions of a search, in the words of the records, as an agent would give them that knows all of these. */
export interface Conditions {
  readonly name?: string;
  readonly title?: string;
  readonly employer?: string;
  readonly website?: string;
  readonly pastEmployer?: string;
  /** A part of the line of a place. */
  readonly place?: string | readonly string[];
  /** Where some records have no such line. */
  readonly town?: string;
  readonly country?: string | readonly string[];
  readonly industry?: string;
  readonly seniority?: string;
  readonly function?: string;
  readonly skills?: readonly string[];
  readonly school?: string;
  readonly technology?: string;
  readonly headcount?: { readonly gte?: number; readonly lte?: number };
  readonly founded?: { readonly gte?: string; readonly lt?: string };
  readonly inNetwork?: boolean;
}

/** What the tasks that search ask for: by the task. */
export const searches: Readonly<Record<string, Conditions>> = {
  'VPs of Engineering at Kestrel Robotics': { title: 'VP of Engineering', employer: 'Kestrel Robotics' },
  'Who works in sales in Paris?': { function: 'Sales', place: 'Paris' },
  'People with Kubernetes in Germany': { skills: ['Kubernetes'], country: 'Germany' },
  'Former Lumora VPs living in London': { pastEmployer: 'Lumora', seniority: 'vp', place: 'London' },
  'C-level alumni of Charles River College': { school: 'Charles River College', seniority: 'cxo' },
  'CFOs in Spain': { title: 'Chief Financial Officer', country: 'Spain' },
  'Data Scientists in Madrid': { title: 'Data Scientist', place: 'Madrid' },
  'People in renewable energy in Madrid': { industry: 'Renewable Energy', place: 'Madrid' },
  'Recruiters at Brightwater Bank Ltd': { title: 'Recruiter', employer: 'Brightwater Bank' },
  'Directors at Meridian Health Network': { employer: 'Meridian Health Network', seniority: 'director' },
  'Who can do Rust and Distributed Systems?': { skills: ['Rust', 'Distributed Systems'] },
  'Interns at Lumora in New York': { seniority: 'intern', employer: 'Lumora', place: 'New York' },
  'Founders in Sydney': { seniority: 'founder', place: 'Sydney' },
  'People who left Brightwater Bank and are now CTOs': {
    pastEmployer: 'Brightwater Bank',
    title: 'Chief Technology Officer',
  },
  'Product people in Munich': { function: 'Product Management', place: 'München' },
  'Engineers from Technische Hochschule Isartal now at Lumora': {
    school: 'Technische Hochschule Isartal',
    function: 'Engineering',
    employer: 'Lumora',
  },
  'Astronauts in Reykjavik': { title: 'Astronaut', place: 'Reykjavík' },
  'Anyone at Obermoor Ziegelwerke?': { employer: 'Obermoor Ziegelwerke' },
  'Heads of people in our network': { title: 'VP of People', inNetwork: true },
  'Everyone at Kestrel Robotics, all of them': { employer: 'Kestrel Robotics' },
  'Who is in San Francisco with Machine Learning?': { skills: ['Machine Learning'], place: 'San Francisco' },
  'Robotics firms': { industry: 'Robotics Engineering' },
  'Banks in London': { industry: 'Banking', place: 'London' },
  'Firms with more than 5000 people': { headcount: { gte: 5000 } },
  'Companies in Iceland': { country: 'Iceland' },
  'Venture funds in Singapore': { industry: 'Venture Capital and Private Equity', place: 'Singapore' },
  'Find the firm Lumora Inc.': { name: 'Lumora' },
  'Companies that use Snowplow': { technology: 'Snowplow' },
  "Find the Lumora people called O'Connor": { name: "O'Connor", employer: 'Lumora' },
  'List general partners of funds': { title: 'General Partner' },
  'C-level people in aerospace': { industry: 'Aerospace', seniority: 'cxo' },
  'Who speaks Spanish and knows IFRS in Spain?': { skills: ['IFRS', 'Spanish'], country: 'Spain' },
  'Boston interns': { seniority: 'intern', place: 'Boston' },
  'Legal team of Halvorsen Maritime AS': { function: 'Legal', employer: 'Halvorsen Maritime' },
  'People who studied at Ecole superieure de Montval and are VPs now': {
    school: 'École supérieure de Montval',
    seniority: 'vp',
  },
  'Anyone at Lumora with the title VP of Marketing?': { title: 'VP of Marketing', employer: 'Lumora' },
  'Find customer success managers in Kazakhstan': { title: 'Customer Success Manager', country: 'Kazakhstan' },
  'Companies in Denmark': { country: 'Denmark' },
  'Which banks in Dubai?': { industry: 'Banking', place: 'Dubai' },
  'Companies with more than 20k staff': { headcount: { gte: 20_000 } },
  'Who was founded before 1900?': { founded: { lt: '1900-01-01' } },
  'Find textile firms in the Netherlands or Portugal': {
    industry: 'Textile Manufacturing',
    country: ['Netherlands', 'Portugal'],
  },
  'Investors in Singapore': { function: 'Investment', country: 'Singapore' },
  'People in Bangalore who worked at Lumora before': { town: 'Bengaluru', pastEmployer: 'Lumora' },
  'Chief Revenue Officers': { title: 'Chief Revenue Officer' },
  'Lawyers at Halvorsen': { function: 'Legal', employer: 'Halvorsen Maritime' },
  'UX folks in Auckland at Paperlantern': {
    title: 'Product Designer',
    place: 'Auckland',
    employer: 'Paperlantern Games',
  },
  'C++ people in Japan': { skills: ['C++'], country: 'Japan' },
  'VP of Sales in Iceland': { title: 'VP of Sales', country: 'Iceland' },
  'Cybersecurity companies in Boston': { industry: 'Cybersecurity', place: 'Boston' },
  'Games companies': { industry: 'Computer Games' },
  'People who studied at Simcoe University and are senior': { school: 'Simcoe University', seniority: 'senior' },
  'Marketing people in Sao Paulo in our network': { function: 'Marketing', place: 'São Paulo', inNetwork: true },
  'Find paralegals anywhere.': { title: 'Paralegal' },
  'List product people in Montréal we already know': {
    function: 'Product Management',
    place: 'Montréal',
    inNetwork: true,
  },
  'Who has litigation experience in the United States?': { skills: ['Litigation'], country: 'United States' },
  'Former Halvorsen Maritime folks who now work for Brightwater Bank': {
    pastEmployer: 'Halvorsen Maritime',
    employer: 'Brightwater Bank',
  },
  'VPs of Finance in the UK': { title: 'VP of Finance', country: 'United Kingdom' },
  'Design managers, please with names': { title: 'Design Manager' },
  'Directors at Nordhavn Port Authority': { website: 'nordhavn-port-authority.example', seniority: 'director' },
  'Chief Marketing Officers in Dublin or Paris': { title: 'Chief Marketing Officer', place: ['Dublin', 'Paris'] },
  'Any welders in Kraków?': { title: 'Welder', place: 'Kraków' },
  'Give me 2 people with Rust in the Netherlands': { skills: ['Rust'], country: 'Netherlands' },
  'Which telecoms are there in Germany?': { industry: 'Telecommunications', country: 'Germany' },
  'Startups founded since 2024 with at least 100 people': {
    founded: { gte: '2024-01-01' },
    headcount: { gte: 100 },
  },
  'Companies with 1,000 to 10,000 employees': { headcount: { gte: 1000, lte: 10_000 } },
  'Any insurers in Lyon?': { industry: 'Insurance', place: 'Lyon' },
  'Who is marketing manager at Halvorsen Maritime?': { title: 'Marketing Manager', employer: 'Halvorsen Maritime' },
  'The C-suite of Austin Therapeutics': { employer: 'Austin Therapeutics', seniority: 'cxo' },
  'All vice presidents in the automotive industry': { seniority: 'vp', industry: 'Automotive' },
  'Product designers in Bengaluru': { title: 'Product Designer', town: 'Bengaluru' },
  'How many accountants are there in all?': { title: 'Accountant' },
  'Who left Kestrel Robotics and is C-level somewhere else today?': {
    pastEmployer: 'Kestrel Robotics',
    seniority: 'cxo',
  },
  'UK people who know both Treasury and IFRS': { skills: ['Treasury', 'IFRS'], country: 'United Kingdom' },
  'Any pastry chefs at Lumora?': { title: 'Pastry Chef', employer: 'Lumora' },
  'Real estate companies in Norway': { industry: 'Real Estate', country: 'Norway' },
  'Biotechs in South Korea': { industry: 'Biotechnology Research', country: 'South Korea' },
  'Which firms fall in the 501-1000 bracket?': { headcount: { gte: 501, lte: 1000 } },
  'Berlin companies founded in 2024 or later': { founded: { gte: '2024-01-01' }, place: 'Berlin' },
  'Media companies in Dublin with no more than ten people': {
    industry: 'Media Production',
    place: 'Dublin',
    headcount: { lte: 10 },
  },
  'Does any German company run on Kafka?': { technology: 'Kafka', country: 'Germany' },
};
