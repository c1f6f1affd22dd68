import { ProfileInfo, Profile as ProfileRecord } from '../../contract/record/profile.ts';
import type { Builder } from '../builder.ts';
import { currentCompany, currentCompanyNeeds } from '../company/reference.ts';
import { findPathsTo } from '../intro-path/find.ts';
import { type IntroPaths, pageOf } from '../intro-path/type.ts';
import type { addCompleteness } from '../record/completeness.ts';
import { completenessOf } from '../record/completeness.ts';
import { needing } from '../record/needs.ts';
import { slugMember } from '../record/reference.ts';
import { settle } from '../record/settle.ts';
import type { Reader, Shapes } from '../record/shapes.ts';
import { connectionsOf } from '../relationship/node.ts';
import { type addConnectionOrder, inOrder } from '../relationship/order.ts';
import type { ProfileReference } from './reference.ts';

const ofInfo: Reader<ProfileReference> = {
  read: (profile, member) => profile.read(member),
  scope: (profile) => profile.loader.scope,
};

const ofRecord: Reader<ProfileReference> = {
  read: (profile, member) => profile.readOutside(member),
  scope: (profile) => profile.loader.scope,
};

/** Argument of every link to a record: pay for it, even where what is in hand would do. */
export const fullDescription = 'Insist on the whole record, even where free payloads cover what is selected.';

export function addProfileType(
  builder: Builder,
  shapes: Shapes,
  completeness: ReturnType<typeof addCompleteness>,
  introPaths: IntroPaths,
  connectionOrder: ReturnType<typeof addConnectionOrder>,
) {
  builder.objectType('Profile', {
    description: 'A person. Fields that a payload in hand covers are free; any other loads the record, for one credit.',
    fields: (t) => ({
      ...shapes.fields(t, ProfileInfo, ofInfo),
      xnetName: t.string({
        description: 'The profile’s slug on the external network, decoded.',
        ...needing([slugMember]),
        resolve: (profile) => profile.read(slugMember),
      }),
      ...shapes.fields(t, ProfileRecord, ofRecord, { omit: ['id', 'profile_info'] }),
      currentCompany: t.field({
        type: 'Company',
        description: 'The current employer.',
        args: { full: t.arg.boolean({ defaultValue: false, description: fullDescription }) },
        ...needing(currentCompanyNeeds),
        resolve: (profile, { full }, _context, info) => {
          const company = currentCompany(profile);
          return company && settle(company, info, full ?? false);
        },
      }),
      connections: t.field({
        type: ['Connection'],
        nullable: { list: true, items: true },
        description: 'Who on the team knows this person; free of credits.',
        args: connectionOrder,
        ...needing(['id']),
        resolve: async (profile, { orderBy }) => {
          const { id, loader } = profile;
          if (id === undefined) return null;
          return inOrder(connectionsOf(loader.scope, await loader.scope.relationships.load(id), profile), orderBy);
        },
      }),
      introPaths: t.field({
        type: introPaths.page,
        description: 'Every way for the team to be introduced to this person, best first; free of credits.',
        args: introPaths.args,
        ...needing(['id']),
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
