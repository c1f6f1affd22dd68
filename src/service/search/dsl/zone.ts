import { offsetMs } from '../../../store/index/moment.ts';

/**
 * A time zone. Moments are Unix times in milliseconds; local times are encoded in the same way, as if their clock were
 * UTC's.
 */
export interface Zone {
  localOf(moment: number): number;
  /** An ambiguous hour resolves to its first occurrence; a skipped hour is read with the offset before the gap. */
  utcOf(local: number): number;
}

export const utcZone: Zone = { localOf: (moment) => moment, utcOf: (local) => local };

const dayMs = 86_400_000;

/** The zone of an offset such as `+02:00` or a name such as `Europe/Berlin`; undefined for other texts. */
export function zoneOf(name: string): Zone | undefined {
  if (/^(?:Z|[+-](?:0\d|1[0-8])(?::?[0-5]\d)?)$/.test(name)) return zoneFrom(() => offsetMs(name));
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(name)) return undefined;
  try {
    return zoneFrom(offsetsOf(name));
  } catch {
    return undefined;
  }
}

function zoneFrom(offsetAt: (moment: number) => number): Zone {
  return {
    localOf: (moment) => moment + offsetAt(moment),
    utcOf: (local) => {
      const [before, after] = [offsetAt(local - dayMs), offsetAt(local + dayMs)];
      const isSkipped = offsetAt(local - before) !== before && offsetAt(local - after) !== after;
      return isSkipped || offsetAt(local - before) === before ? local - before : local - after;
    },
  };
}

/** @throws RangeError if the zone is unknown */
function offsetsOf(timeZone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (moment) => {
    if (Number.isNaN(new Date(moment).getTime())) return 0;
    const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, offset] = /^GMT([+-]\d\d:\d\d)/.exec(name) ?? [];
    return offset === undefined ? 0 : offsetMs(offset);
  };
}
