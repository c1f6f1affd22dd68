import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { companyIdentifier, profileIdentifier } from '../../scope/record-identifier.ts';
import { builder, type GraphContext, nullableItems } from '../builder.ts';
import { CompanyBy, CompanyLookup } from '../company/company-lookup.ts';
import { ProfileBy, ProfileLookup } from '../profile/profile-lookup.ts';
import { lookUp, lookUpAll } from '../record-lookup.ts';

const oneProfile = builder.args((t) => ({
  by: t.field({
    type: ProfileBy,
    required: true,
    description: 'The identifier of the profile to look up; exactly one member.',
  }),
}));
const manyProfiles = builder.args((t) => ({
  by: t.field({
    type: [ProfileBy],
    required: true,
    description: 'The identifiers of the profiles to look up; two identifiers of one record cost 1 credit.',
  }),
}));
const oneCompany = builder.args((t) => ({
  by: t.field({
    type: CompanyBy,
    required: true,
    description: 'The identifier of the company to look up; exactly one member.',
  }),
}));
const manyCompanies = builder.args((t) => ({
  by: t.field({
    type: [CompanyBy],
    required: true,
    description: 'The identifiers of the companies to look up; two identifiers of one record cost 1 credit.',
  }),
}));
type Args<Fields extends InputFieldMap> = InputShapeFromFields<Fields>;

/**
 * Options of the look-ups that read as a team: on the query root as the key's own team, on `Team` as that team. Pothos
 * has separate builder types for the two, so each declares its fields with these options.
 */
export const teamQueries = <Parent>(scopeOf: (parent: Parent, context: GraphContext) => CredentialScope) => ({
  profile: {
    type: ProfileLookup,
    callsEach: true,
    description:
      'Looks up a profile: 1 credit if a selected field needs its record, or if the data service cannot search by the given identifier. A profile that does not exist costs nothing.',
    args: oneProfile,
    resolve: (parent: Parent, { by }: Args<typeof oneProfile>, context: GraphContext, info: GraphQLResolveInfo) => {
      const scope = scopeOf(parent, context);
      return lookUp(scope, scope.profiles, profileIdentifier(by), info);
    },
  },
  profiles: {
    type: listOf(ProfileLookup),
    nullable: nullableItems,
    callsEach: true,
    sizedBy: 'by',
    description:
      'Looks up profiles, in order; a problem with one does not affect the others. 1 credit for each record.',
    args: manyProfiles,
    resolve: (parent: Parent, { by }: Args<typeof manyProfiles>, context: GraphContext, info: GraphQLResolveInfo) => {
      const scope = scopeOf(parent, context);
      // Validate all before the first look-up, so that a mistake in one costs nothing.
      const identifiers = by.map((one, at) => profileIdentifier(one, `by.${at}`));
      return lookUpAll(scope, scope.profiles, identifiers, info);
    },
  },
  company: {
    type: CompanyLookup,
    callsEach: true,
    description:
      'Looks up a company: 1 credit if a selected field needs its record, or if the data service cannot search by the given identifier. A company that does not exist costs nothing.',
    args: oneCompany,
    resolve: (parent: Parent, { by }: Args<typeof oneCompany>, context: GraphContext, info: GraphQLResolveInfo) => {
      const scope = scopeOf(parent, context);
      return lookUp(scope, scope.companies, companyIdentifier(by), info);
    },
  },
  companies: {
    type: listOf(CompanyLookup),
    nullable: nullableItems,
    callsEach: true,
    sizedBy: 'by',
    description:
      'Looks up companies, in order; a problem with one does not affect the others. 1 credit for each record.',
    args: manyCompanies,
    resolve: (parent: Parent, { by }: Args<typeof manyCompanies>, context: GraphContext, info: GraphQLResolveInfo) => {
      const scope = scopeOf(parent, context);
      const identifiers = by.map((one, at) => companyIdentifier(one, `by.${at}`));
      return lookUpAll(scope, scope.companies, identifiers, info);
    },
  },
});

const listOf = <Type>(type: Type): [Type] => [type];
