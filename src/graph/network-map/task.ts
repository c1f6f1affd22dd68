import type { MappingStatus } from '../../contract/operation/network-mapper.ts';
import type { Scope } from '../scope.ts';

/** A mapping task as the graph holds it: its id, and its status where an answer told it. */
export interface MappingTask {
  readonly scope: Scope;
  readonly id: string;
  readonly status: MappingStatus | string | undefined;
}
