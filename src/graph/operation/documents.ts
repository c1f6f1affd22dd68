import type { GraphQLSchema } from 'graphql';

/** Registered (persisted) documents by id. */
export type DocumentManifest = ReadonlyMap<string, string>;

/** Policy for unregistered documents: serve, serve and report, or refuse. */
export type DocumentPolicy = 'serve' | 'report' | 'refuse';

export interface TrustedDocumentOptions {
  readonly byId: DocumentManifest;
  readonly others: DocumentPolicy;
}

/** The parameters of a request that name its document. */
export interface DocumentParams {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly extensions?: unknown;
}

/** Finds the documents of requests, and decides which are served. */
export interface Documents {
  has(text: string): boolean;
  /** The document of a request. @throws {GraphQLError} if it names an unknown one */
  documentOf(params: DocumentParams): unknown;
  /** @throws {GraphQLError} for a document that is not served */
  refuseOthers(text: string): void;
  /** Reports a valid document that is served and not registered; called before each first use. */
  reportOthers(text: string): void;
  /**
   * Checks new documents, and returns a function that puts them in place of the present ones.
   *
   * @throws if they cannot be served
   */
  reload(options: TrustedDocumentOptions | undefined, schema: GraphQLSchema): () => void;
}

/** Serves whatever is sent. */
export const anyDocument: Documents = {
  has: () => false,
  documentOf: ({ query }) => query,
  refuseOthers: () => undefined,
  reportOthers: () => undefined,
  reload: () => () => undefined,
};
