import {
  mapNetwork,
  type NetworkMapped,
  type NetworkMapperRequest,
  type NetworkMappingStarted,
} from '../../../contract/operation/network-mapper.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';

/**
 * Posts a mapping within the operation's budget. A started task is free; a network that is not empty costs one credit.
 *
 * @param idempotencyKey must be reused if the request is repeated because its answer was lost
 * @throws {import('../../credits/spending-refused.ts').SpendingRefused}
 */
export const buyMapping = (
  scope: CredentialScope,
  request: NetworkMapperRequest,
  idempotencyKey: string,
): Promise<NetworkMapped | NetworkMappingStarted> =>
  scope.buy(mapNetwork, request, (answer) => ('items' in answer ? answer.items.length : 0), { idempotencyKey });
