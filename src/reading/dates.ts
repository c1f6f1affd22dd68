import { foldAccents } from './fold-accents.ts';

/** Prefixes of month names, folded, in the languages of the headings. */
const months: readonly (readonly string[])[] = [
  ['jan', 'ene', 'gen'],
  ['feb', 'fev', 'fe'],
  ['mar', 'maer', 'mrt'],
  ['apr', 'avr', 'abr'],
  ['mai', 'may', 'mag', 'mei'],
  ['jun', 'juin', 'giu'],
  ['jul', 'juil', 'lug'],
  ['aug', 'aou', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt', 'ott', 'out'],
  ['nov'],
  ['dec', 'dez', 'dic'],
];

const day = (year: number, month: number, of: number): string | undefined => {
  const full = year < 100 ? 2000 + year : year;
  const date = new Date(Date.UTC(full, month - 1, of));
  const isReal = date.getUTCFullYear() === full && date.getUTCMonth() === month - 1 && date.getUTCDate() === of;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
};

/** The first part of a numeric date. */
export type DateOrder = 'day' | 'month';

const numeric = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;

const plainOf = (text: string): string => foldAccents(text.normalize('NFC').toLowerCase()).trim().slice(0, 60);

/**
 * The order of day and month in a column's dates: a number above 12 is a day. Undefined if no date shows it, or two
 * disagree.
 *
 * @example
 * dateOrderIn(['03/04/2021', '3/25/21']); // 'month'
 */
export function dateOrderIn(texts: Iterable<string>): DateOrder | undefined {
  const orders = new Set<DateOrder>();
  for (const text of texts) {
    const [, first, , second] = numeric.exec(plainOf(text)) ?? [];
    if (Number(first) > 12) orders.add('day');
    if (Number(second) > 12) orders.add('month');
  }
  const [order, ...others] = orders;
  return others.length === 0 ? order : undefined;
}

/**
 * Parses a day as `YYYY-MM-DD`, or a month as `YYYY-MM`, as exports write them: in numbers, or with the month's name in
 * any language of the headings. Text after a day, such as a time, is ignored. `03/04/2021` is ambiguous, and undefined
 * unless the column's order is given; so are other texts.
 *
 * @example
 * dateFrom('12 Mar 2021'); // '2021-03-12'
 * dateFrom('12 de março de 2021'); // '2021-03-12'
 * dateFrom('mars 2021'); // '2021-03'
 * dateFrom('3/25/21, 9:14 AM'); // '2021-03-25'
 * dateFrom('03/04/2021', 'day'); // '2021-04-03'
 */
export function dateFrom(text: string, order?: DateOrder): string | undefined {
  const plain = plainOf(text);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(plain);
  if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numbers = numeric.exec(plain);
  if (numbers) {
    const [first, second, year] = [Number(numbers[1]), Number(numbers[3]), Number(numbers[4])];
    // With dots, the day is first everywhere.
    const isDayFirst = numbers[2] === '.' || first > 12 || first === second;
    if (isDayFirst || (order === 'day' && second <= 12)) return day(year, second, first);
    return second > 12 || order === 'month' ? day(year, first, second) : undefined;
  }
  const name = /(?<!\p{L})(\p{L}{2,})/gu;
  const words = [...plain.matchAll(name)].map(([word]) => word);
  const month =
    1 +
    months.findIndex((starts) =>
      words.some((word) => starts.some((start) => word.startsWith(start) && word.length >= 3)),
    );
  const [year = ''] = /(?<!\d)\d{4}(?!\d)/.exec(plain) ?? [];
  if (month === 0 || year === '') return undefined;
  const [of = ''] = /(?<!\d)\d{1,2}(?!\d)/.exec(plain.replace(year, '')) ?? [];
  return of === '' ? day(Number(year), month, 1)?.slice(0, 7) : day(Number(year), month, Number(of));
}
