import { finalMappingStatuses } from '../../../../contract/operation/network-mapper.ts';

/** Whether a task's status is final. */
export const isFinal = (status: string | undefined): boolean => finalMappingStatuses.some((final) => final === status);

/**
 * The progress of a status, from 0 to 3 (final). A task's rank never decreases. An undocumented status ranks between
 * `NotMapped` and the final ones.
 */
export function rankOf(status: string): number {
  if (isFinal(status)) return 3;
  if (status === 'Unknown') return 0;
  if (status === 'NotMapped') return 1;
  return 2;
}
