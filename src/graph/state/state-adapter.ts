/** A value stored under a key within a partition. */
export interface Entry {
  readonly value: string;
  /** Changes with each write of the entry; never reused within its partition. */
  readonly version: number;
  /** Milliseconds until the entry expires; undefined if it never does. */
  readonly ttlMs: number | undefined;
}

export interface ListedEntry extends Entry {
  readonly key: string;
}

export interface Write {
  readonly value: string;
  /** Milliseconds until the entry expires; absent if it never does. */
  readonly ttlMs?: number | undefined;
}

/**
 * An entry of a log. Its key is the log's name followed by its sequence number, so logs are listed like other entries.
 */
export interface Append extends Write {
  readonly log: string;
}

/** Sent to the subscribers of a channel in all processes that share the store. */
export interface Message {
  readonly channel: string;
  readonly text: string;
}

/** An atomic commit to one partition. */
export interface Commit {
  /** Expected versions by key, 0 for an absent entry. If one differs, nothing is written. */
  readonly reads?: ReadonlyMap<string, number>;
  /** By key; undefined removes the entry. */
  readonly writes?: ReadonlyMap<string, Write | undefined>;
  readonly appends?: readonly Append[];
  /** The maximum number of entries under a prefix after the writes. */
  readonly limits?: readonly { readonly prefix: string; readonly max: number }[];
  readonly messages?: readonly Message[];
}

export type Committed =
  /** `version` is the version of each written entry, `removed` the number of removed entries. */
  | { readonly kind: 'committed'; readonly version: number; readonly removed: number }
  /** A version in `reads` differs: `entries` has the current entries of `reads`. */
  | { readonly kind: 'collision'; readonly entries: ReadonlyMap<string, Entry> }
  /** A limit would be exceeded; nothing is written. */
  | { readonly kind: 'full' };

/** A range of entries by key prefix, in byte order of the keys. */
export interface Range {
  readonly prefix: string;
  /** Only keys after this one (before it if reversed). */
  readonly after?: string | undefined;
  /** The maximum number of entries. */
  readonly first?: number | undefined;
  readonly reverse?: boolean | undefined;
}

/** `text` is undefined if messages may have been lost with the connection: read again what they would announce. */
export type Listener = (text: string | undefined) => void;

/**
 * Interface of a state database. Methods reject if it cannot be reached; a rejected commit may have been applied. Names
 * of partitions and keys are not empty, prefixes are ASCII, and partition names contain neither braces nor wildcards.
 */
export interface StateAdapter {
  /** Whether other processes may use the same store. */
  readonly isShared: boolean;
  /** The existing entries, by key. */
  get(partition: string, keys: readonly string[]): Promise<ReadonlyMap<string, Entry>>;
  list(partition: string, range: Range): Promise<readonly ListedEntry[]>;
  commit(partition: string, commit: Commit): Promise<Committed>;
  /** The size of all keys and values of a partition, in bytes; may be an estimate. */
  sizeOf(partition: string): Promise<number>;
  /** Partitions that have entries and a name with this prefix; one may be listed twice. */
  partitions(prefix: string): AsyncIterable<string>;
  publish(message: Message): Promise<void>;
  /**
   * Calls the listener with each message until the returned function is called. Never rejects: after a loss of the
   * connection, the listener is first called with undefined, then with new messages.
   */
  subscribe(channel: string, listener: Listener): Promise<() => void>;
  /** Resolves once all commits would survive a power failure. */
  flush(): Promise<void>;
  /** Makes sure that no removed or replaced data remains in a file. */
  erase(): void;
  close(): Promise<void>;
}

/** Reads an entry's value; undefined if it is absent. */
export interface Read {
  (key: string): string | undefined;
  /** Reads an entry that is probably absent, such as one with a new id, without a fetch: the commit checks it. */
  absent(key: string): string | undefined;
}

/** The result of a pure function applied to a partition: a value for its caller, and the writes to commit. */
export interface Change<Value> extends Pick<Commit, 'writes' | 'appends' | 'messages'> {
  readonly value: Value;
}

const sequenceDigits = 16;

/** The key of a log's entry. Versions are the sequence numbers, so keys ascend within a partition. */
export const logKey = (log: string, version: number, index: number): string =>
  `${log}${String(version).padStart(sequenceDigits, '0')}-${String(index).padStart(4, '0')}`;

/** The exclusive upper bound of all strings that begin with an ASCII prefix. */
export const afterPrefix = (prefix: string): string =>
  prefix === '' ? '\u{10ffff}' : prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);

/** A family of partitions: all whose name up to the first colon is this. */
export interface StoredFamily {
  readonly family: string;
  /** The member by which an entry identifies a person: removed with the entry, and never emptied as a text. */
  readonly identifying?: string;
  /** Whether its values are sealed with a key of the partition. Never changed: values would no longer be read. */
  readonly sealed?: boolean;
}

/** The family of a partition: its name up to the first colon. */
export const familyOf = (partition: string): string => partition.split(':', 1)[0] ?? '';
