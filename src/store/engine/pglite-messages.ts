import type { MessagePort } from 'node:worker_threads';

/** The worker thread's start data. */
export interface PgliteData {
  /** The database's directory, created if it does not exist; undefined: in memory. */
  readonly directory?: string;
  /** Path of a dump to start from, optionally compressed (`.zst`). The directory must not exist then. */
  readonly template?: string | undefined;
}

export type ToPglite =
  /** Opens a connection: PostgreSQL's protocol over this port, with one or more whole messages per array of bytes. */
  | { readonly kind: 'connect'; readonly port: MessagePort }
  /** Dumps the database's files to this path as a tar. */
  | { readonly kind: 'dump'; readonly path: string }
  | { readonly kind: 'close' };

export type FromPglite =
  /** Answers the start, each dump and the close, in order. */
  | { readonly kind: 'done' }
  /** The same, for a failure. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The thread is ending unexpectedly. */
  | { readonly kind: 'lost'; readonly reason: string };
