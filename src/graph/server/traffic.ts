import { defaultLoadGuard, type LoadGuardOptions } from '../../http/limits/load-guard.ts';
import { defaultExecutionLimits, type ExecutionLimitOptions } from '../operation/execution-limits.ts';
import { defaultRates, type RateOptions } from './request-rates.ts';

/** What callers may take of a graph, at once and in a minute, and when it takes on no more. */
export interface TrafficOptions {
  readonly execution: ExecutionLimitOptions;
  readonly rates: RateOptions;
  readonly load: LoadGuardOptions;
  /** Connections at a time, WebSockets included; more are closed as they come. */
  readonly connections: number;
  /** Addresses and networks of proxies, whose `x-forwarded-for` says where a request comes from. */
  readonly trustedProxies: readonly string[];
}

export const defaultTraffic: TrafficOptions = {
  execution: defaultExecutionLimits,
  rates: defaultRates,
  load: defaultLoadGuard,
  connections: 20_000,
  trustedProxies: [],
};
