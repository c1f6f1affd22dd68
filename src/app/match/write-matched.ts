import type { Reading } from '../../reading/read.ts';
import { isMarkdownRule, markdown, type TableRecord } from '../../reading/records.ts';
import type { Table } from '../../reading/table.ts';
import type { Matched } from './match-table.ts';

const added = [
  'kith_match',
  'kith_id',
  'kith_confidence',
  'kith_by',
  'kith_same_row',
  'kith_known_by',
  'kith_cause',
  'kith_reason',
];

/**
 * The text that was read, with answers: each record unchanged, with cells added after its last one. Unread records
 * contain the reason instead. The columns of an earlier match are replaced if they are all there. A list becomes a table
 * of its entries.
 */
export function matchedText({ table, rows, unread }: Reading, matched: readonly Matched[]): string {
  const numbers = numbersOf(table, rows);
  const answers = rows.map((_, at) => answerCells(matched[at], numbers));
  if (!table) {
    const lines = [
      ...rows.map(({ text, line }, at) => ({ text, line, cells: answers[at] ?? [] })),
      ...unread.map((one) => ({ ...one, cells: unreadCells(one.reason) })),
    ];
    const sorted = lines.toSorted((one, other) => one.line - other.line);
    return [['text', ...added], ...sorted.map(({ text, cells }) => [text, ...cells])]
      .map((cells) => `${cells.map((cell) => quoted(cell, ',')).join(',')}\r\n`)
      .join('');
  }
  const byLine = new Map(rows.map(({ line }, at) => [line, answers[at] ?? []]));
  const reasons = new Map(unread.map(({ line, reason }) => [line, reason]));
  const { above, headings, body } = table;
  const widen = widener(table);
  const texts = [
    ...above.map(({ raw, end }) => raw + end),
    ...(headings ? [widen(headings, newHeadings(table))] : []),
    ...body.map((record) => {
      if (record.raw.trim() === '') return record.raw + record.end;
      if (isMarkdownRule(record.raw))
        return widen(
          record,
          added.map(() => '---'),
        );
      return widen(record, byLine.get(record.line) ?? unreadCells(reasons.get(record.line) ?? ''));
    }),
  ];
  return texts.join('');
}

/** The number of the record of each row, as a spreadsheet shows it. */
function numbersOf(table: Table | undefined, rows: Reading['rows']): readonly number[] {
  if (!table) return rows.map((_, at) => at + 2);
  const records = [...table.above, ...(table.headings ? [table.headings] : []), ...table.body];
  const numbers = new Map(records.map(({ line }, at) => [line, at + 1]));
  return rows.map(({ line }) => numbers.get(line) ?? line);
}

const unreadCells = (reason: string): readonly string[] => ['UNREAD', ...added.slice(2).map(() => ''), reason];

/** A reason, with the command’s option instead of the graph’s argument. */
const asOption = (reason: string): string => reason.replaceAll('`checkRecords: true`', '`--records`');

const answerCells = (row: Matched | undefined, numbers: readonly number[]): readonly string[] => {
  const connectors = (row?.relationship?.connections ?? []).flatMap((one) => one?.connectorName ?? []).join('; ');
  return [
    row?.state ?? '',
    row?.id ?? '',
    row?.confidence ?? '',
    row?.by ?? '',
    row?.sameAs == null ? '' : String(numbers[row.sameAs] ?? ''),
    row?.people ? `${row.people} people` : connectors,
    row?.cause ?? '',
    asOption(row?.reason ?? ''),
  ].map(harmless);
};

/** The columns of an earlier match. A column that only has the name of one is the file's own. */
function earlierColumns({ columns }: Table): ReadonlySet<number> {
  const at = columns.findIndex((_, from) => added.every((name, offset) => columns[from + offset]?.heading === name));
  return new Set(at < 0 ? [] : added.map((_, offset) => at + offset));
}

/** The headings of what is added, numbered if the file has columns of these names. */
function newHeadings(table: Table): readonly string[] {
  const earlier = earlierColumns(table);
  const own = new Set(table.columns.flatMap(({ heading }, at) => (earlier.has(at) ? [] : heading)));
  for (let number = 1; ; number += 1) {
    const names = number === 1 ? added : added.map((name) => `${name}_${number}`);
    if (!names.some((name) => own.has(name))) return names;
  }
}

/** Adds cells to records, in the columns after the widest. */
function widener(table: Table) {
  const { delimiter, headings, body } = table;
  const width = Math.max(headings?.cells.length ?? 0, ...body.map(({ cells }) => cells.length));
  const earlier = earlierColumns(table);
  return ({ raw, cells, end, hasOddQuotes }: TableRecord, more: readonly string[]): string => {
    const kept = cells.filter((_, at) => !earlier.has(at));
    const padding = Array.from({ length: Math.max(0, width - earlier.size - kept.length) }, () => '');
    if (delimiter === markdown) {
      const own = earlier.size === 0 ? raw.trimEnd().replace(/\|?$/, '') : `| ${kept.join(' | ')} `;
      return `${own}| ${[...padding, ...more.map((cell) => cell.replaceAll('|', '\\|'))].join(' | ')} |${end}`;
    }
    const own =
      earlier.size === 0 ? raw : kept.map((cell) => (hasOddQuotes ? cell : quoted(cell, delimiter))).join(delimiter);
    return [own, ...padding, ...more.map((cell) => quoted(cell, delimiter))].join(delimiter) + end;
  };
}

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Bidirectional control characters: an unclosed one would reverse the cells that follow. */
const directions = /[\u202A-\u202E\u2066-\u2069]/g;

/** Sanitizes a cell that Kith adds: removes direction controls, and prefixes formulas with an apostrophe. */
export const harmless = (cell: string): string =>
  cell.replaceAll(directions, '').replace(/^[=+\-@\t\r]/, (sign) => `'${sign}`);
