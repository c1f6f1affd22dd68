import type { Audit } from '../../../telemetry/audit.ts';
import type { Purge, Purged } from './purge.ts';

/** Writes a purge into the audit log: how much was named and removed, and nobody's name. */
export function auditPurge(audit: Audit, { all, profiles, names, companies }: Purge, { counts }: Purged): void {
  const named = { profiles: profiles.length, names: names.length, companies: companies.length };
  audit('purged', { everything: all, ...named, ...counts });
}
