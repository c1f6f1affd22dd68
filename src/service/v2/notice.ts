import type { Operation } from '../../contract/operation/operation.ts';
import { Problem } from '../problem.ts';

/** When v2 ends, and whether it then does. */
export interface Sunset {
  /** The first moment after v2's last day. */
  readonly at: Date;
  /** After the last day v2 answers 410; otherwise it keeps answering, with the same headers. */
  readonly enforced: boolean;
}

export interface SunsetChoice {
  /** `YYYY-MM-DD`, to its end in UTC. Default: July 15 of next year; the specification gives the day, and no year. */
  readonly lastDay: string | undefined;
  readonly after: 'serve' | 'gone';
}

export function sunsetFrom({ lastDay, after }: SunsetChoice, now: Date): Sunset {
  const at = new Date(`${lastDay ?? `${now.getUTCFullYear() + 1}-07-15`}T00:00:00.000Z`);
  at.setUTCDate(at.getUTCDate() + 1);
  return { at, enforced: after === 'gone' };
}

/**
 * The headers of every answer of a deprecated operation: `Deprecation` (RFC 9745; from the start of the year before the
 * last one), `Sunset` (RFC 8594: the last second) and `Link` to the operation that replaces it.
 */
export function deprecationHeaders(
  successor: Pick<Operation, 'path'>,
  { at }: Sunset,
): Readonly<Record<string, string>> {
  const last = new Date(at.getTime() - 1000);
  return {
    deprecation: `@${Date.UTC(last.getUTCFullYear() - 1, 0, 1) / 1000}`,
    sunset: last.toUTCString(),
    link: `<${successor.path}>; rel="successor-version", </openapi.json>; rel="deprecation"; type="application/json"`,
  };
}

/** 410, once v2 has ended. */
export function refuseAfter(successor: Pick<Operation, 'path'>, { at, enforced }: Sunset, now: Date): void {
  if (!enforced || now < at) return;
  throw new Problem(410, [`This operation of v2 has ended; ${successor.path} replaces it.`]);
}
