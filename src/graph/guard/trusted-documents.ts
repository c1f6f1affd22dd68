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
 * Takes `documentId` in a document's stead. Where only trusted documents are served, one that is sent whole has to be
 * among them to the letter; that is how WebSocket clients, whose protocol has no ids, are served too.
 */
export function trustedDocuments({ byId, only }: TrustedDocuments): Plugin {
  const texts = new Set(byId.values());
  return {
    onParams({ params, setParams }) {
      const id: unknown = Reflect.get(params, 'documentId');
      if (id === undefined) return;
      const query = typeof id === 'string' ? byId.get(id) : undefined;
      if (query === undefined) throw refused('documentId: must be the id of a trusted document, but got another.');
      if (params.query && params.query !== query)
        throw refused('documentId: must stand alone, but got a document beside it.');
      setParams({ ...params, query });
    },
    onParse({ params: { source } }) {
      if (only && !texts.has(source.toString()))
        throw refused('Only trusted documents are served here: send the documentId of one.');
    },
  };
}
