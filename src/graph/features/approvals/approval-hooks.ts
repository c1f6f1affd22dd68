import { GraphQLError, OperationTypeNode, print } from 'graphql';
import type { Price } from '../../credits/price-estimate.ts';
import { approvalIn } from '../../credits/request-options.ts';
import type { Cap } from '../../http/request-context.ts';
import type { OperationHooks } from '../../operation/hooks.ts';
import type { AdmittedOperation } from '../../operation/operation-limits.ts';
import type { Operation } from '../../scope/operation.ts';
import { approvalMs, operationHash, stateOf } from './approval.ts';
import { ApprovalStore } from './approval-store.ts';

/** Maximum length of a document with its variables that an approval stores, in characters. */
const maxLength = 32_768;

/**
 * Requests the approval that an agent's session needs for an operation of that price, or returns the existing one.
 * Undefined if none is requested or needed, or if none can be given: a purse does not cover `max`, the operation is too
 * long, too many approvals are pending, or the store fails.
 */
async function askApproval(
  { min, max, purses = [] }: Price,
  operation: Operation,
  { prepared, variables }: AdmittedOperation,
): Promise<Price['approval']> {
  if (prepared.operation.operation !== OperationTypeNode.QUERY) return undefined;
  const { session, options } = operation;
  const approvals = operation.services.apis.of(ApprovalStore);
  if (options.approval !== 'ask' || session?.confirmAbove === undefined || max <= session.confirmAbove)
    return undefined;
  const left = purses.length > 0 ? Math.min(...purses.map((purse) => purse.left)) : undefined;
  const asked = { document: print(prepared.document), variables: JSON.stringify(variables) };
  if ((left !== undefined && left < max) || asked.document.length + asked.variables.length > maxLength)
    return undefined;
  const name = prepared.operation.name?.value;
  const approval = await approvals
    .ask(operation.scope().payer.owner, {
      session: session.id,
      label: session.label ?? `session ${session.id.slice(0, 8)}`,
      ...(session.childTeamId !== undefined && { childTeamId: session.childTeamId }),
      ...(name !== undefined && { operation: name }),
      ...(options.purpose !== undefined && { purpose: options.purpose }),
      ...asked,
      hash: operationHash(prepared.id, variables),
      min,
      max,
      ...(left !== undefined && { left }),
    })
    .catch(() => undefined);
  if (!approval) return undefined;
  const { id, endsAt } = approval;
  return { id, state: stateOf(approval, approvals.now).toUpperCase(), endsAt: new Date(endsAt).toISOString() };
}

/**
 * Uses the approval that an operation names, before anything is paid for. Its maximum is the operation's budget, unless the
 * caller has set another one.
 *
 * @throws an APPROVAL_REFUSED error if it is not valid for this operation, or cannot be read; nothing was charged
 */
async function useApproval(operation: Operation, { prepared, variables }: AdmittedOperation): Promise<void> {
  const { session, options } = operation;
  const approvals = operation.services.apis.of(ApprovalStore);
  const { approval: id, budget, isBudgetGiven, maxBudget } = options;
  // The header is ignored for callers that need no approval.
  if (id === undefined || session?.confirmAbove === undefined) return;
  if (prepared.operation.operation !== OperationTypeNode.QUERY)
    throw refused('An approval must be for a query, but this operation is not a query.');
  const hash = operationHash(prepared.id, variables);
  const used = await approvals
    .use(operation.scope().payer.owner, { id, session: session.id, hash }, isBudgetGiven ? budget : undefined)
    .catch(() => {
      throw refused('Approvals cannot be read at the moment: ask again.');
    });
  if (used) {
    if (!isBudgetGiven) operation.setBudget(Math.min(used.max, maxBudget));
    return;
  }
  const upTo = isBudgetGiven ? ` and up to ${budget} credits (x-credit-budget)` : '';
  throw refused(
    `There is no approval “${id.slice(0, 40)}” for this operation with these variables${upTo}: each is valid once, for ${approvalMs / 60_000} minutes. Ask for one at POST /quote.`,
  );
}

const refused = (sentence: string): GraphQLError =>
  new GraphQLError(sentence, { extensions: { code: 'APPROVAL_REFUSED', http: { status: 403, spec: true } } });

/**
 * Without an approval, an agent's session spends at most `confirmAbove`. A request that names one may spend more: it is
 * used up before anything is paid for.
 */
export const cap: Cap = ({ session, quoting, header }) =>
  session?.confirmAbove === undefined || (!quoting && approvalIn(header) !== undefined)
    ? Number.POSITIVE_INFINITY
    : session.confirmAbove;

export const hooks: OperationHooks = {
  admit: (operation, admitted) =>
    operation.options.approval === undefined ? undefined : useApproval(operation, admitted),
  quote: async (price, operation, admitted) => {
    const approval = await askApproval(price, operation, admitted);
    return approval ? { approval } : {};
  },
};
