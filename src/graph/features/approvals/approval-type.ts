import { builder } from '../../schema/builder.ts';
import type { Scoped } from '../../scope/scoped.ts';
import { type Approval, stateOf } from './approval.ts';
import { ApprovalStore } from './approval-store.ts';

const ApprovalStateType = builder.enumType('ApprovalState', {
  description: 'The stages that an agent’s request goes through.',
  values: {
    PENDING: { value: 'pending', description: 'Waiting for a person to answer.' },
    GIVEN: { value: 'given', description: 'Allowed: the operation may run once, before `endsAt`.' },
    DECLINED: { value: 'declined', description: 'Declined; asking again before the request expires changes nothing.' },
    USED: { value: 'used', description: 'Used: its operation has run.' },
    ENDED: { value: 'ended', description: 'Nobody answered in time, or it was not used in time.' },
    OTHER: { value: 'other', description: 'A state that this version of the graph does not know.' },
  },
});

/** An approval, with the scope of the caller who sees it. */
export const ApprovalType = builder.objectRef<Scoped<Approval>>('Approval').implement({
  description:
    'An agent’s request to spend more than its session may spend without asking. An approval is valid once, for exactly this operation and its variables, up to `max` credits.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'The approval’s id, a uuid such as `7d1c2a34-55d1-4f0e-9a57-3c1f8f1c2a77`.',
      resolve: ({ value }) => value.id,
    }),
    label: t.string({
      nullable: false,
      description: 'The name of the session that asks, such as `research`.',
      resolve: ({ value }) => value.label,
    }),
    summary: t.string({
      nullable: false,
      description:
        'What it asks to do, such as `load 12 records for “load the people found by engineer (find_people)”`; the quoted words are the agent’s own.',
      resolve: ({ value: { min, max, purpose } }) =>
        `load ${min === max ? '' : 'up to '}${max === 1 ? '1 record' : `${max} records`}${purpose === undefined ? '' : ` for “${purpose}”`}`,
    }),
    operation: t.string({
      description: 'The operation’s name in its document, such as `FindPeople`; null for one without.',
      resolve: ({ value }) => value.operation,
    }),
    document: t.string({
      nullable: false,
      description: 'The operation’s document, such as `query { … }`.',
      resolve: ({ value }) => value.document,
    }),
    variables: t.field({
      type: 'JSON',
      description: 'The operation’s variables by name, such as `{"names": true}`; null if it has none.',
      resolve: ({ value }) => JSON.parse(value.variables),
    }),
    min: t.field({
      type: 'SafeInt',
      nullable: false,
      description: 'The fewest credits that the operation can cost.',
      resolve: ({ value }) => value.min,
    }),
    max: t.field({
      type: 'SafeInt',
      nullable: false,
      description: 'The most credits that the operation can cost; the approval covers no more.',
      resolve: ({ value }) => value.max,
    }),
    left: t.field({
      type: 'SafeInt',
      description: 'Credits that the session had left when it asked; null if no purse limits it.',
      resolve: ({ value }) => value.left,
    }),
    state: t.field({
      type: ApprovalStateType,
      nullable: false,
      description: 'The current state of the request.',
      resolve: ({ scope, value }) => stateOf(value, scope.services.apis.of(ApprovalStore).now),
    }),
    askedAt: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'When it was asked for.',
      resolve: ({ value }) => new Date(value.askedAt).toISOString(),
    }),
    endsAt: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'When the request expires; once it is allowed, when the approval expires.',
      resolve: ({ value }) => new Date(value.endsAt).toISOString(),
    }),
  }),
});
