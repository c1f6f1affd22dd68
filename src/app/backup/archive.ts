import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { sync } from '../../store/engine/sync-directory.ts';
import { reasonOf } from '../../telemetry/reason.ts';
import { CommandFailure } from '../command-failure.ts';
import { unreadable } from '../named-file.ts';

/** Metadata of a backup. */
const About = Type.Object({
  /** The version of Kith that wrote it. */
  version: Type.String(),
  /** The moment of the snapshot, as ISO 8601. */
  moment: Type.String(),
  /** Whether it contains the secret that signs tokens and cursors. */
  secret: Type.Boolean(),
  /** Last migration and PGlite version of the embedded store; absent if the backup contains no store. */
  store: Type.Optional(Type.Object({ migration: Type.String(), pglite: Type.String() })),
  /** Whether it contains the graph's own database. */
  graph: Type.Boolean(),
  /** Whether it contains kept records; absent if they were not asked for. */
  records: Type.Optional(Type.Boolean()),
});
export type About = Static<typeof About>;

/** Version of the archive format; others are refused. */
const format = 1;
/** `Kith` in ASCII, in the header that SQLite reserves for the application. */
const applicationId = 0x4b697468;
const chunkBytes = 2 ** 20;
/** Maximum size of a decompressed chunk: bounds the memory that a small, malicious file can take. */
const maxChunkBytes = 64 * chunkBytes;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const schema = `
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${format};
  CREATE TABLE about (about TEXT NOT NULL, digest TEXT NOT NULL) STRICT;
  CREATE TABLE entry (name TEXT PRIMARY KEY, sha256 TEXT) STRICT;
  CREATE TABLE chunk (
    name TEXT NOT NULL, ordinal INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, ordinal)
  ) STRICT;`;

const tables: ReadonlySet<string> = new Set(['about', 'entry', 'chunk']);

/**
 * Writes a backup: a SQLite file that contains compressed files, the SHA-256 of each, and a digest over all. It is
 * private to its owner, and is renamed to its path only once it is complete and synced to disk.
 */
export class ArchiveWriter implements AsyncDisposable {
  readonly #path: string;
  readonly #draft: string;
  readonly #sqlite: DatabaseSync;

  constructor(path: string) {
    this.#path = path;
    // Unique: another process may be writing a backup to the same path.
    this.#draft = `${path}.${randomUUID()}.part`;
    closeSync(openSync(this.#draft, 'wx', 0o600));
    try {
      this.#sqlite = new DatabaseSync(this.#draft);
      // An unfinished draft is worthless, so it needs no durability. Node does not allow `journal_mode = OFF`.
      this.#sqlite.exec(`PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; ${schema} BEGIN`);
    } catch (error) {
      rmSync(this.#draft, { force: true });
      throw error;
    }
  }

  async directory(name: string): Promise<void> {
    this.#sqlite.prepare('INSERT INTO entry (name, sha256) VALUES (?, NULL)').run(`${name}/`);
  }

  async file(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const hash = createHash('sha256');
    const insert = this.#sqlite.prepare('INSERT INTO chunk (name, ordinal, bytes) VALUES (?, ?, ?)');
    let ordinal = 0;
    for await (const chunk of chunksOf(content)) {
      hash.update(chunk);
      insert.run(name, ordinal, await compress(chunk));
      ordinal += 1;
    }
    this.#sqlite.prepare('INSERT INTO entry (name, sha256) VALUES (?, ?)').run(name, hash.digest('hex'));
  }

  async finish(about: About): Promise<void> {
    const text = JSON.stringify(about);
    this.#sqlite.prepare('INSERT INTO about VALUES (?, ?)').run(text, digestOf(this.#sqlite, text));
    this.#sqlite.exec('COMMIT');
    this.#sqlite.close();
    await sync(this.#draft);
    await rename(this.#draft, this.#path);
    await sync(dirname(this.#path));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#sqlite.isOpen) this.#sqlite.close();
    await rm(this.#draft, { force: true });
  }
}

/** Reads a backup, and refuses content that does not match its checksums. */
export class ArchiveReader implements Disposable {
  readonly about: About;
  readonly #path: string;
  readonly #sqlite: DatabaseSync;

  /** @throws {CommandFailure} if the file is not a backup, has another format version, or is damaged */
  constructor(path: string) {
    this.#path = path;
    try {
      closeSync(openSync(path, 'r'));
    } catch (error) {
      unreadable(path)(error);
    }
    try {
      this.#sqlite = new DatabaseSync(path, { readOnly: true });
      const id = this.#sqlite.prepare('PRAGMA application_id').get();
      if (id?.application_id !== applicationId) throw new CommandFailure(`${path} is not a Kith backup.`);
      this.#demandTables();
    } catch (error) {
      throw error instanceof CommandFailure
        ? error
        : new CommandFailure(`${path} is not a Kith backup: ${reasonOf(error)}.`);
    }
    const version = this.#sqlite.prepare('PRAGMA user_version').get()?.user_version;
    if (version !== format) {
      throw new CommandFailure(
        `${path} must be a backup in format ${format}, but is in format ${version}: restore it with the version of Kith that wrote it, or a later one.`,
      );
    }
    this.about = this.#guarded(() => this.#readAbout());
  }

  /** Paths of its files and directories. Directories end with `/` and precede their content. */
  get names(): readonly string[] {
    return this.#guarded(() =>
      this.#sqlite
        .prepare('SELECT name FROM entry ORDER BY name')
        .all()
        .map(({ name }) => String(name)),
    );
  }

  /** Streams the content of a file; the checksum is verified at the end, and a mismatch throws. */
  async *file(name: string): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    try {
      for (const { bytes } of this.#sqlite
        .prepare('SELECT bytes FROM chunk WHERE name = ? ORDER BY ordinal')
        .iterate(name)) {
        if (!(bytes instanceof Uint8Array)) throw this.#damaged();
        const chunk = await decompress(bytes, { maxOutputLength: maxChunkBytes });
        hash.update(chunk);
        yield chunk;
      }
      const entry = this.#sqlite.prepare('SELECT sha256 FROM entry WHERE name = ?').get(name);
      if (entry?.sha256 !== hash.digest('hex')) throw this.#damaged();
    } catch (error) {
      throw isOfArchive(error) ? this.#damaged() : error;
    }
  }

  [Symbol.dispose](): void {
    if (this.#sqlite.isOpen) this.#sqlite.close();
  }

  /** Refuses other schemas: a view in place of a table could return endless rows. */
  #demandTables(): void {
    const found = this.#sqlite
      .prepare("SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_autoindex%'")
      .all();
    const right = found.every(({ type, name }) => type === 'table' && tables.has(String(name)));
    if (!right || found.length !== tables.size)
      throw new CommandFailure(`${this.#path} is not a Kith backup: it must hold only ${[...tables].join(', ')}.`);
  }

  #readAbout(): About {
    const row = this.#sqlite.prepare('SELECT about, digest FROM about').get();
    const text = String(row?.about);
    if (row?.digest !== digestOf(this.#sqlite, text)) throw this.#damaged();
    return Value.Parse(About, JSON.parse(text));
  }

  #guarded<Read>(read: () => Read): Read {
    try {
      return read();
    } catch (error) {
      throw isOfArchive(error) ? this.#damaged() : error;
    }
  }

  #damaged(): CommandFailure {
    return new CommandFailure(`${this.#path} is damaged: its checksum does not match. Nothing was restored.`);
  }
}

/** Whether SQLite or zstd threw it because of corrupt data. */
const isOfArchive = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ERR_SQLITE_ERROR' ||
    error.code === 'ERR_BUFFER_TOO_LARGE' ||
    String(error.code).startsWith('ZSTD_'));

function digestOf(sqlite: DatabaseSync, about: string): string {
  const hash = createHash('sha256').update(about);
  for (const { name, sha256 } of sqlite.prepare('SELECT name, sha256 FROM entry ORDER BY name').iterate())
    hash.update(`\n${name} ${sha256}`);
  return hash.digest('hex');
}

/** Regroups content into chunks of about `chunkBytes`, since small ones compress badly. */
async function* chunksOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of piecesOf(content)) {
    parts.push(part);
    bytes += part.length;
    if (bytes < chunkBytes) continue;
    yield Buffer.concat(parts);
    parts = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

/** Splits large parts, such as a whole database in one buffer. */
async function* piecesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of content)
    for (let at = 0; at < part.length; at += chunkBytes) yield part.subarray(at, at + chunkBytes);
}
