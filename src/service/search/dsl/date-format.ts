import { epochSpanOf, isoSpanOf, type Span, spanOfWritten, type UtcOf } from '../../../store/index/moment.ts';

/** Parses a date in one format; undefined if the value has another. */
export type DateFormat = (value: unknown, utcOf: UtcOf) => Span | undefined;

const named: ReadonlyMap<string, DateFormat> = new Map<string, DateFormat>([
  ['epoch_millis', (value, utcOf) => epochSpanOf(value, utcOf)],
  ['epoch_second', (value, utcOf) => epochSpanOf(value, utcOf, 1000)],
  ['strict_date_optional_time', isoSpanOf],
  ['date_optional_time', (value, utcOf) => isoSpanOf(value, utcOf) ?? shortDate?.(value, utcOf)],
]);

const patterns: ReadonlyMap<string, string> = new Map([
  ['date', 'yyyy-MM-dd'],
  ['date_hour_minute_second', "yyyy-MM-dd'T'HH:mm:ss"],
  ['date_time', "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"],
  ['date_time_no_millis', "yyyy-MM-dd'T'HH:mm:ssXXX"],
  ['year', 'yyyy'],
  ['year_month', 'yyyy-MM'],
]);

const longest = 200;

/** Named formats, for error sentences. */
export const formatsTaken = [...named.keys(), ...patterns.keys()].join(', ');

/**
 * The parser of a named format such as `epoch_second`, of a pattern of digits such as `dd/MM/yyyy`, or of several
 * joined by `||`, of which the first that fits is used. Undefined for other formats. Source: OpenSearch, "Date
 * field type", "Formats".
 */
export function dateFormatOf(text: string): DateFormat | undefined {
  if (text.length > longest) return undefined;
  const formats = text.split('||').map((one) => named.get(one) ?? patternFormat(patterns.get(bare(one)) ?? one));
  if (formats.some((format) => format === undefined)) return undefined;
  return (value, utcOf) => {
    for (const format of formats) {
      const span = format?.(value, utcOf);
      if (span) return span;
    }
    return undefined;
  };
}

const bare = (name: string): string => name.replace(/^strict_/, '');

/** Pattern letters as regular expressions. */
const letters: ReadonlyMap<string, string> = new Map([
  ['yyyy', '(?<year>\\d{4})'],
  ['uuuu', '(?<year>\\d{4})'],
  ['MM', '(?<month>\\d\\d)'],
  ['M', '(?<month>\\d\\d?)'],
  ['dd', '(?<day>\\d\\d)'],
  ['d', '(?<day>\\d\\d?)'],
  ['HH', '(?<hour>\\d\\d)'],
  ['H', '(?<hour>\\d\\d?)'],
  ['mm', '(?<minute>\\d\\d)'],
  ['m', '(?<minute>\\d\\d?)'],
  ['ss', '(?<second>\\d\\d)'],
  ['s', '(?<second>\\d\\d?)'],
  ['SSS', '(?<fraction>\\d{3})'],
  ['XXX', '(?<offset>Z|[+-]\\d\\d:\\d\\d)'],
  ['XX', '(?<offset>Z|[+-]\\d\\d\\d\\d)'],
  ['Z', '(?<offset>[+-]\\d\\d\\d\\d)'],
]);

function patternFormat(pattern: string): DateFormat | undefined {
  let known = true;
  const source = pattern.replace(/'([^']*)'|([A-Za-z])\2*|./gs, (part, literal: string | undefined, letter) => {
    if (letter === undefined) return (literal ?? part).replace(/[^\w\s]/g, '\\$&');
    known &&= letters.has(part);
    return letters.get(part) ?? '';
  });
  if (!known || !isWhole(source)) return undefined;
  const form = new RegExp(`^${source}$`);
  return (value, utcOf) => {
    const match = form.exec(typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '');
    return match?.groups && spanOfWritten(match.groups, utcOf);
  };
}

const shortDate = patternFormat('yyyy-M-d');

/** Whether each part occurs once and with its next larger one; only the year may be missing. */
function isWhole(source: string): boolean {
  const parts = [...source.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name);
  const has = new Set(parts);
  const chain = ['month', 'day', 'hour', 'minute', 'second', 'fraction'];
  const isGapless = chain.every((name, n) => n === 0 || !has.has(name) || has.has(chain[n - 1]));
  return parts.length === has.size && isGapless && (has.has('year') || has.has('month'));
}
