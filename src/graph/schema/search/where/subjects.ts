/** Names of what a shape describes, for filters on one object, and on a list of nested objects. */
interface Subject {
  readonly one: string;
  readonly many?: string;
}

/** By the shape's title. Separate from the contract, which describes shapes in the context of their member. */
const subjects: Readonly<Record<string, Subject>> = {
  BusinessData: { one: 'a company as a business' },
  BusinessIdentifiers: { one: 'a company’s codes in public registers' },
  Certification: { one: 'a person’s certificates' },
  CompanyAccount: { one: 'a company’s accounts on external networks' },
  CompanyLocation: { one: 'a company’s location', many: 'a company’s locations' },
  ContactInfo: { one: 'how to reach a company' },
  Education: { one: 'an entry of a person’s education', many: 'the entries of a person’s education' },
  Employer: { one: 'the employer in an entry of a person’s career' },
  EmployerLocation: { one: 'the locations of an employer' },
  Experience: { one: 'an entry of a person’s career', many: 'the entries of a person’s career' },
  FinancingProfile: { one: 'how a company is financed' },
  Funding: { one: 'the money that a company has raised' },
  FundingRound: { one: 'a company’s funding round', many: 'a company’s funding rounds' },
  HeadcountPoint: { one: 'a company’s head counts over time' },
  HeadcountRange: { one: 'how many people work at a person’s current employer' },
  Investor: { one: 'the investors in a funding round' },
  InvestorProfile: { one: 'a company as an investor' },
  LastRound: { one: 'a company’s latest funding round' },
  ProfileAccount: {
    one: 'a person’s account on an external network',
    many: 'a person’s accounts on external networks',
  },
  School: { one: 'the school in an entry of a person’s education' },
  SchoolLocation: { one: 'the location of a school' },
  TechStack: { one: 'what a company builds with' },
  Workforce: { one: 'how many people work at a company' },
};

/** First sentence of a filter's description. */
export const conditionsOn = (title: string, kind: keyof Subject): string => `Conditions on ${subjectOf(title, kind)}.`;

function subjectOf(title: string, kind: keyof Subject): string {
  const subject = subjects[title]?.[kind];
  if (subject === undefined)
    throw new TypeError(`A filter must say what it filters: add ${title}, \`${kind}\`, to the subjects.`);
  return subject;
}
