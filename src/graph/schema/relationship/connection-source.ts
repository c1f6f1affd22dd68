import { sourceCoversCompany } from '../../../contract/coverage.ts';
import { type Origin, originMeant, origins } from '../../../contract/origin.ts';
import { Source } from '../../../contract/record/relationship.ts';
import { companyOfSource } from '../../scope/company-reference.ts';
import { readingParent } from '../../scope/field-facts.ts';
import type { Scoped } from '../../scope/scoped.ts';
import { builder } from '../builder.ts';
import { contractFields, ofPayload } from '../contract-types.ts';
import { linkTo } from '../link.ts';
import { Company } from '../refs.ts';

const overlap = ['overlap_start_date', 'overlap_end_date', 'overlap_duration_months'];
const work = ['shared_company', 'shared_company_id', 'shared_company_website', 'shared_company_xnet_slug', ...overlap];

interface SourceType {
  readonly name: string;
  readonly description: string;
  readonly members: readonly string[];
}

/** A type for each origin, with the members that the origin fills. */
const sourceTypes: Readonly<Record<Origin, SourceType>> = {
  xnet_connection: {
    name: 'XnetConnection',
    description:
      'The two are connected on the external network. A field is null if the data service does not provide it.',
    members: [],
  },
  work_overlap: {
    name: 'WorkOverlap',
    description:
      'The two worked at the same company at the same time. A field is null if the data service does not provide it.',
    members: work,
  },
  education_overlap: {
    name: 'EducationOverlap',
    description:
      'The two attended the same school at the same time. A field is null if the data service does not provide it.',
    members: ['shared_school', 'shared_major', 'graduation_year', ...overlap],
  },
  shared_investor: {
    name: 'SharedInvestor',
    description:
      'One of the two works for an investor, the other for a company it invested in. A field is null if the data service does not provide it.',
    members: ['investor', 'portfolio_company'],
  },
  manual_import: {
    name: 'ManualImport',
    description:
      'Somebody imported the connection by hand, such as from the export of their own connections; the overlap is the time for which they have been connected. A field is null if the data service does not provide it.',
    members: ['overlap_start_date'],
  },
  email_contact: {
    name: 'EmailContact',
    description: 'The two have exchanged e-mails. A field is null if the data service does not provide it.',
    members: [],
  },
  calendar_events: {
    name: 'CalendarEvents',
    description: 'The two have met in meetings. A field is null if the data service does not provide it.',
    members: [],
  },
};

const otherSource: SourceType = {
  name: 'OtherSource',
  description:
    'A source whose origin this graph does not know, with whatever the data service sent. A field is null if the data service does not provide it.',
  members: Object.keys(Source.properties).filter((member) => member !== 'origin'),
};

export const ConnectionSource = builder.interfaceRef<Scoped<Source>>('ConnectionSource').implement({
  description:
    'A piece of evidence that two people know each other. Each origin has its own type; an unknown one is an `OtherSource`. A field is null if the data service does not provide it.',
  fields: (t) => ({
    origin: t.string({
      description: `How the connection was found. Known values: ${origins.map((origin) => `\`${origin}\``).join(', ')}; a data service may have others. A source that is sent without one has the origin that its members show.`,
      ...readingParent(({ value }: Scoped<Source>) => value.origin),
    }),
  }),
  resolveType: ({ value }) => {
    const origin = originMeant(value.origin);
    return origin === undefined ? otherSource.name : sourceTypes[origin].name;
  },
});

for (const { name, description, members } of [...Object.values(sourceTypes), otherSource])
  builder.objectRef<Scoped<Source>>(name).implement({
    description,
    interfaces: [ConnectionSource],
    fields: (t) => ({
      ...contractFields<Scoped<Source>>(t, Source, ofPayload, {
        omit: Object.keys(Source.properties).filter((member) => !members.includes(member)),
      }),
      ...(members.includes('shared_company') && {
        company: t.field(
          linkTo(Company, {
            description:
              'The shared employer, as a company; its id and name are free. Null if `id` is selected and no company on record is found.',
            covers: sourceCoversCompany,
            reference: ({ scope, value }) => companyOfSource(scope, value),
            mayBeOffRecord: true,
          }),
        ),
      }),
    }),
  });
