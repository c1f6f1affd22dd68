import { summaryCoversProfile } from '../../../contract/coverage.ts';
import type { IntroStep } from '../../introductions/intro-step.ts';
import { builder } from '../builder.ts';
import { linkTo } from '../link.ts';
import { Connection, Connector, Profile } from '../refs.ts';
import { ConnectionSource } from '../relationship/connection-source.ts';

const IntroStepKindType = builder.enumType('IntroStepKind', {
  description: 'How certain it is that the two people of a step know each other.',
  values: {
    KNOWN: { description: 'The team’s network has a connection between them, with its sources.' },
    POTENTIAL: { description: 'The two were in one place at the same time, which does not say that they have met.' },
    OTHER: { description: 'Another kind of tie, which `why` describes.' },
  },
});

export const IntroStepType = builder.objectRef<IntroStep>('IntroStep').implement({
  description: 'One tie on the way to a person: who can introduce, to whom, and on what evidence.',
  fields: (t) => ({
    kind: t.field({
      type: IntroStepKindType,
      nullable: false,
      description: 'Whether they are known to be connected, or may know each other.',
      resolve: ({ kind }) => kind,
    }),
    connector: t.field({
      type: Connector,
      description: 'The connector who makes the first step; null on a later one.',
      resolve: ({ connector }) => connector,
    }),
    bridge: t.field(
      linkTo(Profile, {
        description: 'The person who makes a later step: the `profile` of the step before. Null on the first one.',
        covers: summaryCoversProfile,
        reference: ({ bridge }: IntroStep) => bridge?.fork() ?? null,
      }),
    ),
    profile: t.field(
      linkTo(Profile, {
        description:
          'The person to whom the step leads: a bridge, or at the last step the target. Null if the target is anybody at a company.',
        covers: summaryCoversProfile,
        reference: ({ target }: IntroStep) => target?.fork() ?? null,
      }),
    ),
    connection: t.field({
      type: Connection,
      description: 'The relationship that the step rests on; null where `kind` is not `KNOWN`.',
      resolve: ({ connection }) => connection,
    }),
    sources: t.field({
      type: [ConnectionSource],
      nullable: false,
      description: 'The evidence: why the two know each other, or may.',
      resolve: ({ scope, sources }) => sources.map((value) => ({ scope, value })),
    }),
    from: t.string({
      description:
        'When they began to share an employer or school, such as `2018-03-01`; of several, the longest stay. Of a `POTENTIAL` tie the time that the person to whom it leads was there, unless `evidence: FULL` was asked for. Null where it is not dated.',
      resolve: ({ from }) => from,
    }),
    until: t.string({
      description:
        'Until when they shared it, as sent, such as `2020-06-30`; null where they still do, or it is not dated.',
      resolve: ({ until }) => until,
    }),
    monthsAtLeast: t.int({
      description: 'How many months they shared it, at least; null where that is not known.',
      resolve: ({ monthsAtLeast }) => monthsAtLeast,
    }),
    sameFunction: t.boolean({
      description: 'Whether they had the same job function there; null where that is not known.',
      resolve: ({ sameFunction }) => sameFunction,
    }),
    confidence: t.float({
      nullable: false,
      description:
        'How likely it is that they know each other, between 0 and 1: the strength set by hand, else from the months that they shared a place, how many others were there, how long ago, and how many sources say so.',
      resolve: ({ confidence }) => confidence,
    }),
    why: t.string({
      nullable: false,
      description: 'The evidence as a sentence, such as `Worked together at Aurora Labs, 2018–2020.`',
      resolve: ({ why }) => why,
    }),
  }),
});
