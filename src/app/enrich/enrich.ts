import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import {
  type EnrichingGraph,
  loadRecords,
  type Match,
  matchRows,
  quoteOf,
  rowsPerMatch,
  Stopped,
} from './graph-calls.ts';
import type { Input, InputRow } from './input.ts';
import { Journal, type Progress } from './journal.ts';
import { headOf, lineOf } from './output.ts';
import { type LoadedRecord, type MatchedRow, RunStore } from './run-store.ts';
import type { Selected } from './selection.ts';

export interface EnrichOptions {
  /** The file to write; a name ending in `.zst` compresses it. */
  readonly output: string;
  readonly columns: readonly Selected[];
  /** Whether to load records for rows with a likely match, too. */
  readonly likely: boolean;
  /** Maximum credits of the whole run; undefined: the quoted price. */
  readonly max: number | undefined;
  /** Maximum rows of a slice. */
  readonly slice: number;
  /** What to do with rows whose charge is unknown. */
  readonly onUncertain: 'retry' | 'skip' | undefined;
  /** Shows the price; resolves with whether to continue. */
  confirm(price: EnrichPrice): Promise<boolean>;
  report(progress: EnrichProgress): void;
  readonly signal: AbortSignal;
}

export interface EnrichPrice {
  /** Rows by state. */
  readonly counts: ReadonlyMap<string, number>;
  /** Distinct records to load. */
  readonly records: number;
  /** Maximum price in credits. */
  readonly max: number;
  /** Number of kept records, which are free. */
  readonly kept: number;
}

export interface EnrichProgress {
  readonly step: 'matching' | 'loading';
  readonly rows: number;
  readonly charged: number;
}

export interface Enriched {
  readonly rows: number;
  readonly charged: number;
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Adds fields of records to the rows of a list. The output and its journal are the state of the run: rows are appended
 * in the order of the input, and the same call resumes after any interruption.
 *
 * @throws {Stopped} if the run cannot continue now; written rows remain
 * @throws {CommandFailure} if the files belong to another run
 */
export async function enrich(graph: EnrichingGraph, input: Input, options: EnrichOptions): Promise<Enriched> {
  try {
    return await enrichInto(graph, input, options);
  } catch (error) {
    throw isDiskFull(error) ? new Stopped(`The disk has no space left for ${options.output}.part. ${goOn}`) : error;
  }
}

/** What files say of a full disk, and SQLite (SQLITE_FULL, SQLITE_IOERR_WRITE). */
const diskFull: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 13, 778]);

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && diskFull.has(error.code)) || ('errcode' in error && diskFull.has(error.errcode)));

async function enrichInto(graph: EnrichingGraph, input: Input, options: EnrichOptions): Promise<Enriched> {
  const part = `${options.output}.part`;
  const paths = { part, journal: `${part}.journal`, store: `${part}.sqlite` };
  const run = [input.digest, graph.of, graph.graphUrl ?? '', options.columns, options.likely, options.slice];
  await using journal = await Journal.open(paths.journal, run);
  if (!journal.isContinued) await removeStore(paths.store);
  using store = new RunStore(paths.store);
  await matchAll(graph, input, store, options);
  const one = new Run(
    graph,
    input,
    store,
    journal,
    options,
    createHash('sha256').update(JSON.stringify(run)).digest('hex'),
  );
  await one.agree();
  const enriched = await one.write(part);
  await finish(part, options.output);
  store[Symbol.dispose]();
  await removeStore(paths.store);
  await rm(paths.journal, { force: true });
  return enriched;
}

const removeStore = async (path: string): Promise<void> => {
  for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true });
};

/** Matches the rows that are not matched yet; free. */
async function matchAll(graph: EnrichingGraph, input: Input, store: RunStore, options: EnrichOptions): Promise<void> {
  const first = store.matchedRows;
  let [waiting, width]: [InputRow[], number] = [[], 0];
  const match = async (): Promise<void> => {
    const rows = waiting.splice(0, rowsPerMatch);
    const read = rows.flatMap(({ row }) => row ?? []);
    const matches = read.length > 0 ? await matchRows(graph, read) : [];
    let next = 0;
    store.addMatched(
      rows.map(({ at, row, reason }): MatchedRow => {
        if (!row) return { at, state: reason === undefined ? 'BLANK' : 'UNREAD', by: undefined, reason };
        const found = matches[next];
        next += 1;
        return matchedRow(at, found, matches, options.likely);
      }),
      width,
    );
    options.report({ step: 'matching', rows: store.matchedRows, charged: 0 });
  };
  for await (const rows of input.rows())
    for (const row of rows) {
      interrupt(options.signal);
      width = Math.max(width, row.width);
      if (row.at < first) continue;
      waiting.push(row);
      if (waiting.length >= rowsPerMatch) await match();
    }
  if (waiting.length > 0) await match();
}

function matchedRow(at: number, found: Match | undefined, matches: readonly Match[], likely: boolean): MatchedRow {
  if (!found) return { at, state: 'NOT_CHECKED', by: undefined, reason: 'The graph did not answer for this row.' };
  const same = found.state === 'DUPLICATE' ? matches[found.sameAs ?? -1] : undefined;
  const { id, state, confidence } = {
    ...found,
    ...(same && { id: found.id ?? same.id, confidence: found.confidence ?? same.confidence }),
  };
  const isBought = id !== null && (confidence === 'CERTAIN' || (likely && confidence === 'LIKELY'));
  const isLikely = id !== null && confidence === 'LIKELY' && !likely;
  return {
    at,
    state: isBought ? 'MATCHED' : isLikely ? 'LIKELY' : state,
    by: isBought ? JSON.stringify({ id }) : undefined,
    reason: found.reason ?? undefined,
  };
}

/** Maximum number of records per quote and per load. */
const perCall = 1000;

/** Maximum number of attempts to load a slice. */
const maxTries = 3;

class Run {
  readonly #graph: EnrichingGraph;
  readonly #input: Input;
  readonly #store: RunStore;
  readonly #journal: Journal;
  readonly #options: EnrichOptions;
  /** Base of the idempotency keys of loads. */
  readonly #key: string;
  #charged: number;
  #written: { readonly done: number; readonly bytes: number };
  #chargesOnce = false;

  constructor(
    graph: EnrichingGraph,
    input: Input,
    store: RunStore,
    journal: Journal,
    options: EnrichOptions,
    key: string,
  ) {
    this.#graph = graph;
    this.#input = input;
    this.#store = store;
    this.#journal = journal;
    this.#options = options;
    this.#key = key;
    const { charged, done, bytes } = journal.progress;
    this.#charged = charged;
    this.#written = { done, bytes };
  }

  /** Asks for confirmation of the price. */
  async agree(): Promise<void> {
    const { columns } = this.#options;
    let [records, max, kept] = [0, 0, 0];
    for (const by of this.#store.toLoad(perCall)) {
      interrupt(this.#options.signal);
      const quote = await quoteOf(this.#graph, columns, by, this.#key);
      records += by.length;
      max += quote.max;
      kept += quote.kept ?? 0;
      this.#chargesOnce = quote.chargesOncePerKey === true;
    }
    if (await this.#options.confirm({ counts: this.#store.counts(), records, max, kept })) return;
    throw new Stopped('Nothing was loaded.');
  }

  async write(part: string): Promise<Enriched> {
    const { progress } = this.#journal;
    const file = await open(part, 'a', 0o600);
    try {
      // Drops rows that were written after the journal's last line.
      await file.truncate(progress.bytes);
      return await this.#writeTo(file, progress);
    } finally {
      await file.close();
    }
  }

  async #writeTo(file: FileHandle, { done, bytes, uncertain }: Progress): Promise<Enriched> {
    let [at, size] = [done, bytes];
    const counts = new Map<string, number>();
    const fields = this.#options.columns.map(({ field }) => field);
    if (size === 0) {
      size = await append(file, headOf(this.#input, fields, this.#store.width), size);
      this.#written = { done: 0, bytes: size };
    }
    const slices = slicesOf(this.#input, this.#options.slice);
    for await (const rows of slices) {
      const [first] = rows;
      if (!first || first.at + rows.length <= at) continue;
      interrupt(this.#options.signal);
      const matched = this.#store.matched(first.at, rows.length);
      const isUncertain = uncertain?.from === first.at;
      await this.#load(first.at, matched, isUncertain);
      const lines = rows.map((row, index) => {
        const match = matched[index];
        const loaded = match?.by === undefined ? undefined : this.#store.loaded(match.by);
        const state = loaded?.state ?? match?.state ?? 'NOT_CHECKED';
        counts.set(state, (counts.get(state) ?? 0) + 1);
        return lineOf(this.#input, row, { match, loaded, fields, width: this.#store.width });
      });
      size = await append(file, lines.join(''), size);
      await file.datasync();
      at = first.at + rows.length;
      this.#written = { done: at, bytes: size };
      await this.#journal.done({ ...this.#written, charged: this.#charged });
      this.#store.dropLoaded(at);
      this.#options.report({ step: 'loading', rows: at, charged: this.#charged });
    }
    return { rows: at, charged: this.#charged, counts };
  }

  /** Loads the records of a slice, and stores them before a later step can fail. */
  async #load(from: number, matched: readonly MatchedRow[], isUncertain: boolean): Promise<void> {
    const { onUncertain, columns, max = Number.POSITIVE_INFINITY } = this.#options;
    for (let tries = 1; ; tries += 1) {
      const by = [...new Set(matched.flatMap((row) => row.by ?? []))].filter((one) => !this.#store.loaded(one));
      if (by.length === 0) return;
      if (isUncertain && !this.#chargesOnce && tries === 1) {
        if (onUncertain === undefined) throw uncertainRows(from, matched.length);
        if (onUncertain === 'skip') return this.#store.addLoaded(by.map(skipped));
      }
      await this.#journal.began(from, matched.length);
      const key = createHash('sha256').update(`${this.#key} ${from} ${matched.length}`).digest('base64url');
      const budget = Math.min(by.length, Math.max(0, max - this.#charged));
      const { found, charged, maybeCharged } = await loadRecords(this.#graph, columns, by, { budget, key });
      this.#charged += charged;
      this.#store.addLoaded(by.flatMap((one, index) => recordOf(one, found[index], columns)));
      const refused = found.find(({ __typename }) => __typename === 'CreditLimit');
      const failed = found.find((one) => recordOf('', one, columns).length === 0 && one.__typename !== 'CreditLimit');
      const isLost = failed !== undefined && maybeCharged > 0 && !this.#chargesOnce;
      // Otherwise no load is in flight any more.
      if (!isLost) await this.#journal.done({ ...this.#written, charged: this.#charged });
      if (refused) throw new Stopped(refused.message ?? 'The credits are used up.');
      if (isLost) throw uncertainRows(from, matched.length);
      if (!failed) return;
      if (tries >= maxTries) throw new Stopped(`${failed.message ?? 'The data service failed.'} ${goOn}`);
    }
  }
}

/** @throws {Stopped} if the user has interrupted the run */
function interrupt(signal: AbortSignal): void {
  if (signal.aborted) throw new Stopped(`Interrupted. ${goOn}`);
}

const goOn = 'Run the same command again to go on.';

const uncertainRows = (from: number, rows: number): Stopped =>
  new Stopped(
    `The records of rows ${from + 1} to ${from + rows} may have been charged, but their answer was lost. Run the same command again with --on-uncertain retry, which may pay for them twice, or with --on-uncertain skip.`,
  );

const skipped = (by: string): LoadedRecord => ({
  by,
  state: 'UNCERTAIN',
  cells: '[]',
  reason: 'The record may have been charged, but its answer was lost, and it was not loaded again.',
});

/** Empty if the record may be loaded by a later attempt. */
function recordOf(
  by: string,
  one: Awaited<ReturnType<typeof loadRecords>>['found'][number] | undefined,
  columns: readonly Selected[],
): readonly LoadedRecord[] {
  if (!one) return [];
  const reason = one.message;
  switch (one.__typename) {
    case 'Profile':
    case 'Company':
      return [
        {
          by,
          state: 'ENRICHED',
          cells: JSON.stringify(columns.map(({ field }) => one[field] ?? null)),
          reason: undefined,
        },
      ];
    case 'NotFound':
      return [{ by, state: 'NOT_FOUND', cells: '[]', reason }];
    default:
      return one.code === 'UPSTREAM_MALFORMED' ? [{ by, state: 'FAILED', cells: '[]', reason }] : [];
  }
}

/** The rows of the input in slices of equal length, independent of the chunks read. */
async function* slicesOf(input: Input, size: number): AsyncGenerator<readonly InputRow[]> {
  let waiting: InputRow[] = [];
  for await (const rows of input.rows())
    for (const row of rows) {
      waiting.push(row);
      if (waiting.length < size) continue;
      yield waiting;
      waiting = [];
    }
  if (waiting.length > 0) yield waiting;
}

/** Resolves with the file's new length. */
async function append(file: FileHandle, text: string, size: number): Promise<number> {
  const bytes = Buffer.from(text);
  await file.appendFile(bytes);
  return size + bytes.length;
}

/** Renames the finished output. */
async function finish(part: string, output: string): Promise<void> {
  if (!output.endsWith('.zst')) return rename(part, output);
  const packed = `${part}.zst`;
  await pipeline(createReadStream(part), createZstdCompress(), createWriteStream(packed, { mode: 0o600 }));
  await rename(packed, output);
  await rm(part);
}
