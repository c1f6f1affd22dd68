import type { Client } from '../../client/client.ts';
import { BadUpstreamRequest } from '../../client/errors.ts';
import type { MappingStatusRequest } from '../../contract/operation/network-mapper.ts';

/** Clients of upstreams that accepted the alternate spelling after refusing the first. */
const alternateSpelling = new WeakSet<Client>();

/**
 * Asks for a task's status. The interface does not show the parameter's name: if the upstream refuses one spelling, the
 * other is tried, and the accepted one is used first from then on.
 *
 * @throws {import('../../client/errors.ts').CallError} that of the spelling tried first, if both fail
 */
export async function readTaskStatus<Answer>(
  client: Client,
  id: string,
  ask: (request: MappingStatusRequest) => Promise<Answer>,
): Promise<Answer> {
  const spellings: readonly MappingStatusRequest[] = [{ task_id: id }, { taskId: id }];
  const [usual = {}, other = {}] = alternateSpelling.has(client) ? spellings.toReversed() : spellings;
  try {
    return await ask(usual);
  } catch (refused) {
    if (!(refused instanceof BadUpstreamRequest)) throw refused;
    const answer = await ask(other).catch(() => {
      throw refused;
    });
    if (!alternateSpelling.delete(client)) alternateSpelling.add(client);
    return answer;
  }
}
