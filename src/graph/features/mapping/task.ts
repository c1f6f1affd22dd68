import {
  type MappingStatus,
  mappingStatus,
  type NetworkMapperRequest,
} from '../../../contract/operation/network-mapper.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { readTaskStatus } from '../../scope/read-task-status.ts';

/** A mapping task: its id, and what an answer or the store shows about it. */
export interface MappingTask {
  readonly scope: CredentialScope;
  readonly id: string;
  readonly status: MappingStatus | string | undefined;
  /** The request that started it, if the same operation did. */
  readonly request?: NetworkMapperRequest | undefined;
}

/** Asks the upstream for the status of a task. */
export async function readStatus(scope: CredentialScope, id: string): Promise<MappingTask> {
  const { client, signal } = scope;
  const { body } = await readTaskStatus(client, id, (request) => scope.call(mappingStatus, request, { signal }));
  return { scope, id, status: body.status };
}

/** Reads in flight or done, by task: several fields of a task share one. A scope lives as long as its operation. */
const reads = new WeakMap<CredentialScope, Map<string, Promise<MappingTask>>>();

/** The status of a task: the known one, else from the upstream, which is called once per operation and task. */
export async function statusOf({ scope, id, status }: MappingTask): Promise<MappingTask['status']> {
  if (status !== undefined) return status;
  const known = reads.get(scope) ?? new Map<string, Promise<MappingTask>>();
  reads.set(scope, known);
  const reading = known.get(id) ?? readStatus(scope, id);
  known.set(id, reading);
  return (await reading).status;
}
