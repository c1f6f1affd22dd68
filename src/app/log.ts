import pino, { type Logger } from 'pino';
import type { Config, LogLevel } from '../config/config.ts';
import type { Audit } from '../telemetry/audit.ts';

/** Structured lines on the standard error, so that the standard output stays the command's answer. */
export const openLog = (level: LogLevel, name: string): Logger => pino({ level, name }, pino.destination(2));

/** The line of each operation, at a level of its own. */
export const operationLogOf = (log: Logger, { telemetry, logLevel }: Config): Logger =>
  log.child({}, { level: telemetry.operationLogLevel ?? logLevel });

/** The audit log: lines with a member `audit`, in a file of their own or among those of the log. */
export const openAudit = (log: Logger, { telemetry: { auditLog } }: Config): Audit => {
  const lines =
    auditLog === undefined
      ? log
      : pino({ ...log.bindings() }, pino.destination({ dest: auditLog, append: true, mkdir: true, mode: 0o600 }));
  return (event, details) => lines.info({ audit: event, ...details }, 'audit');
};
