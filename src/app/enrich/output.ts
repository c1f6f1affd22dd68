import { harmless } from '../match/write-matched.ts';
import type { Input, InputRow } from './input.ts';
import type { LoadedRecord, MatchedRow } from './run-store.ts';

const prefix = 'kith_';

/** The text above the rows, with headings of the added columns. */
export function headOf(
  { above, headings, delimiter, format }: Input,
  fields: readonly string[],
  width: number,
): string {
  if (format === 'ndjson' || headings === undefined) return above;
  const start = above.lastIndexOf(headings);
  const end = start + headings.length;
  const missing = Math.max(0, width - headingCells(headings, delimiter));
  const added = ['state', 'id', 'reason', ...fields].map((name) => prefix + name);
  return above.slice(0, end) + delimiter.repeat(missing) + delimiter + added.join(delimiter) + above.slice(end);
}

interface Answer {
  readonly match: MatchedRow | undefined;
  readonly loaded: LoadedRecord | undefined;
  readonly fields: readonly string[];
  readonly width: number;
}

/** A row of the output: the unchanged text of the input, then the added cells. */
export function lineOf({ format, delimiter }: Input, row: InputRow, { match, loaded, fields, width }: Answer): string {
  const state = loaded?.state ?? match?.state ?? 'NOT_CHECKED';
  const end = row.end || '\n';
  if (state === 'BLANK') return row.raw + end;
  const id = loaded?.id ?? idIn(match?.by);
  const reason = loaded?.reason ?? match?.reason;
  const values: readonly unknown[] = JSON.parse(loaded?.cells ?? '[]');
  if (format === 'ndjson') return jsonLine(row.raw, { state, id, reason, ...record(fields, values) }) + end;
  const cells = [state, id ?? '', reason ?? '', ...fields.map((_, at) => cellOf(values[at]))];
  const missing = Math.max(0, width - row.width);
  return (
    [row.raw + delimiter.repeat(missing), ...cells.map((cell) => quoted(harmless(cell), delimiter))].join(delimiter) +
    end
  );
}

function idIn(by: string | undefined): string | undefined {
  const { id }: { readonly id?: string } = by === undefined ? {} : JSON.parse(by);
  return id;
}

const record = (fields: readonly string[], values: readonly unknown[]) =>
  Object.fromEntries(fields.map((field, at) => [field, values[at] ?? undefined]));

/** Appends a member to a JSON object without changing its text. */
function jsonLine(raw: string, kith: object): string {
  const text = raw.trimEnd();
  if (!text.endsWith('}')) return raw;
  const inner = text.slice(0, -1).trimEnd();
  return `${inner}${inner.endsWith('{') ? '' : ','}"kith":${JSON.stringify(kith)}}`;
}

/** Joins lists of strings; other values except strings are printed as JSON. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('; ');
  return JSON.stringify(value);
}

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Number of cells in the heading row; delimiters in quotes do not count. */
function headingCells(headings: string, delimiter: string): number {
  const unquoted = headings.replaceAll(/"(?:[^"]|"")*"/g, '');
  return unquoted.split(delimiter).length;
}
