import { mappingStatus } from '../../../contract/operation/network-mapper.ts';
import { endpoint } from '../../endpoint.ts';
import { statusOf } from '../../mapping/task.ts';

/** Where a mapping task stands. A task that is not this team's has the same status as one that never was: `Unknown`. */
export const networkMapperStatus = endpoint(mappingStatus, async ({ request, caller }, { store }) => ({
  status: 200,
  body: { status: await statusOf(store.db, caller.teamId, request.task_id ?? request.taskId ?? '') },
}));
