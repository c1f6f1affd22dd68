import { CommandFailure } from '../command-failure.ts';

/** A CSV file with headings. */
export interface Table {
  readonly columns: readonly string[];
  /** Each row has a cell for every column. */
  readonly rows: readonly (readonly string[])[];
  readonly delimiter: string;
}

const delimiters = [',', ';', '\t'] as const;

/**
 * Parses CSV (RFC 4180). The delimiter is the comma, semicolon or tab that is most frequent in the first line. Empty
 * lines are skipped.
 *
 * @throws {CommandFailure} if there are no rows, or a quote is not closed
 */
export const readTable = (text: string): Table => {
  const content = text.replace(/^\uFEFF/, '');
  const [first = ''] = content.split('\n', 1);
  const delimiter = delimiters.toSorted((one, other) => first.split(other).length - first.split(one).length)[0] ?? ',';
  const [columns, ...rows] = recordsIn(content, delimiter);
  if (!columns || rows.length === 0)
    throw new CommandFailure('the file must hold a line of headings and rows below it, but got no row.');
  return { columns, rows: rows.map((cells) => columns.map((_, at) => cells[at] ?? '')), delimiter };
};

const recordsIn = (text: string, delimiter: string): readonly (readonly string[])[] => {
  const records: string[][] = [];
  let [cells, cell, isQuoted, line]: [string[], string, boolean, number] = [[], '', false, 1];
  const endRecord = (): void => {
    const record = [...cells, cell.trim()];
    if (record.some((one) => one !== '')) records.push(record);
    [cells, cell] = [[], ''];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '\n') line += 1;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text.charAt(at + 1) === '"') {
        cell += letter;
        at += 1;
      } else isQuoted = false;
      // Inside an unquoted cell, a quote is literal, as in 5".
    } else if (letter === '"' && cell.trim() === '') [cell, isQuoted] = ['', true];
    else if (letter === delimiter) {
      cells.push(cell.trim());
      cell = '';
    } else if (letter === '\n') endRecord();
    else cell += letter;
  }
  if (isQuoted) throw new CommandFailure(`the file must close its quotes, but ends within them, at line ${line}.`);
  endRecord();
  return records;
};

export const writeTable = ({ columns, rows, delimiter }: Table): string =>
  [columns, ...rows].map((cells) => `${cells.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`).join('');

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Bidirectional control characters: an unclosed one would reverse the cells that follow. */
const directions = /[\u202A-\u202E\u2066-\u2069]/g;

/** Sanitizes a cell that Kith adds: removes direction controls, and prefixes formulas with an apostrophe. */
export const harmless = (cell: string): string =>
  cell.replaceAll(directions, '').replace(/^[=+\-@\t\r]/, (sign) => `'${sign}`);
