/** A column of a file. */
export interface FileColumn<Row> {
  readonly name: string;
  readonly text: (row: Row) => string;
}

/** A byte order mark, without which spreadsheets misread UTF-8. */
const mark = '\uFEFF';

/** Embeddings, overrides and isolates: one that a text leaves open would turn the cells after it. */
const directions = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would run as a formula, one that begins with = + - @ or a control
 * character, gets an apostrophe before it. Characters that turn the direction of text are left out.
 */
export const csvOf = <Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string => {
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ text }) => text(row)))];
  return mark + lines.map((cells) => cells.map(escaped).join(',')).join('\r\n');
};

const escaped = (cell: string): string => {
  const harmless = cell.replaceAll(directions, '').replace(/^[=+\-@\t\r]/, (sign) => `'${sign}`);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** Hands a text to the browser as a file. */
export const download = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};
