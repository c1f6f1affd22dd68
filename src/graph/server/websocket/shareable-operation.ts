import { getArgumentValues } from 'graphql';
import type { AdmittedOperation } from '../../operation/operation-limits.ts';

/** What a subscription asks for that many may share. */
export interface SharedAsk {
  readonly admitted: AdmittedOperation;
  readonly taskId: string;
  readonly after: string | undefined;
}

/** Undefined where the operation, or what it asks for, is not shared, or its arguments are wrong. */
export function sharedAsk(admitted: AdmittedOperation): SharedAsk | undefined {
  const { prepared, variables } = admitted;
  const subscription = prepared.schema.getSubscriptionType()?.getFields().mappingTask;
  if (!prepared.shareable || !subscription) return undefined;
  try {
    const { id, after, heartbeat } = getArgumentValues(subscription, prepared.shareable, variables);
    if (typeof id !== 'string' || typeof heartbeat === 'number') return undefined;
    return { admitted, taskId: id, after: typeof after === 'string' ? after : undefined };
  } catch {
    return undefined;
  }
}
