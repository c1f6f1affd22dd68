import type { Config } from '../config/config.ts';
import { defaultLoadGuard, type LoadGuardOptions, noLoadGuard } from '../http/limits/load-guard.ts';

/** When a process takes on no more requests. */
export const loadGuardOf = ({ traffic }: Pick<Config, 'traffic'>): LoadGuardOptions =>
  traffic.loadShedding ? defaultLoadGuard : noLoadGuard;
