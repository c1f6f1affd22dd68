import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { LogLevel } from '../config/settings.ts';
import type { Audit } from '../telemetry/audit.ts';
import { namingContext } from '../telemetry/log-context.ts';
import { LogStream } from './log-stream.ts';

/** The message of each line of the audit log. */
const auditMessage = 'audit';

/** The standard error, so that the standard output stays the command's answer. */
const standardError = (): DestinationStream => new LogStream(2, [auditMessage]);

/** Structured lines, each with the request or poll that it is written for. */
export const openLog = (level: LogLevel, name: string, stream = standardError()): Logger =>
  pino({ level, name, ...namingContext }, stream);

/**
 * The audit log: lines with a member `audit`, in a file of their own or among those of the log, at whatever level that is.
 * Lines of the file are written before what they tell of goes on, as nothing but a disk can keep that waiting.
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
