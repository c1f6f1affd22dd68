/** An event of a store for its log; holds no personal data. */
export type StoreEvent =
  /** A new database is being made, which takes seconds. */
  | { readonly kind: 'creating'; readonly dataDir: string }
  /** The process that had the directory ended without giving it back. */
  | { readonly kind: 'taken-over'; readonly dataDir: string; readonly pid: number }
  /** So many files and directories of the store could be opened by other users of the machine, and no longer can. */
  | { readonly kind: 'closed-to-others'; readonly dataDir: string; readonly files: number }
  | { readonly kind: 'migrated'; readonly migrations: readonly string[] }
  /** PostgreSQL: one connection, which is replaced. PGlite: the engine itself has ended, and every query fails from now on. */
  | { readonly kind: 'connection-lost'; readonly reason: string };

export type StoreLog = (event: StoreEvent) => void;
