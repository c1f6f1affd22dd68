import { leftIn } from '../../credits/purse/purse.ts';
import { approvalsUnavailable } from '../../errors.ts';
import { builder } from '../../schema/builder.ts';
import { inputArg, type Payload, payloadType, problemType } from '../../schema/payload.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import type { Problem } from '../../scope/problem.ts';
import { between } from '../../scope/record-identifier.ts';
import type { Scoped } from '../../scope/scoped.ts';
import { type Approval, type ApprovalState, stateOf } from './approval.ts';
import { ApprovalStore } from './approval-store.ts';
import { ApprovalType } from './approval-type.ts';
import { isShown, whyNot } from './may-decide.ts';

/** Fields that read, follow and answer approvals. */

/** Maximum number of approvals listed. */
const maxListed = 1000;

/** Confirms the key with the data service; that of a session was confirmed when the session was created. */
const confirmed = async (scope: CredentialScope): Promise<void> => {
  if (scope.session === undefined) await scope.confirm();
};

builder.queryField('approvals', (t) =>
  t.field({
    type: [ApprovalType],
    nullable: { list: true, items: false },
    sizedBy: 'first',
    description:
      'Requests of the key’s agents in the last hour, latest first: a session sees its team’s, an agent its own. Free.',
    args: { first: t.arg.int({ defaultValue: 20, description: `How many to return, 1 to ${maxListed}.` }) },
    resolve: async (_root, args, { operation }) => {
      const first = between(1, maxListed, args.first ?? 20, 'first');
      const scope = operation.scope();
      await confirmed(scope);
      const all = await operation.services.apis.of(ApprovalStore).all(scope.payer.owner).catch(unavailable);
      return all
        .filter((approval) => isShown(operation.session, approval))
        .slice(0, first)
        .map((value) => ({ scope, value }));
    },
  }),
);

const DecideApprovalInput = builder.inputType('DecideApprovalInput', {
  description: 'A decision on an agent’s request.',
  fields: (t) => ({
    id: t.id({
      required: true,
      description: 'The approval’s id, a uuid such as `7d1c2a34-55d1-4f0e-9a57-3c1f8f1c2a77`.',
    }),
    give: t.boolean({ required: true, description: '`true` allows the operation once, `false` declines it.' }),
  }),
});

interface Answered extends Payload {
  readonly approval: Scoped<Approval> | undefined;
}

const DecideApprovalPayload = payloadType<Answered>(
  'DecideApprovalPayload',
  'The result of `decideApproval`: the approval as it is now, or problems.',
  (t) => ({
    approval: t.expose('approval', {
      type: ApprovalType,
      description: 'The approval as it is now; null if the caller cannot see one with that id.',
    }),
  }),
);

const problem = problemType('ApprovalProblem', 'The reason why an approval could not be decided.');

builder.mutationField('decideApproval', (t) =>
  t.field({
    type: DecideApprovalPayload,
    right: 'act',
    description:
      'Decides an agent’s request. The caller must be the key itself, or a session for the same team that has the right to act and enough credits left for `max`; an agent’s session cannot decide. Free.',
    args: inputArg(t, DecideApprovalInput, 'The approval by its id, and the decision.'),
    resolve: async (_root, { input: { id, give } }, { operation }): Promise<Answered> => {
      const scope = operation.scope();
      const { session, services } = operation;
      const approvals = services.apis.of(ApprovalStore);
      await confirmed(scope);
      const { owner } = scope.payer;
      const found = await approvals.byId(owner, id).catch(unavailable);
      if (!found || !isShown(session, found))
        return {
          approval: undefined,
          problems: [problem('NOT_FOUND', `There is no approval “${id.slice(0, 40)}” of this caller.`)],
        };
      const refused = (code: Problem['code'], sentence: string, value = found) => ({
        approval: { scope, value },
        problems: [problem(code, sentence)],
      });
      const purses = session ? await operation.services.purses.bounding(scope.payer) : [];
      const left = purses.length > 0 ? Math.min(...purses.map(leftIn)) : undefined;
      const why = whyNot({ session, left }, found, give);
      if (why !== undefined) return refused('FORBIDDEN', why);
      const value = await approvals.decide(owner, found, give).catch(unavailable);
      if (value) return { approval: { scope, value }, problems: [] };
      const now = (await approvals.byId(owner, id).catch(unavailable)) ?? found;
      return refused('OTHER', 'The approval is no longer waiting for an answer.', now);
    },
  }),
);

/** The present state of an approval. No event is the last, so `end` is never set. */
interface ApprovalEvent {
  readonly approval: Approval;
  readonly end: undefined;
}

/** Whether an approval has another state than before; at first, whether it is pending. */
function hasChanged(before: ReadonlyMap<string, ApprovalState> | undefined, approval: Approval, now: number): boolean {
  const state = stateOf(approval, now);
  return before ? state !== (before.get(approval.id) ?? 'ended') : state === 'pending';
}

builder.subscriptionField('approvals', (t) =>
  t.field({
    type: ApprovalType,
    description:
      'Follows `Query.approvals`: first each pending approval, then each that is requested, decided or used. Expiry is not reported: see `endsAt`. Free.',
    subscribe: async (_root, _args, { operation }): Promise<AsyncIterable<ApprovalEvent>> => {
      const scope = operation.scope();
      const { session } = operation;
      await confirmed(scope);
      const approvals = operation.services.apis.of(ApprovalStore);
      const { owner } = scope.payer;
      let before: ReadonlyMap<string, ApprovalState> | undefined;
      return operation.services.feeds.follow<ApprovalEvent>({
        owner,
        subscribe: (onChange) => approvals.subscribe(owner, onChange),
        changes: async () => {
          const all = await approvals.all(owner).catch(() => undefined);
          if (!all) return [];
          const known = before;
          before = new Map(all.map((approval) => [approval.id, stateOf(approval, approvals.now)]));
          return all
            .toReversed()
            .filter((approval) => isShown(session, approval) && hasChanged(known, approval, approvals.now))
            .map((approval) => ({ approval, end: undefined }));
        },
        coalesce: (waiting, { approval }) => (waiting.approval.id === approval.id ? 'replace' : 'append'),
      });
    },
    resolve: ({ approval }, _args, { operation }) => ({ scope: operation.scope(), value: approval }),
  }),
);

function unavailable(): never {
  throw approvalsUnavailable();
}
