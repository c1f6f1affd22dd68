import { rankOf } from '../state/tasks/status.ts';
import type { TaskEvent } from './event.ts';

/**
 * The id of an event, unique over all tasks: the task's, the status and, unless the event is that the task has reached
 * it, the event's kind. A subscriber resumes behind it.
 */
export const eventId = (taskId: string, { kind, status = '' }: TaskEvent): string =>
  `${taskId}:${encodeURIComponent(status)}${kind === 'STATUS' ? '' : `:${kind}`}`;

/**
 * The rank of the last status that a subscriber has seen, by the id of its last event, or by the status itself; undefined
 * for a subscriber that begins with the present state.
 */
export function rankAfter(taskId: string, after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  if (!after.startsWith(`${taskId}:`)) return rankOf(after);
  const [status = ''] = after.slice(taskId.length + 1).split(':');
  return status === '' ? undefined : rankOf(decoded(status));
}

/** As it is where it is not percent-encoded: no id of `eventId`'s. */
function decoded(status: string): string {
  try {
    return decodeURIComponent(status);
  } catch {
    return status;
  }
}
