import { free } from '../../contract/price.ts';
import type { Relationship } from '../../contract/record/relationship.ts';
import { partnersOnly } from '../authenticate.ts';
import { endpoint } from '../endpoint.ts';
import { statusOf } from '../mapping/task.ts';
import { networkOf } from '../network/scope.ts';
import { mapOrStart, type NetworkTexts } from '../v3/network-mapper/index.ts';
import {
  type V2Relationship,
  v2MapNetwork,
  v2MappingStatus,
  v2MappingStatusByPost,
} from './contract/network-mapper.ts';

/**
 * POST /v2/profiles/network-mapper. The team's own network, free; with `mapping_company_website`, the network of a
 * company's people, for partners.
 */
export const v2NetworkMapper = endpoint(v2MapNetwork, async (call, service) => {
  const maps = call.request.mapping_company_website !== undefined;
  if (maps && !call.caller.isPartner) throw partnersOnly();
  const operation = maps ? v2MapNetwork : { ...v2MapNetwork, price: free };
  return await mapOrStart(operation, call, service, answerText, async (_, teamId) => networkOf(teamId));
});

const answerText = ({ items, total }: NetworkTexts): string =>
  JSON.stringify({
    items: items.map((text) => withoutOrigins(JSON.parse(text))),
    count: items.length,
    total_count: total,
  });

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

/** GET and POST /v2/profiles/network-mapper-task-status */
export const v2NetworkMapperStatuses = [v2MappingStatus, v2MappingStatusByPost].map((operation) =>
  endpoint(operation, async ({ request, caller }, { store }) => ({
    status: 200,
    body: { status: await statusOf(store.db, caller.teamId, request.task_id ?? request.taskId ?? '') },
  })),
);
