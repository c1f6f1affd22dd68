/** What the processes of the benchmark tell one another. Moments are on the clock that they share, in milliseconds. */

/** What each subscriber selects. */
export const eventFields = ['id', 'status'] as const;

/** Where the upstream believes the server to be, until it is told (`ToUpstream`, `serve`). */
export const publicUrl = 'http://graph.example';

/** How often at least a followed task is looked at, in milliseconds, as long as nobody calls. */
export const longestPollMs = 10_000;

/** A moment on the clock that processes share. */
export const moment = (): number => performance.timeOrigin + performance.now();

/** The measurement tells the upstream. */
export type ToUpstream =
  | { readonly kind: 'serve'; readonly url: string }
  /** All tasks have another status from now on, and whoever asked for it is called. */
  | { readonly kind: 'move'; readonly status: string }
  | { readonly kind: 'count' };

export type FromUpstream =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'moved'; readonly at: number }
  | { readonly kind: 'counted'; readonly looks: number };

/** The measurement tells the server. */
export type ToServer = { readonly kind: 'measure heap' } | { readonly kind: 'measure cpu' };

export type FromServer =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'heap'; readonly bytes: number }
  /** Spent since the server started. */
  | { readonly kind: 'cpu'; readonly ms: number };
