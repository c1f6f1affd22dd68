import { connectionCoversProfile } from '../../../contract/coverage.ts';
import { profileOfConnector } from '../../scope/profile-reference.ts';
import { linkTo } from '../link.ts';
import { Connector, Profile } from '../refs.ts';

Connector.implement({
  description:
    'A connector: an external-network user whose connections are part of the team’s network, and who can introduce the team to those people. `name` is null if the data service does not provide it, `profile` if there is no record of the connector.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description:
        'The connector’s own id, free: a uuid such as `6c8f3d1a-7a52-4a80-9d3e-2f1b0c9e8d7a`, not a profile’s id.',
      resolve: ({ value }) => value.connector_id,
    }),
    name: t.string({
      description: 'The connector’s name, such as `Ada Lovelace`; free.',
      resolve: ({ value }) => value.connector_name,
    }),
    profile: t.field(
      linkTo(Profile, {
        description:
          'The connector’s own profile. Name, title, employer’s name, URL and slug are free; `id` is found by a free search; other fields load the record for 1 credit. Null if `id` is selected and the connector is not on record.',
        covers: connectionCoversProfile,
        reference: ({ scope, value }) => profileOfConnector(scope, value),
        mayBeOffRecord: true,
      }),
    ),
  }),
});
