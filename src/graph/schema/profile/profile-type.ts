import { profileCoversCompany } from '../../../contract/coverage.ts';
import { priceOf } from '../../../contract/price.ts';
import { ProfileInfo, Profile as ProfileRecord } from '../../../contract/record/profile.ts';
import { profileKind } from '../../loaders/profiles.ts';
import { loadForSelection } from '../../operation/load-for-selection.ts';
import { slugMember } from '../../operation/record-reference.ts';
import type { Builder } from '../builder.ts';
import { currentCompany, currentCompanyNeeds } from '../company/company-reference.ts';
import type { addCompleteness } from '../completeness.ts';
import { completenessOf } from '../completeness.ts';
import type { ContractTypes, Reader } from '../contract-types.ts';
import { findPathsTo } from '../intro-path/find-paths.ts';
import { type IntroPaths, pageOf } from '../intro-path/intro-path-type.ts';
import { connectionsOf } from '../relationship/connection-node.ts';
import { type addConnectionOrder, inOrder } from '../relationship/connection-order.ts';
import type { ProfileReference } from './profile-reference.ts';

const ofInfo: Reader<ProfileReference> = {
  read: (profile, member) => profile.read(member),
  scope: (profile) => profile.scope,
};

const ofRecord: Reader<ProfileReference> = {
  read: (profile, member) => profile.readOutside(member),
  scope: (profile) => profile.scope,
};

/** Argument of every link to a record: pay for it, even where what is in hand would do. */
export const fullDescription = 'Insist on the whole record, even where free payloads cover what is selected.';

export function addProfileType(
  builder: Builder,
  shapes: ContractTypes,
  completeness: ReturnType<typeof addCompleteness>,
  introPaths: IntroPaths,
  connectionOrder: ReturnType<typeof addConnectionOrder>,
) {
  builder.objectType('Profile', {
    credits: priceOf(profileKind.operation.price, 1),
    description: 'A person. Fields that a payload in hand covers are free; any other loads the record, for one credit.',
    fields: (t) => ({
      ...shapes.fields(t, ProfileInfo, ofInfo),
      xnetName: t.string({
        description: 'The profile’s slug on the external network, decoded.',
        needs: [slugMember],
        resolve: (profile) => profile.read(slugMember),
      }),
      ...shapes.fields(t, ProfileRecord, ofRecord, { omit: ['id', 'profile_info'] }),
      currentCompany: t.field({
        type: 'Company',
        description: 'The current employer.',
        covers: profileCoversCompany,
        args: { full: t.arg.boolean({ defaultValue: false, description: fullDescription }) },
        needs: currentCompanyNeeds,
        resolve: (profile, { full }, _context, info) => {
          const company = currentCompany(profile);
          return company && loadForSelection(company, info, full ?? false);
        },
      }),
      connections: t.field({
        type: ['Connection'],
        nullable: { list: true, items: true },
        description: 'Who on the team knows this person; free of credits.',
        args: connectionOrder,
        needs: ['id'],
        resolve: async (profile, { orderBy }) => {
          const { id, scope } = profile;
          if (id === undefined) return null;
          return inOrder(connectionsOf(scope, await scope.relationships.load(id), profile), orderBy);
        },
      }),
      introPaths: t.field({
        type: introPaths.page,
        description: 'Every way for the team to be introduced to this person, best first; free of credits.',
        args: introPaths.args,
        sizedBy: 'first',
        needs: ['id'],
        resolve: async (profile, args) => pageOf(await findPathsTo(profile), args),
      }),
      completeness: t.field({
        type: completeness,
        description: 'What the fields of this object were answered from.',
        resolve: completenessOf,
      }),
    }),
  });
}
