import { finalMappingStatuses } from '../../../contract/operation/network-mapper.ts';

/** Whether a task's status will not change any more. */
export const isFinal = (status: string | undefined): boolean => finalMappingStatuses.some((final) => final === status);

/**
 * How far along a status is. A task goes through them in this order and never back; a status that is not documented
 * ranks between the first ones and the final ones.
 */
export function rankOf(status: string): number {
  if (isFinal(status)) return 3;
  if (status === 'Unknown') return 0;
  if (status === 'NotMapped') return 1;
  return 2;
}
