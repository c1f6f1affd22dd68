import type { TaskEvent } from './event.ts';
import { rankOf } from './status.ts';

/**
 * The id of an event, unique over all tasks: the task's, the status, and what else the event tells than that the task has
 * reached it. It names a place in the task's history, from which a subscriber can go on.
 */
export const eventId = (taskId: string, { kind, status = '' }: TaskEvent): string =>
  `${taskId}:${encodeURIComponent(status)}${kind === 'STATUS' ? '' : `:${kind}`}`;

/**
 * The rank of the status behind which a subscriber to a task begins who saw this event last; undefined for the present
 * state and all that follows. A status is taken for its event.
 */
export function rankAfter(taskId: string, after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  if (!after.startsWith(`${taskId}:`)) return rankOf(after);
  const [status = ''] = after.slice(taskId.length + 1).split(':');
  return status === '' ? undefined : rankOf(decoded(status));
}

/** What is no encoding was no status of ours. */
function decoded(status: string): string {
  try {
    return decodeURIComponent(status);
  } catch {
    return status;
  }
}
