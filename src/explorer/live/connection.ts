/** An operation as it is sent. */
export interface EventRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface EventSink<Data> {
  next(result: { readonly data?: Data | null }): void;
  /** @param error what ended the connection, or the errors of the operation alone, as an array */
  error(error: unknown): void;
  /** The stream is over for good. */
  complete(): void;
}

/** One connection for all streams of a tab. It tries once: `live.ts` opens others. */
export interface EventConnection {
  subscribe<Data extends Readonly<Record<string, unknown>>>(request: EventRequest, sink: EventSink<Data>): () => void;
  dispose(): void;
}

interface ConnectionOptions {
  /** Of each operation that is sent over it. */
  readonly headers: Readonly<Record<string, string>>;
  /** Nothing on the way kept it from opening. */
  readonly onOpened: () => void;
  /** The graph has accepted it. */
  readonly onConnected: () => void;
}

export type OpenConnection = (options: ConnectionOptions) => EventConnection;
