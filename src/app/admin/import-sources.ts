import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandFailure } from '../command-failure.ts';
import { dataDirectoryFailure } from '../data-directory.ts';
import { incomingFile } from '../incoming-file.ts';
import { unusable } from '../named-file.ts';

/** A file to import, with its name for messages. */
export interface ImportSource {
  readonly path: string;
  readonly name: string;
}

export interface SourceOptions {
  /** Base of relative paths. */
  readonly directory: string;
  /** Directory in which the content of pipes is stored during the import. */
  readonly dataDir: string;
  readonly stdin: Readable;
  readonly stop: AbortSignal;
}

export interface ImportSources extends AsyncDisposable {
  readonly files: readonly ImportSource[];
  /** Whether an interrupted import can resume; false with a pipe, which has other content the next time. */
  readonly resume: boolean;
}

const standardInput: ReadonlySet<string> = new Set(['-', '/dev/stdin', '/dev/fd/0']);

/**
 * Resolves the names to import to files that the owner of the store can read, too. Only this process can read a pipe,
 * so its content is copied into a private file in the data directory, which is deleted on disposal.
 *
 * @throws {CommandFailure} for directories and unreadable files
 */
export const openSources = async (names: readonly string[], options: SourceOptions): Promise<ImportSources> => {
  const found = await Promise.all(names.map((name) => findSource(name, options)));
  await using kept = new AsyncDisposableStack();
  const files: ImportSource[] = [];
  for (const { name, path, pipe } of found) {
    files.push({ name, path: pipe === undefined ? path : await keep(pipe(), path, files.length, options, kept) });
  }
  const everything = kept.move();
  const resume = found.every(({ pipe }) => pipe === undefined);
  return { files, resume, [Symbol.asyncDispose]: () => everything.disposeAsync() };
};

interface Found extends ImportSource {
  /** Opens the stream; present if it is not a regular file. */
  readonly pipe?: () => Readable;
}

const findSource = async (name: string, { directory, stdin }: SourceOptions): Promise<Found> => {
  if (standardInput.has(name)) return { name: '-', path: name, pipe: () => stdin };
  const path = resolve(directory, name);
  const stats = await stat(path).catch((error: unknown) => {
    throw unusable(error);
  });
  if (stats.isDirectory())
    throw new CommandFailure(`${path}: must be a file, but is a directory; name its files, such as ${path}/*.ndjson.`);
  return stats.isFile() ? { name: path, path } : { name: path, path, pipe: () => createReadStream(path) };
};

const keep = async (
  pipe: Readable,
  source: string,
  at: number,
  { dataDir, stop }: SourceOptions,
  kept: AsyncDisposableStack,
): Promise<string> => {
  try {
    const path = await incomingFile(dataDir, at);
    kept.defer(() => rm(path, { force: true }));
    await pipeline(pipe, createWriteStream(path, { mode: 0o600 }), { signal: stop });
    return path;
  } catch (error) {
    if (stop.aborted) throw new CommandFailure('stopped before anything was imported.');
    if (error instanceof Error && 'path' in error && error.path === source) throw unusable(error);
    throw dataDirectoryFailure(error, dataDir);
  }
};
