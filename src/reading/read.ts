import { type Kind, kindOfHeading } from './headings.ts';
import { readLines } from './lines.ts';
import { layoutOf, linesOf, type TextLine } from './records.ts';
import type { Row } from './row.ts';
import { rowsOf, type Table, type TableOptions, tableOf, type Unread } from './table.ts';

/** The rows read from a text. Each of its lines is in a row, above the table's headings, or unread. */
export interface Reading {
  readonly kind: 'table' | 'list';
  readonly rows: readonly Row[];
  /** Lines that were not read, or only in part, with the reason. */
  readonly unread: readonly Unread[];
  /** The columns and the unchanged records; undefined for a list. */
  readonly table?: Table;
}

/**
 * Reads a text that a person enters: a table from a file or a spreadsheet, a list, addresses, links, or a question.
 * `decodeBytes` decodes the bytes of a file.
 *
 * @example
 * read('First Name,Last Name,Company\nAda,Moreau,Lumora').rows[0]; // { name: 'Ada Moreau', company: 'Lumora', … }
 * read('1. Ada Moreau – CTO, Lumora').rows[0]; // { name: 'Ada Moreau', title: 'CTO', company: 'Lumora', … }
 * read('who knows the CTO of Lumora?').rows[0]; // { spans: [{ text: 'CTO of Lumora', … }, …], … }
 */
export function read(text: string, options: TableOptions = {}): Reading {
  const lines = linesOf(
    text
      .replace(/^\ufeff/, '')
      .replaceAll(card, (all, name, headline) => `${name}, ${headline}${all.replaceAll(/./g, '')}`),
  );
  const { hasHeadings, columns, of } = options;
  const asTable = (table: Table): Reading => ({ kind: 'table', table, ...rowsOf(table, options) });
  const layout = layoutOf(lines);
  if (layout) {
    const table = tableOf(lines, layout, options);
    // Lists also have commas, between a name, a title and a firm.
    const isTold = hasHeadings ?? (columns !== undefined || table.headings !== undefined);
    const isExact = table.columns.some(({ kind }) => kind !== undefined && exactKinds.has(kind));
    if (isTold || isExact || layout.delimiter === '\t' || (text.includes('"') && !text.includes('@')))
      return asTable(table);
  }
  const [first, ...rest] = lines.filter(({ raw }) => raw.trim() !== '');
  const isColumn = hasHeadings ?? (columns !== undefined || kindOfHeading(first?.raw ?? '') !== undefined);
  if (isColumn && rest.length > 0)
    return asTable(tableOf(lines, { delimiter: delimiterOutside(lines), width: 1 }, options));
  return { kind: 'list', ...readLines(lines, of) };
}

/** A person as search results show one: a name, a degree of connection, a headline, and further lines up to the next name. */
const card = /^(.+)\n\W*(?:1st|2nd|3rd).*\n(.+)(?:\n(?!.*\n\W*(?:1st|2nd|3rd)).*)*/gm;

/** A delimiter for a table with one column, which no cell contains, so that columns can be added. */
const delimiterOutside = (lines: readonly TextLine[]): string =>
  [',', ';'].find((delimiter) => lines.every(({ raw }) => !raw.includes(delimiter))) ?? '\t';

/** Kinds that are recognized from the cell alone. */
const exactKinds: ReadonlySet<Kind> = new Set(['id', 'url', 'companyUrl', 'email', 'website']);
