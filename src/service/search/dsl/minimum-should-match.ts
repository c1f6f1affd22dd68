import { shown } from '../../shown.ts';
import { problem, type Reading, spend } from './reading.ts';

const simple = /^-?\d{1,9}%?$/;
const conditional = /^(?:\d{1,9}<-?\d{1,9}%?)(?: +\d{1,9}<-?\d{1,9}%?)*$/;

/**
 * The number of `count` optional clauses that must match, from a number, a negative number (how many may fail), a
 * percentage or a negative percentage (both truncated, possibly to 0), or conditions such as `2<75% 9<-3`. Source:
 * OpenSearch, "Minimum should match". Its statement that a percentage is at least one holds only without other required
 * clauses; the server itself truncates.
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

/**
 * Each condition applies if the count exceeds its bound, and overrides the one before. If none applies, all must match.
 */
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
