import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { NetworkMapped } from '../../../contract/operation/network-mapper.ts';
import { readEntry, readResult } from './entry.ts';
import { takeDirectory } from './file-lock.ts';
import { type Entry, MemoryJournal } from './memory-store.ts';

type Options = ConstructorParameters<typeof MemoryJournal>[0] & {
  /** Of the journal alone; made if it is not there. */
  readonly directory: string;
  /** How long the log may grow before it is written anew, in entries beyond twice what is live. */
  readonly slack?: number;
};

/** A draft is being written for so long at most, in milliseconds. */
const draftMs = 60_000;

/**
 * A journal that survives a crash: an append-only log of entries, a line each, and a file for each result. A line that
 * a crash cut short is left out when the log is read; the log is written anew, beside the old one, when most of it is
 * history. Everything in it is for the owner's eyes only (0600).
 */
export class FileJournal extends MemoryJournal {
  readonly #directory: string;
  readonly #slack: number;
  readonly #giveBack: () => Promise<void>;
  #log: Awaited<ReturnType<typeof open>> | undefined;
  #lines = 0;
  /** Writes happen one after another; what is true of one is awaited by the next. */
  #writing: Promise<void> = Promise.resolve();

  private constructor({ directory, slack = 1000, ...options }: Options, giveBack: () => Promise<void>) {
    super(options);
    this.#directory = directory;
    this.#slack = slack;
    this.#giveBack = giveBack;
  }

  /** @throws when the directory can't be written to, or another process that lives has its journal there */
  static async open(options: Options): Promise<FileJournal> {
    const results = join(options.directory, 'results');
    await mkdir(results, { recursive: true, mode: 0o700 });
    const journal = new FileJournal(options, await takeDirectory(options.directory));
    const text = await readFile(journal.#path, 'utf8').catch(absent);
    for (const line of text?.split('\n') ?? []) {
      const entry = readEntry(line);
      if (entry) journal.apply(entry);
    }
    await journal.#rewrite();
    await journal.#forgetResults();
    return journal;
  }

  override async keepResult(name: string, result: NetworkMapped): Promise<void> {
    await writeWhole(this.#resultPath(name), JSON.stringify(result));
    await this.#forgetResults();
  }

  override async result(name: string): Promise<NetworkMapped | undefined> {
    const path = this.#resultPath(name);
    const kept = await stat(path).catch(absent);
    if (!kept || this.isOver(kept.mtimeMs)) return undefined;
    const text = await readFile(path, 'utf8').catch(absent);
    return text === undefined ? undefined : readResult(text);
  }

  override async reviseResults(revise: (result: NetworkMapped) => NetworkMapped | undefined): Promise<number> {
    const directory = join(this.#directory, 'results');
    let count = 0;
    for (const file of await readdir(directory)) {
      const path = join(directory, file);
      const kept = await stat(path).catch(absent);
      const text = await readFile(path, 'utf8').catch(absent);
      if (!kept || text === undefined) continue;
      const draft = !file.endsWith('.json');
      if (draft && this.now() - kept.mtimeMs < draftMs) continue;
      // A draft that a crash left behind may hold anybody, and is of no use.
      const known = draft ? undefined : readResult(text);
      const result = known && revise(known);
      if (result && result === known) continue;
      if (result) {
        await writeWhole(path, JSON.stringify(result));
        await utimes(path, kept.atime, kept.mtime);
      } else await rm(path, { force: true });
      count += 1;
    }
    return count;
  }

  override async close(): Promise<void> {
    await this.#writing;
    await this.#log?.close();
    this.#log = undefined;
    await this.#giveBack();
  }

  protected override write(entry: Entry, surely: boolean): Promise<void> {
    const written = this.#writing.then(async () => {
      await this.#log?.appendFile(`${JSON.stringify(entry)}\n`);
      if (surely) await this.#log?.datasync();
      this.#lines += 1;
      if (this.#lines > 2 * this.records().length + this.#slack) await this.#rewrite();
    });
    // A write that fails is its caller's to hear of; the next one still gets its turn.
    this.#writing = written.catch(() => undefined);
    return written;
  }

  get #path(): string {
    return join(this.#directory, 'tasks.log');
  }

  #resultPath(name: string): string {
    return join(this.#directory, 'results', `${createHash('sha256').update(name).digest('hex')}.json`);
  }

  async #rewrite(): Promise<void> {
    const records = this.records().flatMap<Entry>(({ owner, taskId, started, log }) => [
      ...(started ? [{ kind: 'started' as const, task: started }] : []),
      ...log.map((observation) => ({ kind: 'observed' as const, task: { owner, taskId }, observation })),
    ]);
    const intents = [...this.intents()].map(([name, intended]): Entry => ({ kind: 'intended', name, ...intended }));
    const entries = [...records, ...intents];
    await writeWhole(this.#path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    await this.#log?.close();
    this.#log = await open(this.#path, 'a', 0o600);
    this.#lines = entries.length;
  }

  async #forgetResults(): Promise<void> {
    const directory = join(this.#directory, 'results');
    for (const file of await readdir(directory)) {
      const kept = await stat(join(directory, file)).catch(absent);
      if (kept && this.isOver(kept.mtimeMs)) await rm(join(directory, file), { force: true });
    }
  }
}

/** Replaces a file at once: a reader, or a crash, finds the old one or the new one whole. */
async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
};
