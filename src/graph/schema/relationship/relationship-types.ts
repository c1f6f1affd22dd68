import { summaryCoversProfile } from '../../../contract/coverage.ts';
import { Connection as ConnectionRecord } from '../../../contract/record/relationship.ts';
import { type ConnectionNode, connectionsToSummary } from '../../scope/connection-node.ts';
import { readingParent } from '../../scope/field-facts.ts';
import { profileOfSummary } from '../../scope/profile-reference.ts';
import { nullableItems } from '../builder.ts';
import { contractFields, ofPayload } from '../contract-types.ts';
import { linkTo } from '../link.ts';
import { Connection, Connector, Profile, Relationship } from '../refs.ts';
import { connectionOrderArgs, inOrder } from './connection-order.ts';
import { ConnectionSource } from './connection-source.ts';

Relationship.implement({
  description:
    'A person whom the team’s network reaches, and how; free of credits. `connections` is null if the data service does not include them. `profile` is null, with an error, if it cannot be loaded.',
  fields: (t) => ({
    profile: t.field(
      linkTo(Profile, {
        description: 'The person; name, title, employer and slug are free, other fields load the record for 1 credit.',
        covers: summaryCoversProfile,
        reference: ({ scope, value, withheld }) =>
          value.profile ? profileOfSummary(scope, value.profile, withheld) : null,
      }),
    ),
    connections: t.field({
      type: [Connection],
      nullable: nullableItems,
      description: 'The connectors who know the person.',
      args: connectionOrderArgs,
      resolve: ({ scope, value, withheld }, { orderBy }) =>
        value.profile ? inOrder(connectionsToSummary(scope, value, withheld), orderBy) : null,
    }),
  }),
});

Connection.implement({
  description:
    'How one of the team’s connectors knows a person. A field is null if the data service does not provide it. `profile` and `connector` are null, with an error, if they cannot be loaded.',
  fields: (t) => ({
    ...contractFields<ConnectionNode>(t, ConnectionRecord, ofPayload, {
      omit: ['sources'],
      rename: { connection_strength: 'strength', connection_strength_normalized: 'normalizedStrength' },
    }),
    connector: t.field({
      type: Connector,
      description:
        'The connector who knows the person. Id, name and the profile fields that the connection already contains are free.',
      resolve: (connection) => connection,
    }),
    profile: t.field(
      linkTo(Profile, {
        description:
          'The person whom the connector knows. Fields that the relationship already contains are free; others load the record for 1 credit.',
        covers: { id: 'id' },
        reference: ({ target }) => target().fork(),
      }),
    ),
    sources: t.field({
      type: [ConnectionSource],
      nullable: nullableItems,
      description: 'The evidence for the connection: why the two know each other. Each origin has its own type.',
      ...readingParent(({ scope, value }: ConnectionNode) =>
        (value.sources ?? []).map((source) => source && { scope, value: source }),
      ),
    }),
  }),
});
