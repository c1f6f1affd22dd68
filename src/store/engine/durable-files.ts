import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface Stream {
  readonly node: unknown;
}

interface Attributes {
  readonly mode?: number;
  readonly size?: number;
}

/** The parts of Emscripten's NODEFS that are patched here. */
interface NodeFiles {
  realPath(node: unknown): string;
  readonly node_ops: {
    mknod(parent: unknown, name: string, mode: number, device: number): unknown;
    setattr(node: unknown, attributes: Attributes): void;
    rename(node: unknown, parent: unknown, name: string): void;
    unlink(parent: unknown, name: string): void;
  };
  readonly stream_ops: {
    setattr(stream: Stream, attributes: Attributes): void;
    write(stream: Stream, ...rest: readonly unknown[]): number;
    fsync?(stream: Stream): number;
  };
}

const ofOthers = 0o077;

/** Maximum time that a commit may exist only in the operating system's memory. */
const syncDelayMs = 200;

/**
 * PGlite's files in a directory, private to the owner and synced to disk.
 *
 * Emscripten has no umask and sets the requested mode after creating a file (0666 for `fopen`), so that the process's
 * umask has no effect: modes are masked here instead. Its `fsync` does nothing on NODEFS; here it syncs the write-ahead
 * log within `syncDelayMs`, and other files at once.
 */
export class DurableFiles extends NodeFS {
  readonly #log: LogSync;
  readonly #sync: (path: string) => void;

  constructor(directory: string, sync: (path: string) => void = syncPath) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    super(directory);
    this.#sync = sync;
    this.#log = new LogSync(syncDelayMs, sync);
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const { preRun = [] } = emscriptenOpts;
    const change = ({ NODEFS }: { readonly NODEFS: NodeFiles }) => {
      maskModes(NODEFS);
      this.#syncFiles(NODEFS);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [change, ...preRun] } };
  }

  /** Syncs the rest of the log. */
  flush(): void {
    this.#log.flush();
  }

  /**
   * After an fsync PostgreSQL takes the log as durable, and changes files that depend on it. So a pending log is synced
   * before any such change.
   */
  #syncFiles(files: NodeFiles): void {
    const { node_ops, stream_ops } = files;
    const { write, setattr: setOpen } = stream_ops;
    const { rename, unlink, setattr } = node_ops;
    const log = this.#log;
    const logFirst = (node: unknown): void => {
      if (log.pending && !isLog(files.realPath(node))) log.flush();
    };
    stream_ops.fsync = ({ node }) => {
      const path = files.realPath(node);
      if (isLog(path)) log.add(path);
      else this.#sync(path);
      return 0;
    };
    stream_ops.write = (stream, ...rest) => {
      logFirst(stream.node);
      return write(stream, ...rest);
    };
    stream_ops.setattr = (stream, attributes) => {
      if (attributes.size !== undefined) logFirst(stream.node);
      setOpen(stream, attributes);
    };
    node_ops.setattr = (node, attributes) => {
      if (attributes.size !== undefined) logFirst(node);
      setattr(node, attributes);
    };
    node_ops.rename = (node, parent, name) => {
      logFirst(node);
      rename(node, parent, name);
    };
    node_ops.unlink = (parent, name) => {
      logFirst(parent);
      unlink(parent, name);
    };
  }
}

const isLog = (path: string): boolean => /[\\/]pg_wal(?:[\\/]|$)/.test(path);

function maskModes({ node_ops, stream_ops }: NodeFiles): void {
  const masked = (attributes: Attributes): Attributes =>
    attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~ofOthers };
  const { mknod, setattr } = node_ops;
  node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~ofOthers, device);
  node_ops.setattr = (node, attributes) => setattr(node, masked(attributes));
  const { setattr: setOpen } = stream_ops;
  stream_ops.setattr = (stream, attributes) => setOpen(stream, masked(attributes));
}

/** Syncs a file or directory to disk; one that no longer exists is skipped. */
function syncPath(path: string): void {
  const file = opened(path);
  if (file === undefined) return;
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function opened(path: string): number | undefined {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    // Directories; Windows cannot sync them.
    if (code === 'EISDIR') return process.platform === 'win32' ? undefined : openSync(path, 'r');
    throw error;
  }
}

/**
 * Delayed sync of the write-ahead log. Commits do not wait for the disk: the log is synced soon after, and always
 * before a change that depends on it. So a power cut may lose the latest commits, but does not corrupt the database.
 */
class LogSync {
  readonly #delayMs: number;
  readonly #sync: (path: string) => void;
  readonly #unsynced = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /** @param sync syncs a file or directory to disk */
  constructor(delayMs: number, sync: (path: string) => void) {
    this.#delayMs = delayMs;
    this.#sync = sync;
  }

  get pending(): boolean {
    return this.#unsynced.size > 0;
  }

  /** Schedules the sync of a log segment. */
  add(path: string): void {
    this.#unsynced.add(path);
    this.#timer ??= setTimeout(() => this.flush(), this.#delayMs);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const path of this.#unsynced) this.#sync(path);
    this.#unsynced.clear();
  }
}
