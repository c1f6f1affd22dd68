import type { MessagePort } from 'node:worker_threads';

/** What the thread is started with. */
export interface PgliteData {
  /** The directory of the database, made where it is absent; without one it lives in memory. */
  readonly directory?: string;
  /** The path of a dump to begin with, which may be compressed (`.zst`); the directory must not exist then. */
  readonly template?: string | undefined;
}

export type ToPglite =
  /** A client speaks PostgreSQL's protocol over this port, one array of bytes for one or more whole messages. */
  | { readonly kind: 'connect'; readonly port: MessagePort }
  /** Writes the database's files to this path, as a tar. */
  | { readonly kind: 'dump'; readonly path: string }
  | { readonly kind: 'close' };

export type FromPglite =
  /** Answers the start, each dump and the close, in order. */
  | { readonly kind: 'done' }
  /** The same, where it could not be done. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The thread ends by itself. */
  | { readonly kind: 'lost'; readonly reason: string };
