import type { OperationLimits } from '../operation/operation-limits.ts';
import type { OperationServices } from '../operation/run-operation.ts';
import type { Cors } from './cors.ts';
import type { Callers } from './request-context.ts';
import type { RequestRates } from './request-rates.ts';

/** What a feature's routes need of the HTTP server. */
export interface HttpServices {
  readonly operations: OperationServices;
  readonly callers: Callers;
  readonly limits: OperationLimits;
  readonly rates: RequestRates;
  readonly cors: Cors;
  /** Other origins from which pages may call the graph. */
  readonly origins: () => readonly string[];
  /** The address on which the graph listens. */
  readonly host: string;
  /** Whether proxies are trusted: the `host` header may then name another host. */
  readonly behindProxy: boolean;
}
