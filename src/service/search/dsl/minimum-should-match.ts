import { shown } from '../../shown.ts';
import { problem, type Reading, spend } from './reading.ts';

const simple = /^-?\d{1,9}%?$/;
const conditional = /^(?:\d{1,9}<-?\d{1,9}%?)(?: +\d{1,9}<-?\d{1,9}%?)*$/;

/**
 * How many of `count` optional clauses must match: a number, a negative number (how many need not), a percentage or a
 * negative percentage (both truncated, so that they may come to none), or conditions such as `2<75% 9<-3`.
 * Source: OpenSearch, "Minimum should match". That a percentage comes to at least one, as a sentence there has it, is true
 * where nothing else is asked; the server itself truncates.
 */
export function minimumShouldMatch(value: unknown, count: number, at: string, reading: Reading): number {
  const text = typeof value === 'number' ? String(value) : value;
  const form = typeof text === 'string' ? text.trim().replace(/ *< */g, '<') : '';
  if (!simple.test(form) && !conditional.test(form)) {
    problem(
      reading,
      at,
      `must be a whole number, a percentage such as "75%", or conditions such as "2<75%", but got ${shown(value)}`,
    );
    return 0;
  }
  const needed = form.includes('<') ? byConditions(form, count) : ofCount(form, count);
  if (needed > 1 && needed < count) spend(reading, at, 'counted', count);
  return needed;
}

/** Each condition holds where the count passes its bound, and takes the place of the one before; without any, all must match. */
function byConditions(form: string, count: number): number {
  let needed = count;
  for (const condition of form.split(/ +/)) {
    const [bound, rule = ''] = condition.split('<');
    if (count <= Number(bound)) return needed;
    needed = ofCount(rule, count);
  }
  return needed;
}

function ofCount(form: string, count: number): number {
  const number = Number.parseInt(form, 10);
  if (!form.endsWith('%')) return Math.max(0, number < 0 ? count + number : number);
  const share = Math.trunc((count * number) / 100);
  return Math.max(0, number < 0 ? count + share : share);
}
