import type { Operation } from '../../contract/operation/operation.ts';
import { Problem } from '../problem.ts';

/** The end of v2, and whether it is enforced. */
export interface Sunset {
  /** The first moment after v2's last day. */
  readonly at: Date;
  /** Whether v2 answers 410 after its last day; otherwise it keeps answering, with the same headers. */
  readonly enforced: boolean;
}

export interface SunsetChoice {
  /**
   * `YYYY-MM-DD`; v2 ends at its end in UTC. Default: July 15 of next year. The specification gives the day without a
   * year.
   */
  readonly lastDay: string | undefined;
  readonly after: 'serve' | 'gone';
}

export function sunsetFrom({ lastDay, after }: SunsetChoice, now: Date): Sunset {
  const at = new Date(`${lastDay ?? `${now.getUTCFullYear() + 1}-07-15`}T00:00:00.000Z`);
  at.setUTCDate(at.getUTCDate() + 1);
  return { at, enforced: after === 'gone' };
}

/**
 * Headers of every answer of a deprecated operation: `Deprecation` (RFC 9745; the start of the year before the last
 * one), `Sunset` (RFC 8594; the last second) and `Link` to the successor.
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

/** Throws a 410 `Problem` once v2 has ended. */
export function refuseAfter(successor: Pick<Operation, 'path'>, { at, enforced }: Sunset, now: Date): void {
  if (!enforced || now < at) return;
  throw new Problem(410, [`This operation of v2 has ended; ${successor.path} replaces it.`]);
}
