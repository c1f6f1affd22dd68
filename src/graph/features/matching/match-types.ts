import type { InputShapeFromFields } from '@pothos/core';
import { summaryCoversProfile } from '../../../contract/coverage.ts';
import { readLines } from '../../../reading/lines.ts';
import { read } from '../../../reading/read.ts';
import { linesOf } from '../../../reading/records.ts';
import { invalidArgument, onlyLikely } from '../../errors.ts';
import { builder, type FieldBuilder, type GraphContext, type SchemaTypes } from '../../schema/builder.ts';
import { linkTo } from '../../schema/link.ts';
import { Company, Profile, Relationship, Team } from '../../schema/refs.ts';
import { companyNamed } from '../../scope/company-reference.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { profileNamed, profileOfSummary } from '../../scope/profile-reference.ts';
import type { Scoped } from '../../scope/scoped.ts';
import type { SelectedField } from '../../scope/selection.ts';
import { factsOf } from '../../scope/selection-facts.ts';
import { matchCompanies } from './match-companies.ts';
import { matchPeople } from './match-people.ts';
import { type FirmCandidate, isPayable, type Match, type MatchReport, maxCandidates, maxRows } from './match-report.ts';
import { causes } from './reason.ts';
import type { GivenRow } from './row.ts';

const MatchState = builder.enumType('MatchState', {
  description: 'The result of matching a row of a list.',
  values: {
    KNOWN: { description: 'The team’s network reaches this person, or somebody who works at this company now.' },
    ON_RECORD: { description: 'The data service has exactly one such record, which the network does not reach.' },
    AMBIGUOUS: {
      description:
        'Several records match the row, or one matches by a weak identifier and differs in a stronger one: see `reason` and `candidates`.',
    },
    UNKNOWN: {
      description:
        'The data service was searched, and no record matches the row; or the row has no readable identifier.',
    },
    DUPLICATE: { description: 'An earlier row is the same record; `sameAs` is its index.' },
    NOT_CHECKED: {
      description:
        'Not searched, or not entirely: the data service refused or failed, or `checkRecords` was not set; `cause` says which.',
    },
    OTHER: { description: 'Something that this version of the graph does not know.' },
  },
});

const MatchConfidence = builder.enumType('MatchConfidence', {
  description: 'How sure it is that a record is the one that a row means.',
  values: {
    CERTAIN: {
      description:
        'By an id, slug, page on the provider’s own host, e-mail address or website, or by the same name at the same employer.',
    },
    LIKELY: { description: 'By weaker evidence, which `reason` names: ask a person before acting on it.' },
    OTHER: { description: 'Something that this version of the graph does not know.' },
  },
});

const Cause = builder.enumType('MatchCause', {
  description: 'Reason for which a row was not matched to exactly one record, or is only `LIKELY`.',
  values: { ...causes, OTHER: { description: 'Something that this version of the graph does not know.' } },
});

const MatchedBy = builder.enumType('MatchedBy', {
  description: 'The kind of identifier by which a row was found.',
  values: {
    ID: { description: 'By its id, a uuid.' },
    XNET_SLUG: { description: 'By its slug, or the URL of its page, on the external network.' },
    EMAIL: { description: 'By an e-mail address, ignoring case.' },
    WEBSITE: { description: 'A company, by its website in any usual spelling.' },
    NAME_AND_WEBSITE: { description: 'By its name together with a website.' },
    NAME_AND_EMPLOYER: { description: 'A person, by the name together with the employer’s, present or former.' },
    NAME_AND_TITLE: { description: 'A person, by the name together with the job title.' },
    NAME_AND_PLACE: { description: 'A person, by the name together with the place where they live.' },
    NAME: { description: 'By the whole name alone; a single word of a person’s name matches nobody.' },
    OTHER: { description: 'By another kind of identifier, unknown to this version of the graph.' },
  },
});

type Row = Scoped<Match & { readonly at: number; readonly mayPay: boolean }>;

const rowFields = (t: FieldBuilder<Row>) => ({
  at: t.int({
    nullable: false,
    description: 'The index of the row in `rows`, from 0.',
    resolve: ({ value }) => value.at,
  }),
  state: t.field({
    type: MatchState,
    nullable: false,
    description: 'The result for the row.',
    resolve: ({ value }) => value.state,
  }),
  id: t.id({
    description:
      'The id of the record, a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`; null if no free response has it.',
    resolve: ({ value }) => value.id,
  }),
  by: t.field({
    type: MatchedBy,
    description: 'The kind of identifier by which the row was found; null if it was not.',
    resolve: ({ value }) => value.by,
  }),
  confidence: t.field({
    type: MatchConfidence,
    description: 'How sure the match is; null if the row was not matched to one record.',
    resolve: ({ value }) => value.confidence,
  }),
  sameAs: t.int({
    description: 'The index of the earlier row that is the same record; null unless the row is a duplicate.',
    resolve: ({ value }) => value.sameAs,
  }),
  cause: t.field({
    type: Cause,
    description:
      'Reason for which the row was not matched to exactly one record, or is only `LIKELY`; null if the match is certain, and for a duplicate of a row that matches nothing.',
    resolve: ({ value }) => value.reason?.cause,
  }),
  reason: t.string({
    description: 'The same as `cause`, as a sentence of free text; null where that is.',
    resolve: ({ value }) => value.reason?.text,
  }),
});

const MatchedPerson = builder.objectRef<Row>('MatchedPerson').implement({
  description: 'A row of a list of people, and the person whom it matches.',
  fields: (t) => ({
    ...rowFields(t),
    relationship: t.field({
      type: Relationship,
      description:
        'How the team’s network reaches the person, free; null unless the row is `KNOWN`. Members of the profile that would cost a credit fail unless the row is `CERTAIN`, or `likely` was set.',
      resolve: ({ scope, value: { relationship, mayPay } }) =>
        relationship && { scope, value: relationship, withheld: mayPay ? undefined : onlyLikely() },
    }),
    candidates: t.field({
      type: [Relationship],
      nullable: false,
      sizeWithout: maxCandidates,
      description:
        'People of the network whom an `AMBIGUOUS` row may mean, the most alike first, at most five; empty for other rows. Only what is free of them is shown.',
      resolve: ({ scope, value }) =>
        (value.candidates ?? []).map((one) => ({ scope, value: one, withheld: onlyLikely() })),
    }),
    profile: t.field(
      linkTo(Profile, {
        description:
          'The person. If the row is `KNOWN`, name, title, employer and slug are free; any other field loads the record for 1 credit. Null unless the row is `KNOWN` or `ON_RECORD`, and `CERTAIN` or `likely` was set.',
        covers: summaryCoversProfile,
        reference: ({ scope, value }: Row) => {
          if (!value.mayPay) return null;
          if (value.relationship?.profile) return profileOfSummary(scope, value.relationship.profile);
          return value.id === undefined ? null : profileNamed(scope, { kind: 'ids', value: value.id });
        },
      }),
    ),
  }),
});

const CompanyCandidate = builder.objectRef<FirmCandidate>('CompanyCandidate').implement({
  description: 'A company that a row of a list may mean.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'The name, such as `Aurora Labs`; null if the data service has none.',
    }),
    website: t.exposeString('website', {
      description: 'The website, such as `aurora-labs.example`; null if the data service has none.',
    }),
    people: t.exposeInt('people', {
      nullable: false,
      description: 'How many people there the network reaches.',
    }),
  }),
});

const MatchedCompany = builder.objectRef<Row>('MatchedCompany').implement({
  description: 'A row of a list of companies, and the company that it matches.',
  fields: (t) => ({
    ...rowFields(t),
    people: t.int({
      description:
        'How many of the current employees the team’s network reaches; a lower bound if there are more than 10,000 in all. Null unless it was counted.',
      resolve: ({ value }) => value.people,
    }),
    candidates: t.field({
      type: [CompanyCandidate],
      nullable: false,
      sizeWithout: maxCandidates,
      description:
        'Companies that an `AMBIGUOUS` row may mean, by the network’s people there, at most five; empty for other rows.',
      resolve: ({ value }) => value.firms ?? [],
    }),
    company: t.field(
      linkTo(Company, {
        description:
          'The company; its id is free, other fields load the record for 1 credit. Null if no free response identifies the record, and unless it is `CERTAIN` or `likely` was set.',
        covers: { id: 'id' },
        reference: ({ scope, value }: Row) =>
          value.id === undefined || !value.mayPay ? null : companyNamed(scope, { kind: 'ids', value: value.id }),
      }),
    ),
  }),
});

interface Report extends MatchReport {
  readonly scope: CredentialScope;
  /** Whether the caller pays for records that are only likely. */
  readonly likely: boolean;
}

const rowsOf = ({ rows, scope, likely }: Report): readonly Row[] =>
  rows.map((value, at) => ({ scope, value: { ...value, at, mayPay: isPayable(value, likely) } }));

const countOf = (t: FieldBuilder<Report>, state: Match['state']) =>
  t.int({
    nullable: false,
    description: `How many rows are \`${state}\`.`,
    resolve: ({ rows }) => rows.filter((row) => row.state === state).length,
  });

const reportType = (name: string, row: typeof MatchedPerson, of: string) =>
  builder.objectRef<Report>(name).implement({
    description: `The results of matching a list of ${of}. Free.`,
    fields: (t) => ({
      rows: t.field({
        type: [row],
        nullable: false,
        ofPage: true,
        description: 'The rows, in the order in which they were given.',
        resolve: rowsOf,
      }),
      known: countOf(t, 'KNOWN'),
      onRecord: countOf(t, 'ON_RECORD'),
      ambiguous: countOf(t, 'AMBIGUOUS'),
      unknown: countOf(t, 'UNKNOWN'),
      duplicates: countOf(t, 'DUPLICATE'),
      notChecked: countOf(t, 'NOT_CHECKED'),
      priceToEnrich: t.expose('priceToEnrich', {
        type: 'SafeInt',
        nullable: false,
        description:
          'The most credits that loading all rows’ records can cost: one for each that is `KNOWN`, `ON_RECORD` or `NOT_CHECKED`, except those that are only `LIKELY` (unless `likely` is set) and paid records that are still cached.',
      }),
      calls: t.exposeInt('calls', {
        nullable: false,
        description: 'How many free calls to the data service the matching took.',
      }),
    }),
  });

const PersonMatchReport = reportType('PersonMatchReport', MatchedPerson, 'people');
const CompanyMatchReport = reportType('CompanyMatchReport', MatchedCompany, 'companies');

const MatchRow = builder.inputType('MatchRow', {
  description: 'A row of a list of people, identified by any of these members; empty or malformed ones are ignored.',
  fields: (t) => ({
    email: t.string({
      description:
        'An e-mail address, such as `ada@example.com`; upper and lower case are equal. Of several, separated by commas, any may be the person’s.',
    }),
    xnetSlug: t.string({ description: 'The slug on the external network, such as `ada-lovelace`, or a URL with it.' }),
    xnetUrl: t.string({
      description:
        'The URL of the page on the external network, such as `https://xnet.example/in/ada-lovelace`. On another host, it is at most `LIKELY`.',
    }),
    id: t.id({ description: 'The profile’s id, a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`.' }),
    fullName: t.string({
      description:
        'The full name, such as `Ada Lovelace`: in any order, with titles and degrees, or with a letter wrong; a single word names nobody.',
    }),
    companyName: t.string({
      description: 'The employer’s name, such as `Aurora Labs`, with or without its legal form.',
    }),
    companyWebsite: t.string({
      description: 'The employer’s website, such as `aurora-labs.example`, in any usual spelling.',
    }),
    text: t.string({
      description:
        'A line as it stands in a list, such as `Ada Lovelace – CTO, Aurora Labs`; other members overrule what it says.',
    }),
    title: t.string({
      description: 'The job title, such as `VP of Engineering`: it decides between people of one name.',
    }),
    place: t.string({
      description: 'The town, region or country, such as `Lisbon`: it decides between people of one name.',
    }),
  }),
});

const CompanyMatchRow = builder.inputType('CompanyMatchRow', {
  description: 'A row of a list of companies, identified by any of these members; empty or malformed ones are ignored.',
  fields: (t) => ({
    website: t.string({ description: 'The website, such as `aurora-labs.example`, in any usual spelling.' }),
    xnetSlug: t.string({ description: 'The slug on the external network, such as `aurora-labs`.' }),
    xnetUrl: t.string({
      description: 'The URL of the page on the external network, such as `https://xnet.example/company/aurora-labs`.',
    }),
    id: t.id({ description: 'The company’s id, a uuid such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`.' }),
    name: t.string({
      description:
        'The name, such as `Aurora Labs`, with or without its legal form: it decides between companies that share a website; alone, it is `LIKELY` at most.',
    }),
  }),
});

const checkRecords = {
  defaultValue: false,
  description:
    'Whether to search all records for rows that the network does not reach, in a few more free calls; otherwise they are `NOT_CHECKED`.',
} as const;

const likely = {
  defaultValue: false,
  description:
    'Whether rows that are only `LIKELY` lead to their records, too, which other fields load for 1 credit each; what is free of them is always shown.',
} as const;

const peopleArgs = builder.args((t) => ({
  rows: t.field({ type: [MatchRow], required: true, description: 'The rows of the list, up to 1,000.' }),
  checkRecords: t.boolean(checkRecords),
  likely: t.boolean(likely),
}));

const companyArgs = builder.args((t) => ({
  rows: t.field({ type: [CompanyMatchRow], required: true, description: 'The rows of the list, up to 1,000.' }),
  checkRecords: t.boolean(checkRecords),
  likely: t.boolean(likely),
}));

type PeopleArgs = InputShapeFromFields<typeof peopleArgs>;
type CompanyArgs = InputShapeFromFields<typeof companyArgs>;

/** Parses a line of text as one row, though it may look like several: `Ada Moreau, Kestrel Robotics`. */
function rowIn(text: string): GivenRow {
  const line = text.slice(0, maxLine);
  const { kind, rows } = read(line);
  const [row] = kind === 'table' || rows.length < 2 ? rows : readLines(linesOf(line), undefined, false).rows;
  if (!row) return {};
  const { id, url, slug, emails, name, company, website, title, place } = row;
  return {
    id,
    xnetUrl: url,
    xnetSlug: slug,
    email: emails?.join(', '),
    name,
    companyName: company,
    website,
    title,
    place,
  };
}

/** Maximum length of a line that is read. */
const maxLine = 2_000;

/** The given members of a row; absent ones are taken from its `text`. */
const givenIn = (row: GivenRow): GivenRow =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined && value !== ''));

/** The usual number of calls: a few for a list, and with `checkRecords` as many again for each hundred rows. */
const callsOf = ({ rows, checkRecords: isChecked }: Readonly<Record<string, unknown>>): number =>
  (isChecked === true ? 4 : 2) * Math.max(1, Array.isArray(rows) ? Math.ceil(rows.length / 100) : 1);

function refuseMany(rows: readonly unknown[]): void {
  if (rows.length > maxRows) throw invalidArgument('rows', `must be at most ${maxRows}, but got ${rows.length}.`);
}

/** Options of `matchPeople` and `matchCompanies`, for the query root and for `Team`. */
const matchQueries = <Parent>(scopeOf: (parent: Parent, context: GraphContext) => CredentialScope) => ({
  matchPeople: {
    type: PersonMatchReport,
    callsEach: callsOf,
    sizedBy: 'rows',
    description:
      'Finds the people that the rows of a list name, and reports which the network reaches, which are on record, which are duplicates, and what their records would cost. Free.',
    args: peopleArgs,
    resolve: async (
      parent: Parent,
      { rows, checkRecords: isChecked, likely: isLikely }: PeopleArgs,
      context: GraphContext,
      info: SelectedField,
    ) => {
      refuseMany(rows);
      const scope = scopeOf(parent, context);
      const given = rows.map(
        ({ fullName, companyWebsite, text, ...row }): GivenRow => ({
          ...(text ? rowIn(text) : {}),
          ...givenIn(row),
          ...givenIn({ name: fullName, website: companyWebsite }),
        }),
      );
      const named = factsOf(info).namedRecords;
      const mayPay = isLikely ?? false;
      const options = { checkRecords: isChecked ?? false, likely: mayPay, named };
      return { scope, likely: mayPay, ...(await matchPeople(scope, given, options)) };
    },
  },
  matchCompanies: {
    type: CompanyMatchReport,
    callsEach: callsOf,
    sizedBy: 'rows',
    description:
      'Finds the companies that the rows of a list name, and reports at which the network reaches somebody, which are on record, which are duplicates, and what their records would cost. Free.',
    args: companyArgs,
    resolve: async (
      parent: Parent,
      { rows, checkRecords: isChecked, likely: isLikely }: CompanyArgs,
      context: GraphContext,
    ) => {
      refuseMany(rows);
      const scope = scopeOf(parent, context);
      const options = { checkRecords: isChecked ?? false, likely: isLikely ?? false };
      return { scope, likely: options.likely, ...(await matchCompanies(scope, rows, options)) };
    },
  },
});

const inTeam = matchQueries<CredentialScope>((scope) => scope);
const inOwnTeam = matchQueries<SchemaTypes['Root']>((_root, { operation }) => operation.scope());

builder.objectFields(Team, (t) => ({
  matchPeople: t.field(inTeam.matchPeople),
  matchCompanies: t.field(inTeam.matchCompanies),
}));
builder.queryFields((t) => ({
  matchPeople: t.field(inOwnTeam.matchPeople),
  matchCompanies: t.field(inOwnTeam.matchCompanies),
}));
