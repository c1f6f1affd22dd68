import { moment, number } from '../format.ts';
import type { ListColumn } from './list.tsx';

type Named = Pick<ListColumn<never>, 'key' | 'name'>;

/** A column of numbers, the largest first; null is not known, undefined not yet. */
export const numberColumn = <Row>(named: Named, countOf: (row: Row) => number | null | undefined): ListColumn<Row> => ({
  ...named,
  width: '9rem',
  isNumeric: true,
  order: (row) => countOf(row) ?? -1,
  text: (row) => {
    const count = countOf(row);
    return count === undefined ? '…' : count === null ? 'not known' : number(count);
  },
});

/** A column of times, the latest first, each with its day and hour unless they are said otherwise. */
export const timeColumn = <Row>(named: Named, timeOf: (row: Row) => string, sayTime = moment): ListColumn<Row> => ({
  ...named,
  width: '9rem',
  rank: 1,
  order: (row) => Date.parse(timeOf(row)),
  text: (row) => sayTime(timeOf(row)),
});
