import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { StoreUnavailable } from '../../graph/state/store-unavailable.ts';
import { CommandFailure } from '../command-failure.ts';
import { unusable } from '../named-file.ts';
import {
  type EnrichingGraph,
  type Found,
  type LoadedSlice,
  loadRecords,
  namesOf,
  quoteOf,
  Stopped,
} from './graph-calls.ts';
import type { Input, InputRow } from './input.ts';
import { Journal, type Progress } from './journal.ts';
import { headOf, lineOf } from './output.ts';
import { named, RowResolver, rowsAtOnce } from './resolve-rows.ts';
import { type LoadedRecord, RunStore } from './run-store.ts';
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
  /** Credits that loads whose answers were lost may have been charged for, besides. */
  readonly maybeCharged: number;
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
    throw isDiskFull(error)
      ? new Stopped(`The disk has no space left for ${options.output}.part. ${goOn}`)
      : unusable(error);
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
  // Its lock is held for as long as the other files are used.
  using store = openStore(paths.store, options.output);
  await using journal = await Journal.open(paths.journal, run);
  if (!journal.isContinued) store.clear();
  const enriched = journal.progress.isFinished
    ? {
        rows: journal.progress.done,
        charged: chargedSoFar(journal, store),
        maybeCharged: journal.progress.lost,
        counts: new Map<string, number>(),
      }
    : await writeRows();
  await finish(part, options.output);
  await rm(paths.journal, { force: true });
  store[Symbol.dispose]();
  await removeStore(paths.store);
  return enriched;

  async function writeRows(): Promise<Enriched> {
    const resolver = new RowResolver(graph, options.likely);
    await resolveAll(resolver, input, store, options);
    const key = createHash('sha256').update(JSON.stringify(run)).digest('hex');
    const one = new Run(graph, resolver, input, store, journal, options, key);
    await one.agree();
    const written = await one.write(paths);
    await journal.finished();
    return written;
  }
}

/** @throws {CommandFailure} if another process writes this output */
function openStore(path: string, output: string): RunStore {
  try {
    return new RunStore(path);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new CommandFailure(`${output} cannot be written, which another \`kith enrich\` may do: ${error.message}`);
  }
}

/** Stored with what was paid for, before the journal has it. */
const chargedSoFar = ({ progress: { charged } }: Journal, store: RunStore): number => Math.max(charged, store.charged);

const removeStore = async (path: string): Promise<void> => {
  for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true });
};

/** Resolves the rows that are not resolved yet; free. */
async function resolveAll(
  resolver: RowResolver,
  input: Input,
  store: RunStore,
  { report, signal }: EnrichOptions,
): Promise<void> {
  const first = store.matchedRows;
  let [waiting, width]: [InputRow[], number] = [[], 0];
  const resolve = async (): Promise<void> => {
    interrupt(signal);
    store.addMatched(await resolver.resolve(waiting.splice(0, rowsAtOnce)), width);
    report({ step: 'matching', rows: store.matchedRows, charged: 0 });
  };
  for await (const rows of input.rows())
    for (const row of rows) {
      width = Math.max(width, row.width);
      if (row.at < first) continue;
      waiting.push(row);
      if (waiting.length >= rowsAtOnce) await resolve();
    }
  if (waiting.length > 0) await resolve();
}

/** Maximum number of records per quote and per load. */
const perCall = 1000;

/** Maximum number of attempts to load a slice. */
const maxTries = 3;

class Run {
  readonly #graph: EnrichingGraph;
  readonly #resolver: RowResolver;
  readonly #input: Input;
  readonly #store: RunStore;
  readonly #journal: Journal;
  readonly #options: EnrichOptions;
  /** Base of the idempotency keys of loads. */
  readonly #key: string;
  #charged: number;
  /** Credits that loads whose answers were lost may have been charged for: they count as spent. */
  #lost: number;
  #chargesOnce = false;
  /** Identifiers of records that are being loaded; each promise is settled once they are stored, or have failed. */
  readonly #loading = new Map<string, Promise<unknown>>();

  constructor(
    graph: EnrichingGraph,
    resolver: RowResolver,
    input: Input,
    store: RunStore,
    journal: Journal,
    options: EnrichOptions,
    key: string,
  ) {
    this.#graph = graph;
    this.#resolver = resolver;
    this.#input = input;
    this.#store = store;
    this.#journal = journal;
    this.#options = options;
    this.#key = key;
    this.#charged = chargedSoFar(journal, store);
    this.#lost = journal.progress.lost;
  }

  /** Asks for confirmation of the price: of a graph that keeps nothing, 1 credit for each record, which it is not asked for. */
  async agree(): Promise<void> {
    const { columns, confirm, signal } = this.#options;
    const quote = (by: readonly string[]) => quoteOf(this.#graph, columns, by, this.#key);
    const records = this.#store.recordsToLoad;
    let [max, kept] = [records, 0];
    const [first] = this.#store.toLoad(1);
    const one = first && (await quote(first));
    this.#chargesOnce = one?.chargesOncePerKey === true;
    if (one?.kept !== undefined) {
      max = 0;
      for (const by of this.#store.toLoad(perCall)) {
        interrupt(signal);
        const page = await quote(by);
        max += page.max;
        kept += page.kept ?? 0;
      }
    }
    if (await confirm({ counts: this.#store.counts(), records, max, kept })) return;
    throw new Stopped('Nothing was loaded.');
  }

  async write({ part, journal }: { readonly part: string; readonly journal: string }): Promise<Enriched> {
    const { progress } = this.#journal;
    const file = await open(part, 'a', 0o600);
    try {
      const { size } = await file.stat();
      if (size < progress.bytes)
        throw new CommandFailure(
          `${part} must have the ${progress.bytes} bytes that its journal says were written, but has ${size}: put it back, or remove ${journal} to start again, which pays again for records that are not kept.`,
        );
      // Drops rows that were written after the journal's last line.
      await file.truncate(progress.bytes);
      return await this.#writeTo(file, progress);
    } finally {
      await file.close();
    }
  }

  /** Writes each slice while the next ones are loaded: a load is sent before an earlier slice is written. */
  async #writeTo(file: FileHandle, { done, bytes, uncertain }: Progress): Promise<Enriched> {
    const counts = new Map<string, number>();
    const { width } = this.#store;
    const above = bytes > 0 ? bytes : await append(file, headOf(this.#input, this.#fields, width), 0);
    let writing = Promise.resolve<Written>({ done, bytes: above });
    const loading: Promise<readonly InputRow[]>[] = [];
    const write = (rows: readonly InputRow[], written: Written): void => {
      writing = this.#writeSlice(file, rows, written, { width, counts });
      // A failure is thrown when the next slice is to be written.
      writing.catch(() => undefined);
    };
    try {
      for await (const rows of slicesOf(this.#input, this.#options.slice)) {
        const [first] = rows;
        if (!first || first.at + rows.length <= done) continue;
        interrupt(this.#options.signal);
        const ready = loading.length < this.#loadsAtOnce ? undefined : await loading.shift();
        const written = await writing;
        loading.push(this.#load(rows, uncertain?.from === first.at ? uncertain.credits : undefined));
        loading.at(-1)?.catch(() => undefined);
        if (ready) write(ready, written);
      }
      for (const load of loading) write(await load, await writing);
    } finally {
      // What is paid for is stored, and what is stored is written, before the files are closed.
      await Promise.allSettled([...loading, writing]);
    }
    const written = await writing;
    return { rows: written.done, charged: this.#charged, maybeCharged: this.#lost, counts };
  }

  /**
   * Two, unless the charge of more than one slice could be unknown, or rows of both could name one person by different
   * pages, who would be paid for twice.
   */
  get #loadsAtOnce(): number {
    return this.#chargesOnce && !this.#store.hasPages ? 2 : 1;
  }

  async #writeSlice(
    file: FileHandle,
    rows: readonly InputRow[],
    { done: from, bytes }: Written,
    { width, counts }: { readonly width: number; readonly counts: Map<string, number> },
  ): Promise<Written> {
    const fields = this.#fields;
    const answers = this.#store.slice(rows[0]?.at ?? from, rows.length);
    const lines = rows.map((row, index) => {
      const { match, loaded } = answers[index] ?? {};
      const state = loaded?.state ?? match?.state ?? 'NOT_CHECKED';
      counts.set(state, (counts.get(state) ?? 0) + 1);
      return lineOf(this.#input, row, { match, loaded, fields, width });
    });
    const size = await append(file, lines.join(''), bytes);
    await file.datasync();
    const written = { done: from + rows.length, bytes: size };
    await this.#journal.done(written);
    this.#store.dropLoaded(written.done);
    this.#options.report({ step: 'loading', rows: written.done, charged: this.#charged });
    return written;
  }

  get #fields(): readonly string[] {
    return this.#options.columns.map(({ field }) => field);
  }

  /**
   * Loads the records of a slice, and stores them before a later step can fail. Resolves with the rows.
   *
   * @param uncertain what an earlier load of the slice may have been charged for, if its answer was lost
   */
  async #load(rows: readonly InputRow[], uncertain: number | undefined): Promise<readonly InputRow[]> {
    const { onUncertain } = this.#options;
    const from = rows[0]?.at ?? 0;
    for (let tries = 1; ; ) {
      const unloaded = this.#store.unloaded(from, rows.length);
      const by = unloaded.filter((one) => !this.#loading.has(one));
      if (by.length === 0 && unloaded.length > 0) {
        // Another slice is paying for these. If it fails to load one, this slice loads it.
        await Promise.allSettled(unloaded.map((one) => this.#loading.get(one)));
        continue;
      }
      if (by.length === 0) {
        if (await this.#matchMissing(rows)) continue;
        return rows;
      }
      if (uncertain !== undefined && !this.#chargesOnce && tries === 1) {
        if (onUncertain === undefined) throw uncertainRows(from, rows.length);
        this.#lost += uncertain;
        await this.#journal.lost(this.#lost);
        uncertain = undefined;
        if (onUncertain === 'skip') {
          this.#store.addLoaded(by.map(skipped), 0);
          return rows;
        }
      }
      const { found, maybeCharged } = await this.#pay(by, { from, rows: rows.length });
      const refused = found.find(({ __typename }) => __typename === 'CreditLimit');
      const failed = found.find((one) => !isAnswer(one) && one.__typename !== 'CreditLimit');
      const isLost = failed !== undefined && maybeCharged > 0 && !this.#chargesOnce;
      if (!isLost) await this.#journal.ended(this.#charged);
      if (refused) throw this.#refusal(refused);
      if (isLost) {
        await this.#journal.began(from, rows.length, maybeCharged);
        throw uncertainRows(from, rows.length);
      }
      if (failed && tries >= maxTries) throw new Stopped(`${failed.message ?? 'The data service failed.'} ${goOn}`);
      if (failed) tries += 1;
    }
  }

  /** Why no more is loaded, if that is not the purse's doing: what --max allows is spent, or may be. */
  #refusal({ message }: Found): Stopped {
    const { max } = this.#options;
    if (max === undefined || this.#lost === 0 || max > this.#charged + this.#lost)
      return new Stopped(message ?? 'The credits are used up.');
    const were = `${creditsOf(this.#charged)} charged, and ${this.#lost} more may have been, for answers that were lost`;
    return new Stopped(`No more can be loaded for --max: ${were}. Raise it to go on.`);
  }

  /** Loads and stores records; until then, no other slice loads them. */
  async #pay(by: readonly string[], slice: { readonly from: number; readonly rows: number }): Promise<LoadedSlice> {
    const { max = Number.POSITIVE_INFINITY } = this.#options;
    const budget = Math.min(by.length, Math.max(0, max - this.#charged - this.#lost - this.#loading.size));
    const paying = this.#payUpTo(budget, by, slice);
    for (const one of by) this.#loading.set(one, paying);
    try {
      return await paying;
    } finally {
      for (const one of by) this.#loading.delete(one);
    }
  }

  async #payUpTo(
    budget: number,
    by: readonly string[],
    { from, rows }: { readonly from: number; readonly rows: number },
  ): Promise<LoadedSlice> {
    const { columns } = this.#options;
    const key = createHash('sha256').update(`${this.#key} ${from} ${rows}`).digest('base64url');
    const names = this.#store.hasPages;
    await this.#journal.began(from, rows, budget);
    try {
      const slice = await loadRecords(this.#graph, columns, by, { budget, key, names });
      const answers = by.flatMap((one, index) => {
        const found = slice.found[index];
        return found && isAnswer(found) ? [recordOf(one, found, columns)] : [];
      });
      this.#store.addLoaded(answers, slice.charged);
      this.#charged += slice.charged;
      return slice;
    } catch (error) {
      if (error instanceof Stopped && error.isFree) await this.#journal.ended(this.#charged);
      throw error;
    }
  }

  /** Matches the rows whose names have no record, since a search finds more spellings; returns whether there are any. */
  async #matchMissing(rows: readonly InputRow[]): Promise<boolean> {
    const found = this.#store.withoutRecord(rows[0]?.at ?? 0, rows.length, named);
    const missing = found.size > 0 ? rows.filter(({ at }) => found.has(at)) : [];
    if (missing.length > 0) this.#store.rematch(await this.#resolver.match(missing));
    return missing.length > 0;
  }
}

type Written = Pick<Progress, 'done' | 'bytes'>;

/** @throws {Stopped} if the user has interrupted the run */
function interrupt(signal: AbortSignal): void {
  if (signal.aborted) throw new Stopped(`Interrupted. ${goOn}`);
}

const creditsOf = (count: number): string => `${count} ${count === 1 ? 'credit was' : 'credits were'}`;

const goOn = 'Run the same command again to go on.';

const uncertainRows = (from: number, rows: number): Stopped =>
  new Stopped(
    `The records of rows ${from + 1} to ${from + rows} may have been charged, but their answer was lost. Run the same command again with --on-uncertain retry, which may pay for them twice, or with --on-uncertain skip.`,
  );

const skipped = (by: string): LoadedRecord => ({
  by,
  state: 'UNCERTAIN',
  id: undefined,
  cells: '[]',
  reason: 'The record may have been charged, but its answer was lost, and it was not loaded again.',
});

const isRecord = ({ __typename: type }: Found): boolean => type === 'Profile' || type === 'Company';

/** Whether a later attempt would have no other outcome. */
const isAnswer = (one: Found): boolean =>
  isRecord(one) || one.__typename === 'NotFound' || one.code === 'UPSTREAM_MALFORMED';

function recordOf(by: string, one: Found, columns: readonly Selected[]): Parameters<RunStore['addLoaded']>[0][number] {
  const { message: reason, recordId: id } = one;
  if (!isRecord(one))
    return { by, id: undefined, cells: '[]', reason, state: one.__typename === 'NotFound' ? 'NOT_FOUND' : 'FAILED' };
  return {
    ...{ by, id, state: 'ENRICHED', reason: undefined },
    cells: JSON.stringify(columns.map(({ field }) => one[field] ?? null)),
    names: namesOf(one),
  };
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

/** Gives the finished output its name, which an interrupted call may have done. */
async function finish(part: string, output: string): Promise<void> {
  if (!existsSync(part) && existsSync(output)) return;
  if (!output.endsWith('.zst')) return rename(part, output);
  const packed = `${part}.zst`;
  await pipeline(createReadStream(part), createZstdCompress(), createWriteStream(packed, { mode: 0o600 }));
  await rename(packed, output);
  await rm(part);
}
