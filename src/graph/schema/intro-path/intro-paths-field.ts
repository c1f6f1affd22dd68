import type { InputShapeFromFields } from '@pothos/core';
import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { fieldPath } from '../../credits/price-estimate.ts';
import { memberOf } from '../../operation/record-reference.ts';
import type { Scope } from '../../operation/scope.ts';
import { factsOf } from '../../operation/selection-facts.ts';
import { builder } from '../builder.ts';
import { Exclusion } from './exclusion.ts';
import { introPathArgs, pageOf } from './intro-path-type.ts';
import { hopsOf, introQuestionArgs } from './intro-question.ts';
import { IntroTarget, pathsTo } from './intro-target.ts';

export const introPathsArgs = {
  ...introPathArgs,
  ...introQuestionArgs,
  ...builder.args((t) => ({ to: t.field({ type: IntroTarget, required: true, description: 'Whom to reach.' }) })),
};

type Args = InputShapeFromFields<typeof introPathsArgs>;

/**
 * Credits at most: the target's record with two steps, or where its name may not be found for free; with full evidence
 * the record of each person in between.
 */
export function introPathsCredits({ to, hops, evidence, first }: Readonly<Record<string, unknown>>): number {
  const target = typeof to === 'object' && to !== null ? to : {};
  const [profile, company] = [memberOf(target, 'profile'), memberOf(target, 'company')];
  const record = (hops === 2 && profile !== null) || [profile, company].some(isNamed) ? 1 : 0;
  return record + exactCredits(profile !== null, hops, evidence, first);
}

/** Whether a record is given by another name than its id. */
const isNamed = (by: unknown): boolean => typeof by === 'object' && by !== null && memberOf(by, 'id') === null;

const exactCredits = (toPerson: boolean, hops: unknown, evidence: unknown, first: unknown): number =>
  toPerson && hops === 2 && evidence === 'FULL' && typeof first === 'number' ? Math.max(0, first) : 0;

export async function introPathsIn(
  scope: Scope,
  { to, hops, exclude, evidence, first, after }: Args,
  query: QueryDsl | undefined,
  info: GraphQLResolveInfo,
) {
  const asked = {
    named: factsOf(info).namedRecords,
    hops: hopsOf(hops),
    exclusion: new Exclusion(exclude),
    query,
    exactPaths: evidence === 'FULL' ? (first ?? 10) : 0,
  };
  const { quote } = scope.operation;
  // The target's record is booked where its load says that it costs.
  const exact = exactCredits(Boolean(to.profile), hops, evidence, first ?? 10);
  if (quote && exact > 0) quote.book(fieldPath(responsePathAsArray(info.path)), { min: 0, max: exact, open: false });
  return pageOf(await pathsTo(scope, to, asked), { first, after });
}
