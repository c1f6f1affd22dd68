import type { InputShapeFromFields } from '@pothos/core';
import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { fieldPath } from '../../credits/price-estimate.ts';
import { builder } from '../../schema/builder.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { memberOf } from '../../scope/record-reference.ts';
import { introPathArgs, pageOf } from './intro-path-type.ts';
import { type IntroArgs, IntroTarget, introQuestionArgs, introQuestionOf } from './intro-question.ts';
import { pathsTo } from './intro-target.ts';

export const introPathsArgs = {
  ...introPathArgs,
  ...introQuestionArgs,
  ...builder.args((t) => ({
    to: t.field({
      type: IntroTarget,
      required: true,
      description: 'The person to reach, or the company whose people you want to reach.',
    }),
  })),
};

type Args = InputShapeFromFields<typeof introPathsArgs>;

/**
 * Maximum credits: one for the target's record, with two steps or if the identifier may not be found for free; with
 * full evidence also one for each person in between.
 */
export function introPathsCredits({ to, ...question }: Readonly<Record<string, unknown>>): number {
  const target = typeof to === 'object' && to !== null ? to : {};
  const [profile, company] = [memberOf(target, 'profile'), memberOf(target, 'company')];
  const record = (question.hops === 2 && profile !== null) || [profile, company].some(isNamed) ? 1 : 0;
  return record + exactCredits(question);
}

/** Maximum credits of paths to a given person whose record may not be loaded. */
export const personCredits = (question: Readonly<Record<string, unknown>>): number =>
  (question.hops === 2 ? 1 : 0) + exactCredits(question);

/** Maximum credits of the people in between. */
export const exactCredits = ({ hops, evidence, first }: Readonly<Record<string, unknown>>): number =>
  hops === 2 && evidence === 'FULL' && typeof first === 'number' ? Math.max(0, first) : 0;

/**
 * Books the people in between of paths to a person in a quote, which does not know their number without the person's
 * record. Known records are booked by their loads instead: that of the person, and those in between to a company.
 */
export function bookEvidence(
  scope: CredentialScope,
  { hops, evidence, first }: Pick<IntroArgs, 'hops' | 'evidence' | 'first'>,
  { path }: GraphQLResolveInfo,
): void {
  const max = exactCredits({ hops, evidence, first: first ?? 10 });
  if (max > 0) scope.quote?.book(fieldPath(responsePathAsArray(path)), { min: 0, max, open: false });
}

/** Whether a record is identified by something other than its id. */
const isNamed = (by: unknown): boolean => typeof by === 'object' && by !== null && memberOf(by, 'id') === null;

export async function introPathsIn(
  scope: CredentialScope,
  { to, first, after, ...question }: Args,
  query: QueryDsl | undefined,
  info: GraphQLResolveInfo,
) {
  if (to.profile) bookEvidence(scope, { ...question, first }, info);
  const asked = { ...(await introQuestionOf(scope, { ...question, first }, info)), query };
  return pageOf(await pathsTo(scope, to, asked), { first, after });
}
