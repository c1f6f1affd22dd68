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

const refused = (sentence: string): GraphQLError =>
  new GraphQLError(sentence, { extensions: { code: 'DOCUMENT_NOT_TRUSTED', http: { status: 400 } } });

/**
 * The document that a request asks for: the one it sends, or the one that its `documentId` stands for.
 *
 * @throws a DOCUMENT_NOT_TRUSTED error for an id that stands for none, or has another document beside it
 */
export function documentOf(
  { byId }: TrustedDocuments,
  params: { readonly query?: unknown; readonly documentId?: unknown },
): unknown {
  const { query, documentId: id } = params;
  if (id === undefined) return query;
  const registered = typeof id === 'string' ? byId.get(id) : undefined;
  if (registered === undefined) throw refused('documentId: must be the id of a trusted document, but got another.');
  if (query && query !== registered) throw refused('documentId: must stand alone, but got a document beside it.');
  return registered;
}

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

/** Takes `documentId` in a document's stead. */
export const useTrustedDocuments = (trusted: TrustedDocuments): Plugin => ({
  onParams({ params, setParams }) {
    const query = documentOf(trusted, params);
    if (typeof query === 'string' && query !== params.query) setParams({ ...params, query });
  },
});
