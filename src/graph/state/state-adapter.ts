/** A value that is kept under a key within a partition. */
export interface Entry {
  readonly value: string;
  /** Changes whenever the entry is written, and is never used again within its partition. */
  readonly version: number;
  /** Milliseconds until the entry expires; undefined: it does not. */
  readonly ttlMs: number | undefined;
}

export interface ListedEntry extends Entry {
  readonly key: string;
}

export interface Write {
  readonly value: string;
  /** Milliseconds until the entry expires; absent: it does not. */
  readonly ttlMs?: number | undefined;
}

/** An entry of a log. Its key is the log's name and then its sequence number, so that a log is listed like any other entries. */
export interface Append extends Write {
  readonly log: string;
}

/** Sent to the subscribers of a channel in all processes that share the store. */
export interface Message {
  readonly channel: string;
  readonly text: string;
}

/** What is committed to one partition: all of it, or nothing. */
export interface Commit {
  /** The versions that the writes follow from; 0 stands for an absent entry. If one differs, nothing is written. */
  readonly reads?: ReadonlyMap<string, number>;
  /** By key; undefined removes the entry. */
  readonly writes?: ReadonlyMap<string, Write | undefined>;
  readonly appends?: readonly Append[];
  /** How many entries there may be under a prefix after the writes. */
  readonly limits?: readonly { readonly prefix: string; readonly max: number }[];
  readonly messages?: readonly Message[];
}

export type Committed =
  /** `version` is that of each entry that was written, `removed` the number of entries that are gone. */
  | { readonly kind: 'committed'; readonly version: number; readonly removed: number }
  /** Another commit came first: all entries of `reads` as they are now. */
  | { readonly kind: 'collision'; readonly entries: ReadonlyMap<string, Entry> }
  /** There would be more entries under a prefix than its limit allows. */
  | { readonly kind: 'full' };

/** Entries whose keys begin with a prefix, in the order of the bytes of their keys. */
export interface Range {
  readonly prefix: string;
  /** Only what comes after this key (before it, if reversed). */
  readonly after?: string | undefined;
  /** At most so many. */
  readonly first?: number | undefined;
  readonly reverse?: boolean | undefined;
}

/** Undefined: messages may have been lost with the connection, so that what they announce has to be read again. */
export type Listener = (text: string | undefined) => void;

/**
 * What a database has to offer. Methods reject if it cannot be reached; a commit that was rejected may have been applied.
 * Names of partitions and keys are not empty, prefixes are of ASCII, and partitions hold neither braces nor wildcards.
 */
export interface StateAdapter {
  /** Whether other processes may have the same store. */
  readonly isShared: boolean;
  /** The entries that there are, by key. */
  get(partition: string, keys: readonly string[]): Promise<ReadonlyMap<string, Entry>>;
  list(partition: string, range: Range): Promise<readonly ListedEntry[]>;
  commit(partition: string, commit: Commit): Promise<Committed>;
  /** Those that have entries and whose names begin with a prefix; one may come twice. */
  partitions(prefix: string): AsyncIterable<string>;
  publish(message: Message): Promise<void>;
  /** Calls the listener with each message, until the function returned is called. */
  /** Never rejects: while the database cannot be reached, messages come once it can, after an `undefined`. */
  subscribe(channel: string, listener: Listener): Promise<() => void>;
  /** Resolves once what was committed would survive a power cut. */
  flush(): Promise<void>;
  /** Makes sure that nothing of what was removed or replaced is left in a file. */
  erase(): void;
  close(): Promise<void>;
}

/** What a change reads: an entry's value, undefined if it is absent. */
export interface Read {
  (key: string): string | undefined;
  /** An entry that probably is absent, such as one with a new id: it costs no look-up, since the commit checks it. */
  absent(key: string): string | undefined;
}

/** What a pure function makes of the entries that it reads. */
export interface Change<Value> extends Pick<Commit, 'writes' | 'appends' | 'messages'> {
  readonly value: Value;
}

const sequenceDigits = 16;

/** The key of a log's entry; sequence numbers are versions, so that they rise within a partition. */
export const logKey = (log: string, version: number, index: number): string =>
  `${log}${String(version).padStart(sequenceDigits, '0')}-${String(index).padStart(4, '0')}`;

/** A text that is greater than all that begin with a prefix of ASCII, and not greater than any other that is greater than it. */
export const afterPrefix = (prefix: string): string =>
  prefix === '' ? '\u{10ffff}' : prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
