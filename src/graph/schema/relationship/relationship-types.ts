import { connectionCoversProfile, sourceCoversCompany, summaryCoversProfile } from '../../../contract/coverage.ts';
import { Connection as ConnectionRecord, type Origin, origins, Source } from '../../../contract/record/relationship.ts';
import { builder, nullableItems } from '../builder.ts';
import { companyOfSource } from '../company/company-reference.ts';
import { contractFields, ofPayload } from '../contract-types.ts';
import { linkTo } from '../link.ts';
import { profileOfConnector, profileOfSummary } from '../profile/profile-reference.ts';
import { Company, Connection, Profile, Relationship } from '../refs.ts';
import type { Scoped } from '../scoped.ts';
import { type ConnectionNode, connectionsOf } from './connection-node.ts';
import { connectionOrderArgs, inOrder } from './connection-order.ts';

Relationship.implement({
  description: 'A person whom the team’s network reaches, and how; free of credits.',
  fields: (t) => ({
    profile: t.field(
      linkTo(Profile, {
        description: 'The person; what the relationship tells of them is free.',
        covers: summaryCoversProfile,
        reference: ({ scope, value }) => (value.profile ? profileOfSummary(scope, value.profile) : null),
      }),
    ),
    connections: t.field({
      type: [Connection],
      nullable: nullableItems,
      description: 'The connectors who know the person.',
      args: connectionOrderArgs,
      resolve: ({ scope, value }, { orderBy }) =>
        value.profile ? inOrder(connectionsOf(scope, value, profileOfSummary(scope, value.profile)), orderBy) : null,
    }),
  }),
});

Connection.implement({
  description: 'How one of the team’s connectors knows a person.',
  fields: (t) => ({
    ...contractFields<ConnectionNode>(t, ConnectionRecord, ofPayload, { omit: ['sources'] }),
    connector: t.field(
      linkTo(Profile, {
        description: 'The connector’s own profile; what the connection tells of it is free.',
        covers: connectionCoversProfile,
        reference: ({ scope, value }) => profileOfConnector(scope, value),
      }),
    ),
    profile: t.field(
      linkTo(Profile, {
        description: 'The person whom the connector knows.',
        covers: { id: 'id' },
        reference: ({ target }) => target.fork(),
      }),
    ),
    sources: t.field({
      type: [ConnectionSource],
      nullable: nullableItems,
      description: 'Why they know each other.',
      resolve: ({ scope, value }) => (value.sources ?? []).map((source) => source && { scope, value: source }),
    }),
  }),
});

const overlap = ['overlap_start_date', 'overlap_end_date', 'overlap_duration_months'];
const work = ['shared_company', 'shared_company_id', 'shared_company_website', 'shared_company_xnet_slug', ...overlap];

interface SourceType {
  readonly name: string;
  readonly description: string;
  readonly members: readonly string[];
}

/** A type for each origin our service knows, with the members that it fills. */
const sourceTypes: Readonly<Record<Origin, SourceType>> = {
  xnet_connection: {
    name: 'XnetConnection',
    description: 'They are connected on the external network.',
    members: [],
  },
  work_overlap: { name: 'WorkOverlap', description: 'They worked at one company at the same time.', members: work },
  education_overlap: {
    name: 'EducationOverlap',
    description: 'They went to one school.',
    members: ['shared_school', 'shared_major', 'graduation_year', ...overlap],
  },
  shared_investor: {
    name: 'SharedInvestor',
    description: 'One works for an investor, the other for a company it invested in.',
    members: ['investor', 'portfolio_company'],
  },
  manual_import: { name: 'ManualImport', description: 'Somebody imported the connection.', members: [] },
};

const typeOfOrigin: ReadonlyMap<string, SourceType> = new Map(Object.entries(sourceTypes));

const otherSource: SourceType = {
  name: 'OtherSource',
  description: 'A source of an origin that this graph does not know; whatever the upstream tells is here.',
  members: Object.keys(Source.properties).filter((member) => member !== 'origin'),
};

const ConnectionSource = builder.interfaceRef<Scoped<Source>>('ConnectionSource').implement({
  description: 'Why two people know each other. The type follows from the origin; an unknown one is an `OtherSource`.',
  fields: (t) => ({
    origin: t.string({
      description: `How the connection was found. Known values: ${origins.map((origin) => `\`${origin}\``).join(', ')}; an upstream may have others.`,
      resolve: ({ value }) => value.origin,
    }),
  }),
  resolveType: ({ value }) => typeOfOrigin.get(value.origin ?? '')?.name ?? otherSource.name,
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
            description: 'The employer both had, as a company; its id and name are free.',
            covers: sourceCoversCompany,
            reference: ({ scope, value }) => companyOfSource(scope, value),
          }),
        ),
      }),
    }),
  });
