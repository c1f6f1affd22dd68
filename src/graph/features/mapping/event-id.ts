import type { TaskEvent } from './event.ts';
import { rankOf } from './store/status.ts';

/**
 * The id of an event: task and status (`task:status`), and the kind of a transient event (`task:status:kind`), which
 * may repeat. A subscriber resumes after the status.
 */
export const eventId = (taskId: string, { kind, status = '' }: TaskEvent): string =>
  `${taskId}:${encodeURIComponent(status)}${kind === 'STATUS' ? '' : `:${kind}`}`;

/**
 * The rank of the last status that a subscriber has seen; undefined: it starts with the present state.
 *
 * @param after the id of its last event, or a status
 */
export function rankAfter(taskId: string, after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  if (!after.startsWith(`${taskId}:`)) return rankOf(after);
  const [status = ''] = after.slice(taskId.length + 1).split(':');
  return status === '' ? undefined : rankOf(decoded(status));
}

/** Percent-decodes; text that is not valid percent-encoding, which `eventId` never emits, is returned unchanged. */
function decoded(status: string): string {
  try {
    return decodeURIComponent(status);
  } catch {
    return status;
  }
}
