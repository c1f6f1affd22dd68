import type { Audit } from '../../../telemetry/audit.ts';
import type { Purge, Purged } from './purge.ts';

/** Writes the audit line of a purge: numbers of what was named and removed, but no names. */
export function auditPurge(
  audit: Audit,
  { all, profiles, names, companies }: Purge,
  { records, everywhere, removed }: Purged,
): void {
  const named = { profiles: profiles.length, names: names.length, companies: companies.length };
  const counts = Object.fromEntries(removed.map(({ name, count }) => [name, count]));
  audit('purged', { everything: all, ...named, records, ...counts, everywhere });
}
