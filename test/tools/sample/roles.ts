import { words } from './words.ts';

/** What people of one function are called, know and do. */
export interface Role {
  readonly function: string;
  /** How many of the sample's people do this, against other functions. */
  readonly weight: number;
  /** One title for each rung of `ladder`. */
  readonly titles: readonly string[];
  readonly skills: readonly string[];
  /** What they say of a job; each ends a sentence that begins with a verb. */
  readonly deeds: readonly string[];
  readonly majors: readonly string[];
  readonly certificates: readonly (readonly [name: string, organization: string])[];
}

/** The rungs of a career, and the seniorities that each goes by. */
export const ladder: readonly (readonly string[])[] = [
  ['intern'],
  ['entry'],
  ['entry'],
  ['senior'],
  ['manager'],
  ['director'],
  ['vp'],
  ['cxo'],
];

export const roles: readonly Role[] = [
  {
    function: 'Engineering',
    weight: 22,
    titles: words(
      'Engineering Intern,Junior Software Engineer,Software Engineer,Senior Software Engineer,Engineering Manager,Director of Engineering,VP of Engineering,Chief Technology Officer',
    ),
    skills: words(
      'TypeScript,Java,Python,Go,Rust,C++,Kubernetes,PostgreSQL,Distributed Systems,Machine Learning,React,Terraform,Embedded Systems,Site Reliability',
    ),
    deeds: [
      'Rebuilt the billing pipeline so that a release takes minutes instead of days.',
      'Led the move of the search service to an event-driven design.',
      'Kept the platform’s uptime at 99.98 % through three years of growth.',
      'Wrote the firmware that most of the fleet still runs.',
    ],
    majors: words('Computer Science,Electrical Engineering,Mathematics,Physics,Software Engineering'),
    certificates: [
      ['Certified Cluster Administrator', 'Open Compute Institute'],
      ['Cloud Solutions Architect', 'Nimbus Academy'],
    ],
  },
  {
    function: 'Data Science',
    weight: 8,
    titles: words(
      'Data Intern,Data Analyst,Data Scientist,Senior Data Scientist,Data Science Manager,Director of Data,VP of Data,Chief Data Officer',
    ),
    skills: words('Python,R,SQL,Statistics,Forecasting,Machine Learning,Experiment Design,Data Visualisation,NLP'),
    deeds: [
      'Built the demand forecast that planning works from.',
      'Ran the experiments behind the new pricing.',
      'Taught the company to read its own numbers.',
    ],
    majors: words('Statistics,Mathematics,Computer Science,Physics,Econometrics'),
    certificates: [['Applied Statistics Certificate', 'Royal Board of Statisticians']],
  },
  {
    function: 'Product Management',
    weight: 8,
    titles: words(
      'Product Intern,Associate Product Manager,Product Manager,Senior Product Manager,Group Product Manager,Director of Product,VP of Product,Chief Product Officer',
    ),
    skills: words('Roadmapping,User Research,Pricing,Agile,Go-to-Market,Analytics,Stakeholder Management,A/B Testing'),
    deeds: [
      'Launched the self-service plan in eleven markets.',
      'Turned support’s most frequent question into a feature nobody has to ask about.',
      'Owned the mobile app from the first sketch to a million users.',
    ],
    majors: words('Business Administration,Computer Science,Economics,Industrial Design,Psychology'),
    certificates: [['Certified Product Owner', 'Scrum Fellowship']],
  },
  {
    function: 'Design',
    weight: 5,
    titles: words(
      'Design Intern,Junior Designer,Product Designer,Senior Product Designer,Design Manager,Director of Design,VP of Design,Chief Design Officer',
    ),
    skills: words('Interaction Design,Prototyping,Typography,Design Systems,Accessibility,Illustration,User Research'),
    deeds: ['Drew the design system that forty teams build with.', 'Made the checkout usable without a mouse.'],
    majors: words('Graphic Design,Industrial Design,Fine Arts,Architecture'),
    certificates: [['Accessibility Specialist', 'Inclusive Web Guild']],
  },
  {
    function: 'Sales',
    weight: 13,
    titles: words(
      'Sales Intern,Sales Development Representative,Account Executive,Senior Account Executive,Sales Manager,Director of Sales,VP of Sales,Chief Revenue Officer',
    ),
    skills: words(
      'Negotiation,Enterprise Sales,CRM,Forecasting,Account Management,Channel Partners,Prospecting,Spanish',
    ),
    deeds: [
      'Grew the region from three customers to sixty.',
      'Closed the company’s first seven-figure contract.',
      'Trained two classes of new representatives.',
    ],
    majors: words('Business Administration,Communication,Economics,Psychology'),
    certificates: [['Strategic Selling', 'Sales Masters Institute']],
  },
  {
    function: 'Marketing',
    weight: 9,
    titles: words(
      'Marketing Intern,Marketing Coordinator,Marketing Specialist,Senior Marketing Specialist,Marketing Manager,Director of Marketing,VP of Marketing,Chief Marketing Officer',
    ),
    skills: words('SEO,Brand Strategy,Copywriting,Content Marketing,Events,Market Research,Public Relations,Analytics'),
    deeds: [
      'Gave the brand a voice, and the sales team a reason to read it.',
      'Halved the cost of a lead while doubling their number.',
    ],
    majors: words('Marketing,Communication,Journalism,English Literature,Psychology'),
    certificates: [['Digital Marketing Professional', 'Open Marketing School']],
  },
  {
    function: 'Finance',
    weight: 9,
    titles: words(
      'Finance Intern,Accountant,Financial Analyst,Senior Financial Analyst,Finance Manager,Finance Director,VP of Finance,Chief Financial Officer',
    ),
    skills: words('Financial Modelling,IFRS,Budgeting,Treasury,Excel,Auditing,Risk Management,Mergers & Acquisitions'),
    deeds: [
      'Closed the books in four days instead of eleven.',
      'Prepared the company for its first audit.',
      'Modelled the acquisition that paid for itself in two years.',
    ],
    majors: words('Finance,Accounting,Economics,Mathematics'),
    certificates: [
      ['Chartered Analyst, Level II', 'Guild of Financial Analysts'],
      ['Certified Management Accountant', 'Board of Accountants'],
    ],
  },
  {
    function: 'Operations',
    weight: 10,
    titles: words(
      'Operations Intern,Operations Associate,Operations Specialist,Senior Operations Specialist,Operations Manager,Director of Operations,VP of Operations,Chief Operating Officer',
    ),
    skills: words(
      'Supply Chain,Lean Manufacturing,Six Sigma,Procurement,Logistics,Process Improvement,Vendor Management',
    ),
    deeds: [
      'Opened the warehouse that now ships every second order.',
      'Cut late deliveries by two thirds.',
      'Coordinated four plants through a change of suppliers.',
    ],
    majors: words('Industrial Engineering,Business Administration,Logistics,Mechanical Engineering'),
    certificates: [['Lean Black Belt', 'Quality Council']],
  },
  {
    function: 'Human Resources',
    weight: 5,
    titles: words(
      'HR Intern,Recruiting Coordinator,Recruiter,Senior Recruiter,HR Manager,Director of People,VP of People,Chief People Officer',
    ),
    skills: words('Recruiting,Employer Branding,Labour Law,Compensation,Coaching,Onboarding'),
    deeds: ['Hired ninety people in a year without lowering the bar.', 'Wrote the pay bands, and published them.'],
    majors: words('Psychology,Business Administration,Law,Sociology'),
    certificates: [['People Professional, Level 5', 'Institute of People Practice']],
  },
  {
    function: 'Customer Success',
    weight: 5,
    titles: words(
      'Support Intern,Support Agent,Customer Success Manager,Senior Customer Success Manager,Support Manager,Director of Customer Success,VP of Customer Success,Chief Customer Officer',
    ),
    skills: words('Customer Support,Onboarding,Account Management,Technical Writing,Ticketing Systems'),
    deeds: ['Brought first answers under ten minutes.', 'Kept 97 % of the accounts in my care.'],
    majors: words('Communication,Business Administration,English Literature'),
    certificates: [['Customer Success Practitioner', 'Open Marketing School']],
  },
  {
    function: 'Legal',
    weight: 3,
    titles: words(
      'Legal Intern,Paralegal,Counsel,Senior Counsel,Legal Manager,Director of Legal,VP of Legal,Chief Legal Officer',
    ),
    skills: words('Contract Law,Privacy,Compliance,Intellectual Property,Litigation,Corporate Governance'),
    deeds: ['Negotiated the licences that the product stands on.', 'Made the privacy notice one page long.'],
    majors: words('Law,Political Science,History'),
    certificates: [['Certified Privacy Professional', 'Privacy Practitioners’ Association']],
  },
  {
    function: 'Research',
    weight: 4,
    titles: words(
      'Research Intern,Research Assistant,Researcher,Senior Researcher,Research Manager,Director of Research,VP of Research,Chief Scientist',
    ),
    skills: words(
      'Scientific Writing,Laboratory Work,Statistics,Grant Writing,Molecular Biology,Materials Science,MATLAB',
    ),
    deeds: ['Published eleven papers, two of them worth reading.', 'Holds four patents on cold-climate batteries.'],
    majors: words('Biology,Chemistry,Physics,Materials Science,Medicine'),
    certificates: [['Good Laboratory Practice', 'Quality Council']],
  },
];

/** Those who work at an investor invest, whatever they did before. */
export const investing: Role = {
  function: 'Investment',
  weight: 0,
  titles: words(
    'Investment Intern,Investment Analyst,Associate,Senior Associate,Principal,Partner,General Partner,Managing Partner',
  ),
  skills: words('Venture Capital,Due Diligence,Term Sheets,Portfolio Management,Fundraising,Private Equity,Valuation'),
  deeds: ['Invests in founders before the numbers do.', 'Sits with the portfolio through its first ten hires.'],
  majors: words('Finance,Economics,Business Administration,Physics'),
  certificates: [['Venture Finance Certificate', 'Guild of Financial Analysts']],
};

export function roleOf(name: string): Role {
  const role = [...roles, investing].find((candidate) => candidate.function === name);
  if (!role) throw new RangeError(`function: must be one of the sample's functions, but got ${name}.`);
  return role;
}

/** What small companies call those who began them. */
export const founderTitles = words('Founder,Co-Founder,Founder & CEO,Co-Founder & CTO,Owner');
export const founderSeniorities: readonly string[] = ['founder', 'cxo'];
export const boardTitles = words('Board Member,Non-Executive Director,Board Observer,Chair of the Board');
export const freelanceTitles = words('Freelance Consultant,Independent Contractor,Advisor,Coach');
/** Employers that no record stands for. */
export const freelanceEmployers = words('Self-employed,Freelance,Family business,Various clients');

export const activities = words(
  'Chess club,Debating society,Student newspaper,Rowing team,University orchestra,Robotics team,Volunteer tutoring,Hiking club,Choir',
);
export const grades = words(
  '3.9,3.6,First Class Honours,cum laude,magna cum laude,1.3,8.7/10,Distinction,Upper Second',
);
export const smartTags = words(
  'Recently changed role,Long tenure,First-time manager,Serial founder,Speaks at conferences,Open source,Relocated,Board experience',
);
