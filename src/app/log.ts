import { isatty } from 'node:tty';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { LogLevel } from '../config/settings.ts';
import type { Audit } from '../telemetry/audit.ts';
import { namingContext } from '../telemetry/log-context.ts';
import { LogStream } from './log-stream.ts';
import { readableLine } from './readable-line.ts';

/** Message of every audit line. */
const auditMessage = 'audit';

/**
 * Log lines go to standard error: standard output is for the command's answer. On a terminal they are for people, elsewhere
 * for programs (JSON).
 */
const standardError = (): DestinationStream =>
  new LogStream(2, [auditMessage], isatty(2) ? readableLine : (line) => line);

/** Opens the structured log. Lines contain the request or poll that they belong to. */
export const openLog = (level: LogLevel, name: string, stream = standardError()): Logger =>
  pino({ level, name, ...namingContext }, stream);

/**
 * Opens the audit log: lines with a member `audit`, in a separate file or in the log, whatever its level. Lines in a
 * file are written synchronously, before the audited action continues.
 */
export const openAudit = (log: Logger, { telemetry: { auditLog } }: Config): Audit => {
  const lines =
    auditLog === undefined
      ? log.child({}, { level: 'info' })
      : pino(
          { ...log.bindings(), ...namingContext },
          pino.destination({ dest: auditLog, append: true, mkdir: true, mode: 0o600, sync: true }),
        );
  return (event, details) => lines.info({ audit: event, ...details }, auditMessage);
};
