import type { InputShapeFromFields } from '@pothos/core';
import { type FieldNode, type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import { fieldPath, type PriceEstimate } from '../../credits/price-estimate.ts';
import { invalidArgument } from '../../errors.ts';
import { builder } from '../../schema/builder.ts';
import { linkTo } from '../../schema/link.ts';
import { ProblemType } from '../../schema/problem.ts';
import { Connector, Profile } from '../../schema/refs.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { boundBelow } from '../../scope/price-bounds.ts';
import { between } from '../../scope/record-identifier.ts';
import { selectionOn } from '../../scope/required-members.ts';
import { responseName } from '../../scope/selection.ts';
import { factsOf } from '../../scope/selection-facts.ts';
import { Exclusion } from './exclusion.ts';
import { type ChosenPath, findPlan, type IntroAsk, type IntroPlan, sumOf, type Unreached } from './find-plan.ts';
import { IntroPathType } from './intro-path-type.ts';
import { introPathsCredits } from './intro-paths-field.ts';
import { hopsOf, IntroEvidence, IntroTarget, introQuestionArgs } from './intro-question.ts';
import type { Target } from './intro-target.ts';

/** Maximum targets of a plan, by `hops`. */
const maxTargets = { 1: 500, 2: 50 } as const;
const maxPerConnector = 1000;

const IntroUnreachedReason = builder.enumType('IntroUnreachedReason', {
  description: 'The reason why a plan does not reach a target.',
  values: {
    UNKNOWN: { description: 'The data service has no record with the target’s identifier.' },
    DUPLICATE: { description: 'An earlier target is the same.' },
    EXCLUDED: { description: 'The target is on the do-not-ask list, or excluded.' },
    NOT_SEARCHED: { description: 'The target could not be looked up; `message` and `problems` say why.' },
    CONNECTOR: { description: 'The target is a connector of the team, who can be asked directly.' },
    NO_PATH: { description: 'No path to the target was found.' },
    CONNECTORS_TAKEN: {
      description:
        'Each connector who could introduce you is already asked for `perConnector` other introductions, the most allowed.',
    },
    OTHER: { description: 'Another reason, which `message` describes.' },
  },
});

const PlannedIntro = builder.objectRef<ChosenPath>('PlannedIntro').implement({
  description: 'A target of a plan, and the path to it.',
  fields: (t) => ({
    at: t.exposeInt('at', {
      nullable: false,
      description: 'The index of the target in `to`, or in the target list, from 0.',
    }),
    path: t.expose('path', {
      type: IntroPathType,
      nullable: false,
      description: 'The path, which begins with the connector.',
    }),
  }),
});

const IntroAskType = builder.objectRef<IntroAsk>('IntroAsk').implement({
  description: 'What to ask one connector for.',
  fields: (t) => ({
    connector: t.expose('connector', {
      type: Connector,
      description: 'The connector to ask; id and name are free. Null if their id is unknown.',
    }),
    introductions: t.expose('chosen', {
      type: [PlannedIntro],
      nullable: false,
      description: 'The targets to ask for, the most likely first; at most `perConnector`.',
    }),
    confidence: t.float({
      nullable: false,
      description: 'The sum of the confidences of this connector’s paths.',
      resolve: (ask) => sumOf(ask),
    }),
  }),
});

const UnreachedTarget = builder.objectRef<Unreached>('UnreachedTarget').implement({
  description: 'A target whom a plan does not reach.',
  fields: (t) => ({
    at: t.exposeInt('at', {
      nullable: false,
      description: 'The index of the target in `to`, or in the target list, from 0.',
    }),
    target: t.field(
      linkTo(Profile, {
        description: 'The target’s profile; null if the target is a company.',
        covers: { id: 'id' },
        reference: ({ target }: Unreached) => target?.fork() ?? null,
      }),
    ),
    reason: t.expose('reason', {
      type: IntroUnreachedReason,
      nullable: false,
      description: 'The reason why it is not reached, for programs.',
    }),
    message: t.exposeString('message', {
      nullable: false,
      description:
        'The reason as a sentence that names the index in `to` (or in the target list), such as `to.2 names nobody on record.`',
    }),
  }),
});

export const IntroPlanType = builder.objectRef<IntroPlan>('IntroPlan').implement({
  description: 'Which connector to ask for which introductions, with the greatest possible sum of confidences.',
  fields: (t) => ({
    asks: t.expose('asks', {
      type: [IntroAskType],
      nullable: false,
      description: 'The connectors to ask, the greatest sum of confidences first.',
    }),
    unreached: t.expose('unreached', {
      type: [UnreachedTarget],
      nullable: false,
      description: 'The targets whom the plan does not reach, in the order of `to`.',
    }),
    confidence: t.exposeFloat('confidence', {
      nullable: false,
      description: 'The sum of all paths’ confidences: the expected number of successful introductions.',
    }),
    notes: t.exposeStringList('notes', {
      nullable: false,
      description: 'Remarks on the plan, as free text: what was not searched, which search was cut off.',
    }),
    problems: t.expose('problems', {
      type: [ProblemType],
      nullable: false,
      description:
        'A `CreditLimit` if a record needed for two steps was not paid for, or an `UpstreamFailed`; empty if nothing is wrong.',
    }),
  }),
});

const planTerms = builder.args((t) => ({
  perConnector: t.int({
    defaultValue: 3,
    description: 'Maximum number of introductions to ask of one connector, 1 to 1,000.',
  }),
  hops: t.int({
    defaultValue: 1,
    description:
      'Maximum number of steps in a path, 1 or 2. With 2, for each target that has no direct path, the graph looks for people who may know them, for 1 credit per such target.',
  }),
  exclude: introQuestionArgs.exclude,
  evidence: t.field({
    type: IntroEvidence,
    defaultValue: 'FREE',
    description:
      'How exact second steps are. `FULL` loads the record of the person in the middle of the best path to each target, for 1 more credit per target.',
  }),
}));

export const introPlanArgs = builder.args((t) => ({
  to: t.field({
    type: [IntroTarget],
    required: true,
    description: 'The people and companies to reach: up to 500 targets, with two hops up to 50.',
  }),
  ...planTerms,
}));

type PlanTerms = InputShapeFromFields<typeof planTerms>;

/** Worst case of targets that have not been read: people by slug, whose records may have to be loaded. */
const unknownTargets = {
  1: Array<object>(maxTargets[1]).fill({ profile: { xnetSlug: '' } }),
  2: Array<object>(maxTargets[2]).fill({ profile: { xnetSlug: '' } }),
} as const;

/** Maximum credits: the sum of those of each target's paths. */
export function introPlanCredits({ to, hops, evidence }: Readonly<Record<string, unknown>>): number {
  const targets: readonly unknown[] = Array.isArray(to) ? to : unknownTargets[hops === 2 ? 2 : 1];
  return targets.reduce((sum: number, target) => sum + introPathsCredits({ to: target, hops, evidence, first: 1 }), 0);
}

/** Options of the plan of a target list, whose targets are not among the arguments. */
export const listPlan = {
  type: IntroPlanType,
  callsEach: true,
  sizeWithout: maxTargets[1],
  credits: introPlanCredits,
  args: planTerms,
} as const;

/** Books what is selected of the introductions to targets that a quote does not look up: at most one for each. */
function bookIntroductions(quote: PriceEstimate, targets: number, path: string, info: GraphQLResolveInfo): void {
  const many = { count: targets, open: false };
  const below = (type: string, field: string, nodes: readonly FieldNode[], at: string) =>
    Map.groupBy(selectionOn(type, nodes, info).get(field) ?? [], (node) => `${at}.${responseName(node)}`);
  for (const [ofAsks, asks] of below('IntroPlan', 'asks', info.fieldNodes, path)) {
    boundBelow(
      quote,
      info.schema.getType('IntroAsk'),
      asks,
      ofAsks,
      many,
      info,
      ({ name }) => name !== 'introductions',
    );
    for (const [at, introductions] of below('IntroAsk', 'introductions', asks, ofAsks))
      boundBelow(quote, info.schema.getType('PlannedIntro'), introductions, at, many, info);
  }
}

/**
 * @param path the path of the targets in a request
 * @throws a BAD_USER_INPUT error if an argument is out of bounds, before any call
 */
export async function introPlanIn(
  scope: CredentialScope,
  [path, to]: readonly [path: string, to: readonly Target[]],
  { perConnector, hops, exclude, evidence }: PlanTerms,
  info: GraphQLResolveInfo,
): Promise<IntroPlan> {
  const steps = hopsOf(hops);
  const each = between(1, maxPerConnector, perConnector ?? 3, 'perConnector');
  const most = maxTargets[steps];
  if (to.length > most)
    throw invalidArgument(path, `must hold at most ${most} targets with hops: ${steps}, but got ${to.length}.`);
  const { budget, quote } = scope;
  return findPlan(scope, to, {
    named: factsOf(info).namedRecords,
    hops: steps,
    perConnector: each,
    exclusion: await new Exclusion(exclude).withKept(scope),
    isExact: evidence === 'FULL',
    mayLoad: async (records, targets) => {
      if (quote) {
        const path = fieldPath(responsePathAsArray(info.path));
        quote.book(path, { min: 0, max: records, open: false });
        bookIntroductions(quote, targets, path, info);
        return false;
      }
      using reservation = await budget.reserve(records);
      if (reservation.granted < records) throw budget.reached;
      return true;
    },
  });
}
