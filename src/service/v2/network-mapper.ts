import type { Relationship } from '../../contract/record/relationship.ts';
import { type V2Relationship, v2MapNetwork, v2MappingStatus } from '../../contract/v2/network-mapper.ts';
import { endpoint } from '../endpoint.ts';
import { statusOf } from '../mapping/task.ts';
import { mapOrStart } from '../v3/network-mapper/index.ts';

/** POST /v2/profiles/network-mapper */
export const v2NetworkMapper = endpoint(v2MapNetwork, (call, service) =>
  mapOrStart(v2MapNetwork, call, service, ({ items, total }) =>
    JSON.stringify({
      items: items.map((text) => withoutOrigins(JSON.parse(text))),
      count: items.length,
      total_count: total,
    }),
  ),
);

const withoutOrigins = ({ connections, ...item }: Relationship): V2Relationship => ({
  ...item,
  connections: (connections ?? []).map((connection) => ({
    ...connection,
    sources: (connection?.sources ?? []).map((source) => {
      const { origin: _, ...told } = source ?? {};
      return told;
    }),
  })),
});

/** GET /v2/profiles/network-mapper-task-status */
export const v2NetworkMapperStatus = endpoint(v2MappingStatus, async ({ request, caller }, { store }) => ({
  status: 200,
  body: { status: await statusOf(store.db, caller.teamId, request.task_id ?? request.taskId ?? '') },
}));
