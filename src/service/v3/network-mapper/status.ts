import { mappingStatus } from '../../../contract/operation/network-mapper.ts';
import { endpoint } from '../../endpoint.ts';
import { statusOf } from '../../mapping/task.ts';

/** A mapping task's status. Another team's task has the status of one that does not exist: `Unknown`. */
export const networkMapperStatus = endpoint(mappingStatus, async ({ request, caller }, { store }) => ({
  status: 200,
  body: { status: await statusOf(store.db, caller.teamId, request.task_id ?? request.taskId ?? '') },
}));
