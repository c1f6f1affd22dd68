import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { decodeBytes } from '../../reading/decode.ts';
import { kindOfHeading } from '../../reading/headings.ts';
import { type Layout, layoutOf, linesOf, recordsOf, type TableRecord } from '../../reading/records.ts';
import { type Cell, isNamed, type Row, rowOf } from '../../reading/row.ts';
import { rowsOf, type Table, type TableOptions, tableOf } from '../../reading/table.ts';
import { CommandFailure } from '../command-failure.ts';
import { unreadable } from '../named-file.ts';

/** A row of the input: its text, and the parsed row. */
export interface InputRow {
  /** Index from 0, without headings. */
  readonly at: number;
  /** Text of the row without its line end; the output repeats it. */
  readonly raw: string;
  /** Its line end; may be empty for the last row. */
  readonly end: string;
  /** Undefined if the row could not be read, for the given `reason`. Read on demand: rows are written without it. */
  readonly row: Row | undefined;
  readonly reason: string | undefined;
  /** Number of cells; 0 for a blank line, and for JSON. */
  readonly width: number;
}

/** A list to enrich: CSV or lines of JSON objects, of any length. */
export interface Input extends AsyncDisposable {
  readonly format: 'csv' | 'ndjson';
  /** Text above the rows, including headings and line ends; the output repeats it. */
  readonly above: string;
  /** The heading row's text; undefined for lines of JSON. */
  readonly headings: string | undefined;
  readonly delimiter: string;
  /** The recognized kinds of columns. */
  readonly columns: Table['columns'];
  /** The detected encoding. */
  readonly encoding: string;
  /** SHA-256 of the bytes. */
  readonly digest: string;
  /** The rows in order, some hundreds at a time. */
  rows(): AsyncGenerator<readonly InputRow[]>;
}

/** Characters per chunk. */
const chunkChars = 262_144;

/**
 * Maximum number of lines of a record, since quoted cells may contain line breaks. Later records in a chunk may be
 * incomplete.
 */
const maxLinesOfRecord = 100;

/**
 * Opens a list. A pipe is copied to a private file first, since the list is read several times.
 *
 * @param spool path of that file, which is removed at the end
 * @throws {CommandFailure} if it cannot be read, or no column identifies people or companies
 */
export async function openInput(
  source: { readonly path: string; readonly name: string } | { readonly pipe: Readable; readonly spool: string },
  options: TableOptions,
): Promise<Input> {
  if (!('pipe' in source))
    return { ...(await read(source.path, source.name, options)), async [Symbol.asyncDispose]() {} };
  const { pipe, spool } = source;
  const remove = () => rm(spool, { force: true });
  try {
    await pipeline(pipe, createWriteStream(spool, { mode: 0o600 }));
    return { ...(await read(spool, 'standard input', options)), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function read(
  path: string,
  name: string,
  options: TableOptions,
): Promise<Omit<Input, typeof Symbol.asyncDispose>> {
  const isPacked = path.endsWith('.zst') || (await firstBytes(path, name)).equals(zstdMagic);
  const bytes = (): Readable =>
    isPacked ? createReadStream(path).pipe(createZstdDecompress()) : createReadStream(path);
  const { digest, encoding, isMarked, head } = await examine(bytes, name);
  const texts = () => decoded(bytes(), encoding);
  const common = { digest, encoding };
  const bom = isMarked ? '\ufeff' : '';
  if (/^\s*\{/.test(head))
    return {
      ...common,
      format: 'ndjson',
      above: bom,
      headings: undefined,
      delimiter: '\n',
      columns: [],
      rows: () => numbered(jsonRows(texts(), options.of)),
    };
  const { table, layout, above } = tableIn(head, name, options);
  const headings = table.headings;
  return {
    ...common,
    format: 'csv',
    above: bom + above,
    headings: headings?.raw,
    delimiter: layout.delimiter,
    columns: table.columns,
    rows: () => numbered(tableRows(texts(), { table, layout, skip: above.length, options })),
  };
}

const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

async function firstBytes(path: string, name: string): Promise<Buffer> {
  try {
    for await (const chunk of createReadStream(path, { end: 3 })) return Buffer.from(chunk);
    return Buffer.alloc(0);
  } catch (error) {
    return unreadable(name)(error);
  }
}

/** Reads all bytes once, to compute the digest and to detect whether they are UTF-8. */
async function examine(bytes: () => Readable, name: string) {
  const hash = createHash('sha256');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let [first, isUtf8]: [Buffer | undefined, boolean] = [undefined, true];
  try {
    for await (const chunk of bytes()) {
      hash.update(chunk);
      if (first === undefined || first.length < chunkChars) first = Buffer.concat([first ?? Buffer.alloc(0), chunk]);
      if (isUtf8) isUtf8 = isValid(() => utf8.decode(chunk, { stream: true }));
    }
  } catch (error) {
    if (String(Object(error).code).startsWith('ZSTD_'))
      throw new CommandFailure(`${name} cannot be read: it ends in .zst, but is not compressed by zstd.`);
    unreadable(name)(error);
  }
  const start = first ?? Buffer.alloc(0);
  const guessed = decodeBytes(start.subarray(0, 3));
  const encoding = guessed.encoding.startsWith('utf-16') ? guessed.encoding : isUtf8 ? 'utf-8' : 'windows-1252';
  let head = '';
  for await (const text of decoded([start.subarray(0, 4 * chunkChars)], encoding)) head += text;
  if (head.trim() === '') throw new CommandFailure(`${name} must hold rows of people or companies, but it is empty.`);
  return { digest: hash.digest('hex'), encoding, isMarked: guessed.isMarked, head };
}

function isValid(decode: () => unknown): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}

/** Decodes bytes into texts, without a byte order mark. */
async function* decoded(bytes: AsyncIterable<Buffer> | Iterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The table that starts with this text. */
function tableIn(head: string, name: string, options: TableOptions) {
  const lines = linesOf(head);
  // The last line may be truncated.
  const whole = lines.length > 1 && head.length >= chunkChars ? lines.slice(0, -1) : lines;
  const layout: Layout = layoutOf(whole) ?? { delimiter: ',', width: 1 };
  const table = tableOf(whole, layout, options);
  if (!table.columns.some(({ kind }) => kind !== undefined))
    throw new CommandFailure(
      `no column of ${name} identifies anybody: the headings are ${table.columns.map(({ heading }) => heading || '(none)').join(', ')}. Name one by --columns, such as --columns "email=${table.columns[0]?.heading ?? ''}".`,
    );
  const above = [...table.above, ...(table.headings ? [table.headings] : [])].map(({ raw, end }) => raw + end).join('');
  return { table, layout, above };
}

/** A row of a chunk, read together with the others. */
class ChunkRow implements InputRow {
  at = 0;
  readonly raw: string;
  readonly end: string;
  readonly width: number;
  readonly #read: () => Pick<InputRow, 'row' | 'reason'>;

  constructor(
    { raw, end, width }: Pick<InputRow, 'raw' | 'end' | 'width'>,
    read: () => Pick<InputRow, 'row' | 'reason'>,
  ) {
    this.raw = raw;
    this.end = end;
    this.width = width;
    this.#read = read;
  }

  get row() {
    return this.#read().row;
  }

  get reason() {
    return this.#read().reason;
  }
}

async function* numbered(chunks: AsyncIterable<readonly ChunkRow[]>): AsyncGenerator<readonly InputRow[]> {
  let at = 0;
  for await (const rows of chunks) {
    for (const row of rows) {
      row.at = at;
      at += 1;
    }
    if (rows.length > 0) yield rows;
  }
}

interface TableParts {
  readonly table: Table;
  readonly layout: Layout;
  /** Characters above the rows. */
  readonly skip: number;
  readonly options: TableOptions;
}

async function* tableRows(texts: AsyncIterable<string>, { table, layout, skip, options }: TableParts) {
  let pending = '';
  let skipped = skip;
  const take = (isEnd: boolean): readonly ChunkRow[] => {
    const lines = linesOf(pending);
    const records = recordsOf(lines, layout.delimiter);
    const lastLine = lines.length - maxLinesOfRecord;
    const whole = isEnd ? records : records.filter(({ line }) => line < lastLine);
    pending = pending.slice(whole.reduce((sum, { raw, end }) => sum + raw.length + end.length, 0));
    return rowsFrom(whole, table, options);
  };
  for await (const text of texts) {
    const rest = text.slice(skipped);
    skipped -= text.length - rest.length;
    pending += rest;
    if (pending.length >= chunkChars) yield take(false);
  }
  yield take(true);
}

/** Each record with its row; blank lines are records, too. */
function rowsFrom(records: readonly TableRecord[], table: Table, options: TableOptions): readonly ChunkRow[] {
  let read: { readonly rows: Map<number, Row>; readonly reasons: Map<number, string> } | undefined;
  const readAll = () => {
    const { rows, unread } = rowsOf({ ...table, above: [], body: records }, options);
    return {
      rows: new Map(rows.map((row) => [row.line, row])),
      reasons: new Map(unread.map(({ line, reason }) => [line, reason])),
    };
  };
  return records.map(({ line, raw, end, cells }) => {
    const width = raw.trim() === '' ? 0 : cells.length;
    return new ChunkRow({ raw, end, width }, () => {
      read ??= readAll();
      return { row: read.rows.get(line), reason: read.reasons.get(line) };
    });
  });
}

async function* jsonRows(texts: AsyncIterable<string>, of: TableOptions['of']) {
  let pending = '';
  for await (const text of texts) {
    pending += text;
    const lines = pending.split('\n');
    pending = lines.pop() ?? '';
    yield lines.map((line) => jsonRow(line, '\n', of));
  }
  if (pending.trim() !== '') yield [jsonRow(pending, '', of)];
}

function jsonRow(line: string, lineEnd: string, of: TableOptions['of']): ChunkRow {
  const raw = line.replace(/\r$/, '');
  return new ChunkRow({ raw, end: line.slice(raw.length) + lineEnd, width: 0 }, () => rowInJson(raw, of));
}

function rowInJson(raw: string, of: TableOptions['of']): Pick<InputRow, 'row' | 'reason'> {
  if (raw.trim() === '') return { row: undefined, reason: undefined };
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return { row: undefined, reason: 'The line is not valid JSON.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { row: undefined, reason: 'The line must be a JSON object.' };
  const cells = Object.entries(value).flatMap(([member, text]): Cell[] =>
    typeof text === 'string' || typeof text === 'number' ? [{ text: String(text), kind: kindOfHeading(member) }] : [],
  );
  const row = rowOf(cells, 1, raw, of === undefined ? undefined : of === 'companies' ? 'company' : 'person');
  return isNamed(row) ? { row, reason: undefined } : { row: undefined, reason: 'No member names anybody.' };
}
