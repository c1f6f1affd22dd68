import type { SearchableKind } from '../../../contract/catalogue.ts';
import { tokensOf } from '../../../store/index/index-record.ts';
import type { TokenBag } from '../../../store/index/token-bag.ts';
import type { StoredRecord } from './stored-record.ts';

/** Version of the document format. Increase it when documents or tokens change; indexes are then rebuilt. */
export const documentFormat = 3;

/**
 * A record as a document: tokens of our own, so that OpenSearch analyses nothing. Values are keywords; words are texts
 * separated by spaces, which supports phrases.
 */
export function searchDocument(kind: SearchableKind, { id, document, digest, ordinal }: StoredRecord): object {
  const { tokens, elements } = tokensOf(kind, JSON.parse(document));
  return {
    id,
    digest,
    ...(ordinal !== null && { ordinal }),
    ...fieldsOf(tokens),
    elements: elements.map((element) => fieldsOf(element.tokens)),
  };
}

const fieldsOf = (bag: TokenBag) => ({ tokens: bag.values, words: bag.texts });

/** Terms only, without frequencies, norms and doc values, which only scoring and sorting need. */
const tokens = { type: 'keyword', doc_values: false, norms: false, index_options: 'docs' };
const words = { type: 'text', analyzer: 'whitespace', norms: false, index_options: 'positions' };

/** `_source` is off, since the records are in the store. */
export const mapping = {
  dynamic: 'strict',
  _source: { enabled: false },
  properties: {
    id: { type: 'keyword' },
    digest: { type: 'keyword', index: false },
    ordinal: { type: 'integer' },
    tokens,
    words,
    elements: { type: 'nested', properties: { tokens, words } },
  },
};
