import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { builder, type GraphContext, type SchemaTypes } from '../../schema/builder.ts';
import { Company, Team } from '../../schema/refs.ts';
import { type CompanyReference, peopleAt } from '../../scope/company-reference.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { startingEarly } from '../../scope/early-fields.ts';
import { factsOf } from '../../scope/selection-facts.ts';
import { CompanySearchConnection, companySearchArgs, searchCompaniesIn } from './company-search.ts';
import { companyFilters, profileFilters } from './filters.ts';
import {
  type ProfileSearchArgs,
  ProfileSearchConnection,
  profileSearchArgs,
  searchProfilesIn,
} from './profile-search.ts';
import { RelationshipConnection, relationshipSearchArgs, relationshipsIn } from './relationship-search.ts';

type Args<Fields extends InputFieldMap> = InputShapeFromFields<Fields>;

/** Options of the searches in a team's context: on the query root the key's own, on `Team` that team's. */
const searches = <Parent>(scopeOf: (parent: Parent, context: GraphContext) => CredentialScope) => ({
  searchProfiles: {
    type: ProfileSearchConnection,
    callsEach: true,
    sizedBy: 'first',
    description: 'Searches people; free. Selecting more than ids loads the records on the page.',
    args: profileSearchArgs,
    resolve: (parent: Parent, args: Args<typeof profileSearchArgs>, context: GraphContext, info: GraphQLResolveInfo) =>
      searchProfilesIn(
        scopeOf(parent, context),
        args,
        factsOf(info).namedRecords,
        profileFilters.query(context.operation, args),
      ),
  },
  searchCompanies: {
    type: CompanySearchConnection,
    callsEach: true,
    sizedBy: 'first',
    description: 'Searches companies; free. Selecting more than ids loads the records on the page.',
    args: companySearchArgs,
    resolve: (parent: Parent, args: Args<typeof companySearchArgs>, context: GraphContext, info: GraphQLResolveInfo) =>
      searchCompaniesIn(
        scopeOf(parent, context),
        args,
        factsOf(info).namedRecords,
        companyFilters.query(context.operation, args),
      ),
  },
  relationships: {
    type: RelationshipConnection,
    callsEach: true,
    sizedBy: 'first',
    description: 'The people whom the team’s network reaches, with the connectors who know them; free.',
    args: relationshipSearchArgs,
    resolve: (
      parent: Parent,
      args: Args<typeof relationshipSearchArgs>,
      context: GraphContext,
      info: GraphQLResolveInfo,
    ) =>
      relationshipsIn(
        scopeOf(parent, context),
        args,
        factsOf(info).namedRecords,
        profileFilters.query(context.operation, args),
      ),
  },
});

const inTeam = searches<CredentialScope>((scope) => scope);

builder.objectFields(Team, (t) => ({
  searchProfiles: t.field(inTeam.searchProfiles),
  searchCompanies: t.field(inTeam.searchCompanies),
  relationships: t.field(inTeam.relationships),
}));

const inOwnTeam = searches<SchemaTypes['Root']>((_root, { operation }) => operation.scope());

builder.queryFields((t) => ({
  searchProfiles: t.field(inOwnTeam.searchProfiles),
  searchCompanies: t.field(inOwnTeam.searchCompanies),
  relationships: t.field(inOwnTeam.relationships),
}));

builder.objectField(Company, 'people', (t) =>
  t.field({
    type: ProfileSearchConnection,
    description:
      'The company’s current employees, by a free search; their ids are free, other fields load each record for 1 credit.',
    args: profileSearchArgs,
    callsEach: true,
    sizedBy: 'first',
    needs: ['id'],
    ...startingEarly(async ({ id, scope }: CompanyReference, args: ProfileSearchArgs, info) => {
      if (id === undefined) return null;
      const query = profileFilters.query(scope, args, peopleAt(id));
      return searchProfilesIn(scope, args, factsOf(info).namedRecords, query);
    }),
  }),
);
