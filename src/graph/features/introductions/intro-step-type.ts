import { summaryCoversProfile } from '../../../contract/coverage.ts';
import { builder } from '../../schema/builder.ts';
import { linkTo } from '../../schema/link.ts';
import { Connection, Connector, Profile } from '../../schema/refs.ts';
import { ConnectionSource } from '../../schema/relationship/connection-source.ts';
import type { IntroStep } from './intro-step.ts';

const IntroStepKindType = builder.enumType('IntroStepKind', {
  description: 'How certain it is that the two people of a step know each other.',
  values: {
    KNOWN: { description: 'The team’s network has a connection between them, with its sources.' },
    POTENTIAL: { description: 'The two were at the same place at the same time, but may never have met.' },
    OTHER: { description: 'Another kind of tie, which `why` describes.' },
  },
});

export const IntroStepType = builder.objectRef<IntroStep>('IntroStep').implement({
  description: 'One step of a path: who can introduce you to whom, and why.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: IntroStepKindType,
      nullable: false,
      description: 'Whether they are known to be connected, or may know each other.',
    }),
    connector: t.expose('connector', {
      type: Connector,
      description: 'The connector who makes the first step; null on a later one.',
    }),
    bridge: t.field(
      linkTo(Profile, {
        description:
          'The person who makes this step: the `profile` of the step before. Null on the first step, which the connector makes.',
        covers: summaryCoversProfile,
        reference: ({ bridge }: IntroStep) => bridge?.fork() ?? null,
      }),
    ),
    profile: t.field(
      linkTo(Profile, {
        description:
          'The person at the end of the step: a bridge, or at the last step the target. Null if the target is anybody at a company.',
        covers: summaryCoversProfile,
        reference: ({ target }: IntroStep) => target?.fork() ?? null,
      }),
    ),
    connection: t.expose('connection', {
      type: Connection,
      description: 'The connection behind the step; null if `kind` is not `KNOWN`.',
    }),
    sources: t.field({
      type: [ConnectionSource],
      nullable: false,
      description: 'The evidence: why the two know each other, or may.',
      resolve: ({ scope, sources }) => sources.map((value) => ({ scope, value })),
    }),
    from: t.exposeString('from', {
      description:
        'When the two people’s longest overlap at an employer or school began, such as `2018-03-01`. A `POTENTIAL` step without `evidence: FULL` has the day when `profile` began there instead. Null if undated.',
    }),
    until: t.exposeString('until', {
      description:
        'When the two people’s overlap ended, as the data service sends it, such as `2020-06-30`; null if it has not ended, or has no date.',
    }),
    monthsAtLeast: t.exposeInt('monthsAtLeast', {
      description: 'The minimum number of months they overlapped; null if it is not known.',
    }),
    sameFunction: t.exposeBoolean('sameFunction', {
      description: 'Whether they had the same job function there; null if that is not known.',
    }),
    confidence: t.exposeFloat('confidence', {
      nullable: false,
      description:
        'How likely it is that the two know each other, from 0 to 1: the strength set by hand or, without one, an estimate from the months they overlapped, how many others were there, how long ago it was, and how many sources there are.',
    }),
    why: t.exposeString('why', {
      nullable: false,
      description: 'The evidence as a sentence, such as `Worked together at Aurora Labs, 2018–2020.`',
    }),
  }),
});
