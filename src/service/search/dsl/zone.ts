import { offsetMs } from '../../../store/index/moment.ts';

/** A time zone: moments are milliseconds since 1970, local times the same as if their clock were UTC's. */
export interface Zone {
  localOf(moment: number): number;
  /** Of an hour that the clock shows twice, the first; an hour that it skips is read as if it had not been skipped. */
  utcOf(local: number): number;
}

export const utcZone: Zone = { localOf: (moment) => moment, utcOf: (local) => local };

const dayMs = 86_400_000;

/** The zone of an offset such as `+02:00`, or of a name such as `Europe/Berlin`; undefined for anything else. */
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

/** @throws RangeError where there is no such zone */
function offsetsOf(timeZone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (moment) => {
    if (Number.isNaN(new Date(moment).getTime())) return 0;
    const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, offset] = /^GMT([+-]\d\d:\d\d)/.exec(name) ?? [];
    return offset === undefined ? 0 : offsetMs(offset);
  };
}
