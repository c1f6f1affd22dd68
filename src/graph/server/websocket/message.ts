import { isObject, parseJson } from '../../../contract/json.ts';
import type { SubscribeParams } from './shared-subscriptions.ts';

/** A message that concerns one operation: it may be about a shared one. */
export type OperationMessage =
  | { readonly type: 'subscribe'; readonly id: string; readonly params: SubscribeParams }
  | { readonly type: 'complete'; readonly id: string };

const clientTypes: ReadonlySet<unknown> = new Set(['connection_init', 'ping', 'pong', 'subscribe', 'complete']);

/** Whether a text is a message that a client may send, as far as its type shows. */
export function isClientMessage(text: string): boolean {
  const message = parseJson(text);
  return isObject(message) && clientTypes.has(message.type);
}

/** Undefined for any other message, and for one that is wrong: the protocol's implementation then judges it. */
export function readOperationMessage(text: string): OperationMessage | undefined {
  if (!text.includes('"subscribe"') && !text.includes('"complete"')) return undefined;
  const message = parseJson(text);
  if (!isObject(message) || typeof message.id !== 'string' || message.id === '') return undefined;
  const { id, type, payload } = message;
  if (type === 'complete') return { type, id };
  if (type !== 'subscribe' || !isObject(payload) || typeof payload.query !== 'string') return undefined;
  const { query, operationName, variables } = payload;
  if (operationName != null && typeof operationName !== 'string') return undefined;
  if (variables != null && !isObject(variables)) return undefined;
  return { type, id, params: { query, operationName: operationName ?? undefined, variables: variables ?? {} } };
}
