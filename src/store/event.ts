/** An event of the store, for the log; contains no personal data. */
export type StoreEvent =
  /** A new database is being created, which takes seconds. */
  | { readonly kind: 'creating'; readonly dataDir: string }
  /** The directory's previous owner ended without releasing it. */
  | { readonly kind: 'taken-over'; readonly dataDir: string; readonly pid: number }
  /** Files and directories that other users of the machine could open were made private. */
  | { readonly kind: 'closed-to-others'; readonly dataDir: string; readonly files: number }
  | { readonly kind: 'migrated'; readonly migrations: readonly string[] }
  /** PostgreSQL: a connection, which is replaced. PGlite: the engine itself; all queries fail from now on. */
  | { readonly kind: 'connection-lost'; readonly reason: string };

export type StoreLog = (event: StoreEvent) => void;
