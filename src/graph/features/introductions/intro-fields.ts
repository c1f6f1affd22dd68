import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { builder, type GraphContext, type SchemaTypes } from '../../schema/builder.ts';
import { Company, Profile, Team } from '../../schema/refs.ts';
import type { CompanyReference } from '../../scope/company-reference.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { startingEarly } from '../../scope/early-fields.ts';
import type { ProfileReference } from '../../scope/profile-reference.ts';
import { type Filtering, profileFilters } from '../search/filters.ts';
import { maxCalls } from './call-budget.ts';
import { KeptIntroExclusion, keptExclusions } from './exclusion-list.ts';
import { IntroPathConnection, introPathArgs, pageOf } from './intro-path-type.ts';
import {
  bookEvidence,
  exactCredits,
  introPathsArgs,
  introPathsCredits,
  introPathsIn,
  personCredits,
} from './intro-paths-field.ts';
import { IntroPlanType, introPlanArgs, introPlanCredits, introPlanIn } from './intro-plan-type.ts';
import { type IntroArgs, introQuestionArgs, introQuestionOf } from './intro-question.ts';
import { pathsIntoCompany, pathsToPerson } from './intro-target.ts';

type Args<Fields extends InputFieldMap> = InputShapeFromFields<Fields>;

const exclusionArgs = builder.args((t) => ({
  first: t.int({ defaultValue: 100, description: 'How many entries to return, 1 to 10,000.' }),
}));
const introPathsTo = { ...introPathsArgs, ...profileFilters.args };

const introPaths = startingEarly(async (profile: ProfileReference, { first, after, ...question }: IntroArgs, info) => {
  const asked = await introQuestionOf(profile.scope, { ...question, first }, info);
  return pageOf(await pathsToPerson(profile, asked), { first, after });
});

builder.objectField(Profile, 'introPaths', (t) =>
  t.field({
    type: IntroPathConnection,
    description:
      'All paths to this person, best first. Free with one step; with `hops: 2`, one credit for the person’s record.',
    args: { ...introPathArgs, ...introQuestionArgs },
    callsEach: ({ hops }) => (hops === 2 ? maxCalls : 0),
    sizedBy: 'first',
    needs: ['id'],
    credits: personCredits,
    early: introPaths.early,
    resolve: (profile, args, context, info) => {
      bookEvidence(profile.scope, args, info);
      return introPaths.resolve(profile, args, context, info);
    },
  }),
);

builder.objectField(Company, 'introPaths', (t) =>
  t.field({
    type: IntroPathConnection,
    description:
      'The best path to each current employee, best first; with `hops: 2`, also through former employees. Free, except for `evidence: FULL`.',
    args: { ...introPathArgs, ...introQuestionArgs, ...profileFilters.args },
    callsEach: true,
    sizedBy: 'first',
    needs: ['id'],
    credits: exactCredits,
    ...startingEarly(
      async (
        { id, scope }: CompanyReference,
        { first, after, where, dsl, ...question }: IntroArgs & Filtering,
        info,
      ) => {
        if (id === undefined) return null;
        const query = profileFilters.query(scope, { where, dsl });
        const asked = { ...(await introQuestionOf(scope, { ...question, first }, info)), query };
        return pageOf(await pathsIntoCompany(scope, id, asked), { first, after });
      },
    ),
  }),
);

/** Options of the fields of the query root, and of `Team`. */
const introQueries = <Parent>(scopeOf: (parent: Parent, context: GraphContext) => CredentialScope) => ({
  introPaths: {
    type: IntroPathConnection,
    callsEach: true,
    sizedBy: 'first',
    credits: introPathsCredits,
    description:
      'Who can introduce the team to a person, or to the people at a company: ranked by confidence, and explained. Free with one step; with two, one credit for the person’s record.',
    args: introPathsTo,
    resolve: (parent: Parent, args: Args<typeof introPathsTo>, context: GraphContext, info: GraphQLResolveInfo) =>
      introPathsIn(scopeOf(parent, context), args, profileFilters.query(context.operation, args), info),
  },
  introExclusions: {
    type: listOf(KeptIntroExclusion),
    nullable: { list: true, items: false } as const,
    sizedBy: 'first',
    description: 'This key’s do-not-ask list in the team’s context (see `excludeFromIntros`), latest first. Free.',
    args: exclusionArgs,
    resolve: (parent: Parent, { first }: Args<typeof exclusionArgs>, context: GraphContext) =>
      keptExclusions(scopeOf(parent, context), first ?? 100),
  },
  introPlan: {
    type: IntroPlanType,
    callsEach: true,
    sizedBy: 'to',
    credits: introPlanCredits,
    description:
      'A plan of which connector to ask for which introductions, so that nobody is asked too often. Free with one step; with two, one credit for each target whom no connector knows.',
    args: introPlanArgs,
    resolve: (parent: Parent, args: Args<typeof introPlanArgs>, context: GraphContext, info: GraphQLResolveInfo) =>
      introPlanIn(scopeOf(parent, context), ['to', args.to], args, info),
  },
});

const listOf = <Type>(type: Type): [Type] => [type];

const inTeam = introQueries<CredentialScope>((scope) => scope);
const inOwnTeam = introQueries<SchemaTypes['Root']>((_root, { operation }) => operation.scope());

builder.objectFields(Team, (t) => ({
  introPaths: t.field(inTeam.introPaths),
  introPlan: t.field(inTeam.introPlan),
  introExclusions: t.field(inTeam.introExclusions),
}));
builder.queryFields((t) => ({
  introPaths: t.field(inOwnTeam.introPaths),
  introPlan: t.field(inOwnTeam.introPlan),
  introExclusions: t.field(inOwnTeam.introExclusions),
}));
