import { flagOf, numberOf } from '../../../store/index/token.ts';
import { shown } from '../../shown.ts';
import { anyOf, type Field, type QueryTree } from '../tree.ts';
import { textOf } from './clause-on-field.ts';
import { momentOf, plainDates } from './date-math.ts';
import { problem, type Reading, spend, unread } from './reading.ts';

/** Equality: a keyword as a whole, a text by any of its words, a date anywhere in the span. */
export function equalTo(field: Field, value: unknown, at: string, reading: Reading, ignoreCase = false): QueryTree {
  if (field.kind === 'date') return dateTree(field, value, at, reading);
  const plain = plainValue(field, value, at, reading);
  return plain === undefined
    ? unread
    : { kind: 'values', field, values: [plain], ignoreCase: ignoreCase || isCaseless(field) };
}

/** Equality with any of the values; an empty list matches nothing. */
export function valuesTree(field: Field, list: readonly unknown[], at: string, reading: Reading): QueryTree {
  const each = [...list.entries()];
  if (field.kind === 'date')
    return anyOf(each.map(([index, value]) => dateTree(field, value, `${at}[${index}]`, reading)));
  const values = each.flatMap(([index, value]) => plainValue(field, value, `${at}[${index}]`, reading) ?? []);
  return { kind: 'values', field, values, ignoreCase: isCaseless(field) };
}

function plainValue(field: Field, value: unknown, at: string, reading: Reading): string | number | boolean | undefined {
  if (field.kind === 'number') {
    return numberOf(value) ?? problem(reading, at, `must be a number, but got ${shown(value)}`);
  }
  if (field.kind === 'boolean') {
    return flagOf(value) ?? problem(reading, at, `must be true or false, but got ${shown(value)}`);
  }
  const text = textOf({ value, at, reading });
  return text === undefined ? undefined : asIndexed(field, text);
}

/** Ours: addresses and slugs ignore case. */
export const isCaseless = (field: Field): boolean => field.isCaseless === true;

/** A value as it is indexed: a text's words are normalized, other values unchanged. */
export const asIndexed = (field: Field, text: string): string => (field.kind === 'text' ? text.normalize('NFC') : text);

function dateTree(field: Field, value: unknown, at: string, reading: Reading): QueryTree {
  const dates = plainDates(reading.now);
  const from = momentOf(value, 'first', dates);
  const to = momentOf(value, 'last', dates);
  if (from === undefined || to === undefined) {
    return problem(reading, at, `must be a date, but got ${shown(value)}`) ?? unread;
  }
  if (!isCheap(from, to)) spend(reading, at, 'ranges');
  return { kind: 'range', field, from, to };
}

/** A whole day or a single moment is one token, and so not counted as a range. */
const isCheap = (from: number, to: number): boolean =>
  from === to || (from % 86_400_000 === 0 && to - from === 86_399_999);
