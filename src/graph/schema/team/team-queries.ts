import type { FieldMap } from '@pothos/core';
import type { Scope } from '../../operation/scope.ts';
import type { Builder, GraphContext } from '../builder.ts';
import { type addCompanyLookup, companyIdentifier } from '../company/company-lookup.ts';
import { type IntroPaths, pageOf } from '../intro-path/intro-path-type.ts';
import { type addIntroTarget, pathsTo } from '../intro-path/intro-target.ts';
import { type addProfileLookup, profileIdentifier } from '../profile/profile-lookup.ts';
import { lookUp } from '../record-lookup.ts';
import { relationshipsIn, type Search, searchCompaniesIn, searchProfilesIn } from '../search/search.ts';

type SchemaTypes = Builder['$inferSchemaTypes'];

export interface ReadTypes {
  readonly profile: ReturnType<typeof addProfileLookup>;
  readonly company: ReturnType<typeof addCompanyLookup>;
  readonly search: Search;
  readonly introPaths: IntroPaths;
  readonly introTarget: ReturnType<typeof addIntroTarget>;
}

/** What a team can read: the same fields on the query's root, in the key's own team, and on every Team, in that one. */
export function reads<Parent>(
  t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Parent>,
  types: ReadTypes,
  scopeOf: (parent: Parent, context: GraphContext) => Scope,
): FieldMap {
  return {
    profile: t.field({
      callsEach: true,
      type: types.profile.lookup,
      description: 'Looks a profile up; one credit, unless nothing that is selected needs its record.',
      args: { by: t.arg({ type: types.profile.by, required: true, description: 'Which profile.' }) },
      resolve: (parent, { by }, context, info) => {
        const scope = scopeOf(parent, context);
        return lookUp(scope, scope.profiles, profileIdentifier(by), info);
      },
    }),
    profiles: t.field({
      callsEach: true,
      sizedBy: 'by',
      type: [types.profile.lookup],
      nullable: { list: true, items: true },
      description: 'Looks profiles up, in order; whatever becomes of one, the others stay. One credit for each record.',
      args: { by: t.arg({ type: [types.profile.by], required: true, description: 'Which profiles.' }) },
      resolve: (parent, { by }, context, info) => {
        const scope = scopeOf(parent, context);
        // All are judged before the first is looked up, so that a mistake in one costs nothing.
        const identifiers = by.map((one, at) => profileIdentifier(one, `by.${at}`));
        return Promise.all(identifiers.map((identifier) => lookUp(scope, scope.profiles, identifier, info)));
      },
    }),
    company: t.field({
      callsEach: true,
      type: types.company.lookup,
      description: 'Looks a company up; one credit, unless nothing that is selected needs its record.',
      args: { by: t.arg({ type: types.company.by, required: true, description: 'Which company.' }) },
      resolve: (parent, { by }, context, info) => {
        const scope = scopeOf(parent, context);
        return lookUp(scope, scope.companies, companyIdentifier(by), info);
      },
    }),
    companies: t.field({
      callsEach: true,
      sizedBy: 'by',
      type: [types.company.lookup],
      nullable: { list: true, items: true },
      description:
        'Looks companies up, in order; whatever becomes of one, the others stay. One credit for each record.',
      args: { by: t.arg({ type: [types.company.by], required: true, description: 'Which companies.' }) },
      resolve: (parent, { by }, context, info) => {
        const scope = scopeOf(parent, context);
        const identifiers = by.map((one, at) => companyIdentifier(one, `by.${at}`));
        return Promise.all(identifiers.map((identifier) => lookUp(scope, scope.companies, identifier, info)));
      },
    }),
    searchProfiles: t.field({
      callsEach: true,
      sizedBy: 'first',
      type: types.search.profilePage,
      description: 'Searches people; free. Selecting more than ids loads the records on the page.',
      args: types.search.profileArgs,
      resolve: (parent, args, context) =>
        searchProfilesIn(scopeOf(parent, context), args, types.search.filters.profile.query(context.operation, args)),
    }),
    searchCompanies: t.field({
      callsEach: true,
      sizedBy: 'first',
      type: types.search.companyPage,
      description: 'Searches companies; free. Selecting more than ids loads the records on the page.',
      args: types.search.companyArgs,
      resolve: (parent, args, context) =>
        searchCompaniesIn(scopeOf(parent, context), args, types.search.filters.company.query(context.operation, args)),
    }),
    relationships: t.field({
      callsEach: true,
      sizedBy: 'first',
      type: types.search.relationshipPage,
      description: 'The people whom the team’s network reaches, with the connectors who know them; free.',
      args: types.search.relationshipArgs,
      resolve: (parent, args, context) =>
        relationshipsIn(scopeOf(parent, context), args, types.search.filters.profile.query(context.operation, args)),
    }),
    introPaths: t.field({
      callsEach: true,
      sizedBy: 'first',
      type: types.introPaths.page,
      description: 'Who can introduce the team to a person, or to the people at a company: ranked, explained, free.',
      args: {
        ...types.introPaths.args,
        ...types.search.filters.profile.args(),
        to: t.arg({ type: types.introTarget, required: true, description: 'Whom to reach.' }),
      },
      resolve: async (parent, { to, ...args }, context) =>
        pageOf(
          await pathsTo(scopeOf(parent, context), to, types.search.filters.profile.query(context.operation, args)),
          args,
        ),
    }),
  };
}
