/** A column of a file. */
export interface FileColumn<Row> {
  readonly name: string;
  readonly text: (row: Row) => string;
}

/** Byte order mark, without which spreadsheets misread UTF-8. */
const mark = '\uFEFF';

/** Bidirectional control characters: an unclosed one would reverse the cells that follow. */
const directions = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would run as a formula, which starts with = + - @ or a control
 * character, is prefixed with an apostrophe. Bidirectional control characters are removed.
 */
export const csvOf = <Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string => {
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ text }) => text(row)))];
  return mark + lines.map((cells) => cells.map(escaped).join(',')).join('\r\n');
};

const escaped = (cell: string): string => {
  const harmless = cell.replaceAll(directions, '').replace(/^[=+\-@\t\r]/, (sign) => `'${sign}`);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** Downloads a text as a file. */
export const download = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};
