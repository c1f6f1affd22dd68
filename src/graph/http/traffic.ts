import { defaultLoadGuard, type LoadGuardOptions } from '../../http/limits/load-guard.ts';
import { defaultExecutionLimits, type ExecutionLimitOptions } from '../operation/execution-limits.ts';
import { defaultRates, type RateOptions } from './request-rates.ts';

/** Limits on concurrency, request rates, load and connections. */
export interface TrafficOptions {
  readonly execution: ExecutionLimitOptions;
  readonly rates: RateOptions;
  readonly load: LoadGuardOptions;
  /** Maximum open connections, WebSockets included; further ones are closed at once. */
  readonly connections: number;
  /** Addresses and networks of proxies from which `x-forwarded-for` is trusted. */
  readonly trustedProxies: readonly string[];
}

export const defaultTraffic: TrafficOptions = {
  execution: defaultExecutionLimits,
  rates: defaultRates,
  load: defaultLoadGuard,
  connections: 20_000,
  trustedProxies: [],
};
