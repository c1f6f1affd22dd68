import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Documents that were registered beforehand, by the id under which apps ask for them. */
export interface TrustedDocuments {
  readonly byId: ReadonlyMap<string, string>;
  /** Refuses every other document. */
  readonly only: boolean;
}

/**
 * Reads registered documents: a JSON object of ids and documents.
 *
 * @throws an Error with a sentence when it is anything else
 */
export function parseTrustedDocuments(text: string): ReadonlyMap<string, string> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('The file of trusted documents must hold a JSON object of ids and documents.');
  const documents = new Map<string, string>();
  for (const [id, document] of Object.entries(value)) {
    if (typeof document !== 'string')
      throw new TypeError(`The trusted document "${id}" must be a string, but got ${typeof document}.`);
    documents.set(id, document);
  }
  return documents;
}

/** The parameters of a request that name its document. */
interface DocumentParams {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly extensions?: unknown;
}

/** Finds the document that a request asks for: the one it sends, or the registered one that it names. */
export type DocumentOf = (params: DocumentParams) => unknown;

const refused = (sentence: string): GraphQLError =>
  new GraphQLError(sentence, { extensions: { code: 'DOCUMENT_NOT_TRUSTED', http: { status: 400 } } });

/** Apollo's clients read this message and code, and send the document whole. */
const notPersisted = (message: string, code: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status: 200, headers: { 'cache-control': 'no-store' } } } });

/**
 * Makes the look-up of a request's document. Registered documents are named by `documentId`, or as Apollo's clients name
 * them, by `extensions.persistedQuery.sha256Hash`: the id, or the SHA-256 of the text in hex. Nothing is registered by
 * asking, so a hash that stands for none is answered so that the client sends the document.
 *
 * The look-up throws a DOCUMENT_NOT_TRUSTED error for an id that stands for none, or has another document beside it;
 * PERSISTED_QUERY_NOT_FOUND for a hash that stands for none; PERSISTED_QUERY_NOT_SUPPORTED where nothing is registered.
 */
export function documentLookup(trusted: TrustedDocuments | undefined): DocumentOf {
  const byId = trusted?.byId ?? new Map<string, string>();
  const byHash = new Map([...byId.values()].map((text) => [createHash('sha256').update(text).digest('hex'), text]));
  return ({ query, documentId: id, extensions }) => {
    if (trusted && id !== undefined) {
      const registered = typeof id === 'string' ? byId.get(id) : undefined;
      if (registered === undefined) throw refused('documentId: must be the id of a trusted document, but got another.');
      if (query && query !== registered) throw refused('documentId: must stand alone, but got a document beside it.');
      return registered;
    }
    // A document that is sent is judged as it is, whatever hash stands beside it.
    const hash = query ? undefined : persistedHashIn(extensions);
    if (hash === undefined) return query;
    const registered = byId.get(hash) ?? byHash.get(hash);
    if (registered !== undefined) return registered;
    if (byId.size > 0) throw notPersisted('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND');
    throw notPersisted('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED');
  };
}

function persistedHashIn(extensions: unknown): string | undefined {
  const hash = memberOf(memberOf(extensions, 'persistedQuery'), 'sha256Hash');
  return typeof hash === 'string' ? hash : undefined;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/**
 * Makes what refuses all but trusted documents. One that is sent whole has to be among them to the letter; that is how
 * WebSocket clients, whose protocol has no ids, are served.
 */
export function onlyTrusted({ byId }: TrustedDocuments): (text: string) => void {
  const texts = new Set(byId.values());
  return (text) => {
    if (!texts.has(text)) throw refused('Only trusted documents are served here: send the documentId of one.');
  };
}

/** Takes the name of a registered document in a document's stead. */
export const useTrustedDocuments = (documentOf: DocumentOf): Plugin => ({
  onParams({ params, setParams }) {
    const query = documentOf(params);
    if (typeof query === 'string' && query !== params.query) setParams({ ...params, query });
  },
});
