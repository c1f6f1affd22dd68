import { levels } from 'pino';

/** Members of every line that a person at a terminal can do without. */
const omitted: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err', 'trace_id']);

/**
 * A log line for a person at a terminal: `10:31:07 warn  The data service does not answer. url=http://…`, and the stack of
 * its error below. The line is pino's JSON, with its line break.
 */
export function readableLine(line: string): string {
  const { level, time, msg = '', err, ...rest } = JSON.parse(line);
  const at = new Date(Number(time)).toTimeString().slice(0, 8);
  const label = (levels.labels[level] ?? String(level)).padEnd(5);
  const details = Object.entries(rest)
    .filter(([member]) => !omitted.has(member))
    .map(([member, value]) => ` ${member}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const stack = err === undefined ? '' : `\n${String(err.stack ?? err.message).replace(/^/gm, '  ')}`;
  return `${at} ${label} ${msg}${details.join('')}${stack}\n`;
}
