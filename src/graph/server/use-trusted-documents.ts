import type { Plugin } from 'graphql-yoga';
import type { TrustedDocuments } from '../operation/trusted-documents.ts';

/** The parameter that names a registered document. */
export const documentIdParam = 'documentId';

/** Takes the name of a registered document in a document's stead, from the body, or from the query string of a GET. */
export const useTrustedDocuments = (trusted: Pick<TrustedDocuments, 'documentOf'>): Plugin => ({
  onParams({ request, params, setParams }) {
    const { documentId, ...named }: { documentId?: unknown } & typeof params = {
      // Yoga reads the parameters that it knows from a query string.
      ...(request.method === 'GET' && inQueryString(request.url)),
      ...params,
    };
    const query = trusted.documentOf({ ...named, documentId });
    if (typeof query === 'string' && query !== params.query) setParams({ ...named, query });
  },
});

function inQueryString(url: string): { readonly documentId?: string } {
  const documentId = new URLSearchParams(url.split('?')[1]).get(documentIdParam);
  return documentId === null ? {} : { documentId };
}
