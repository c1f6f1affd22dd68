import type { MappingStatus } from '../../../contract/operation/network-mapper.ts';
import { builder } from '../../schema/builder.ts';

/** The enum value of each status in the interface. */
const named = {
  Unknown: 'UNKNOWN',
  NotMapped: 'NOT_MAPPED',
  MappingInProgress: 'IN_PROGRESS',
  Mapped: 'MAPPED',
  MappingFailed: 'FAILED',
} as const satisfies Record<MappingStatus, string>;

type StatusName = (typeof named)[MappingStatus] | 'OTHER';

export const MappingTaskStatus = builder.enumType('MappingTaskStatus', {
  description: 'The status of a mapping task: how far it has come.',
  values: {
    UNKNOWN: { description: 'The data service has no such task for this team.' },
    NOT_MAPPED: { description: 'The mapping has not begun yet.' },
    IN_PROGRESS: { description: 'The mapping runs at the moment.' },
    MAPPED: { description: 'The mapping is done, and its result can be read; the status will not change.' },
    FAILED: { description: 'The mapping failed; the status will not change.' },
    OTHER: { description: 'Another status, which is in `rawStatus`.' },
  },
});

/** The enum value of the data service's status; undefined if it has none. */
export const statusNamed = (status: string | undefined): StatusName | undefined =>
  status === undefined ? undefined : Object.hasOwn(named, status) ? named[status as MappingStatus] : 'OTHER';
