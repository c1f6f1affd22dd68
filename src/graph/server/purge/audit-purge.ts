import type { Audit } from '../../../telemetry/audit.ts';
import type { Purge, Purged } from './purge.ts';

/** Writes a purge into the audit log: how much was named and removed, and nobody's name. */
export function auditPurge(audit: Audit, { all, profiles, companies }: Purge, purged: Purged): void {
  audit('purged', { everything: all, profiles: profiles.length, companies: companies.length, ...purged });
}
