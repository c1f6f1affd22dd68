import type { Config } from '../config/config.ts';
import { defaultLoadGuard, type LoadGuardOptions, noLoadGuard } from '../http/limits/load-guard.ts';

/** The load shedding that the configuration asks for. */
export const loadGuardOf = ({ traffic }: Pick<Config, 'traffic'>): LoadGuardOptions =>
  traffic.loadShedding ? defaultLoadGuard : noLoadGuard;
