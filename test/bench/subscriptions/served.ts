/** What is measured: a server of task subscriptions, whose tasks the measurement moves. */
export interface Served {
  readonly url: string;
  /** The upstream has these tasks from now on. */
  create(ids: readonly string[]): Promise<void>;
  /** The upstream's task has another status from now on. */
  move(id: string, status: string): void;
  /** How often the upstream was asked for a status. */
  looks(): number;
}

/** What each subscriber selects. */
export const eventFields = ['id', 'status'] as const;

/** The measurement tells the server's process. */
export type Command =
  | { readonly kind: 'create'; readonly ids: readonly string[] }
  | { readonly kind: 'move'; readonly ids: readonly string[]; readonly status: string }
  | { readonly kind: 'measure' };

/** The server's process tells the measurement. */
export type Report =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'created' }
  /** On the clock that processes share, in milliseconds. */
  | { readonly kind: 'moved'; readonly at: number }
  | { readonly kind: 'measured'; readonly heapBytes: number; readonly rssBytes: number; readonly looks: number };
