import type { FastifyInstance } from 'fastify';
import type { OperationLimits } from '../operation/operation-limits.ts';
import type { OperationServices } from '../operation/run-operation.ts';
import type { Cors } from './cors.ts';
import type { Callers } from './request-context.ts';
import type { RequestRates } from './request-rates.ts';
import type { Upgrades } from './upgrades.ts';

/** Administrators' routes at these paths and below them, which only sealed requests reach. */
export interface Commands {
  readonly paths: readonly string[];
  readonly serve: (admin: FastifyInstance) => void;
}

/** What a feature's routes need of the HTTP server. */
export interface HttpServices {
  readonly operations: OperationServices;
  readonly callers: Callers;
  readonly limits: OperationLimits;
  readonly rates: RequestRates;
  readonly cors: Cors;
  readonly upgrades: Upgrades;
  /** Other origins from which pages may call the graph. */
  readonly origins: () => readonly string[];
  /** The address on which the graph listens. */
  readonly host: string;
  /** Whether proxies are trusted: the `host` header may then name another host. */
  readonly behindProxy: boolean;
  /** Administrators' routes of all features. */
  readonly commands: readonly Commands[];
}
