/** Events that concern money or keys. */
export type AuditEvent =
  | 'charge'
  | 'purse.created'
  | 'purse.closed'
  | 'session.invited'
  | 'session.uninvited'
  | 'session.opened'
  | 'session.switched'
  | 'session.ended'
  | 'purged'
  | 'forgotten'
  | 'key.created'
  | 'key.revoked'
  | 'team.created'
  | 'team.updated'
  | 'team.secret_rotated'
  | 'team.member_changed'
  | 'person.forgotten';

/**
 * Writes a line of the audit log. Callers are identified by ids and hashes, never by key, e-mail address, name or
 * label.
 */
export type Audit = (
  event: AuditEvent,
  details: Readonly<Record<string, string | number | boolean | undefined>>,
) => void;
