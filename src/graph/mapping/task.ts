import {
  type MappingStatus,
  mappingStatus,
  type NetworkMapperRequest,
} from '../../contract/operation/network-mapper.ts';
import type { CredentialScope } from '../scope/credential-scope.ts';
import { readTaskStatus } from './read-task-status.ts';

/** A mapping task as the graph holds it: its id, and what is known of it from an answer or the store. */
export interface MappingTask {
  readonly scope: CredentialScope;
  readonly id: string;
  readonly status: MappingStatus | string | undefined;
  /** What it was started with, where this very operation started it. */
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

/** The status of a task: the one known, else the upstream's, which is asked once an operation. */
export async function statusOf({ scope, id, status }: MappingTask): Promise<MappingTask['status']> {
  if (status !== undefined) return status;
  const known = reads.get(scope) ?? new Map<string, Promise<MappingTask>>();
  reads.set(scope, known);
  const reading = known.get(id) ?? readStatus(scope, id);
  known.set(id, reading);
  return (await reading).status;
}
