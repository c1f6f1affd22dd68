import { profileCoversCompany } from '../../../contract/coverage.ts';
import { priceOf } from '../../../contract/price.ts';
import { ProfileInfo, Profile as ProfileRecord } from '../../../contract/record/profile.ts';
import { profileKind } from '../../loaders/record-kind.ts';
import { currentCompany, currentCompanyNeeds } from '../../scope/company-reference.ts';
import { connectionsOf } from '../../scope/connection-node.ts';
import { startingEarly } from '../../scope/early-fields.ts';
import type { ProfileReference } from '../../scope/profile-reference.ts';
import { slugMember } from '../../scope/record-reference.ts';
import { factsOf } from '../../scope/selection-facts.ts';
import { nullableItems } from '../builder.ts';
import { completeness, fetchedAt } from '../completeness.ts';
import { contractFields, type Reader } from '../contract-types.ts';
import { linkTo } from '../link.ts';
import { recordEntity } from '../record-entity.ts';
import { recordId } from '../record-id.ts';
import { Company, Connection, Node, Profile } from '../refs.ts';
import { type ConnectionOrderArgs, connectionOrderArgs, inOrder } from '../relationship/connection-order.ts';

const ofInfo: Reader<ProfileReference> = {
  read: (profile, member) => profile.read(member),
  scope: (profile) => profile.scope,
};

const ofRecord: Reader<ProfileReference> = {
  read: (profile, member) => profile.readOutside(member),
  scope: (profile) => profile.scope,
};

Profile.implement({
  description:
    'A person. A field is free if the object that led here already has the value (a relationship has name and title, for example); any other field loads the record, for 1 credit in total. Null means that the record has no value.',
  interfaces: [Node],
  entity: recordEntity('xnetSlug', ({ profiles }) => profiles),
  credits: priceOf(profileKind.operation.price, 1),
  fields: (t) => ({
    id: t.id(recordId('person')),
    ...contractFields(t, ProfileInfo, ofInfo, { omit: ['id'] }),
    xnetSlug: t.string({
      description:
        'The profile’s slug on the external network, decoded, such as `mei-ling-torres`; free whenever `xnetUrl` is free.',
      needs: [slugMember],
      resolve: (profile) => profile.read(slugMember),
    }),
    ...contractFields(t, ProfileRecord, ofRecord, { omit: ['id', 'profile_info'] }),
    currentCompany: t.field(
      linkTo(Company, {
        description:
          'The current employer as a company. Fields that the profile’s record contains cost nothing beyond that record; others load the company’s record for 1 credit. Null if no current employer is known or, where `id` is selected, if no company on record is found for it: `currentCompanyName` has its name.',
        covers: profileCoversCompany,
        needs: currentCompanyNeeds,
        reference: currentCompany,
        mayBeOffRecord: true,
      }),
    ),
    connections: t.field({
      type: [Connection],
      nullable: nullableItems,
      description: 'The team’s connectors who know this person, and how; free. Empty if none does.',
      args: connectionOrderArgs,
      needs: ['id'],
      ...startingEarly(async (profile: ProfileReference, { orderBy }: ConnectionOrderArgs, info) => {
        const { id, scope } = profile;
        if (id === undefined) return null;
        const relationship = await scope.relationships.load(id, factsOf(info).namedRecords);
        return inOrder(
          connectionsOf(scope, relationship, () => profile),
          orderBy,
        );
      }),
    }),
    completeness: t.field(completeness),
    fetchedAt: t.field(fetchedAt),
  }),
});
