import type { SearchableKind } from '../../../contract/catalogue.ts';
import { tokensOf } from '../../../store/index/index-record.ts';
import type { TokenBag } from '../../../store/index/token-bag.ts';
import type { StoredRecord } from './stored-record.ts';

/** The form of documents; another form, or other tokens, need new indexes, and a greater number here. */
export const documentFormat = 3;

/**
 * A record as the cluster indexes it: our own tokens, so that nothing there analyses anything. Values are keywords;
 * words are texts with blanks between the words, so that phrases can be asked.
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

/** Terms alone: no frequencies, norms or columns, which only scores and sorting would need. */
const tokens = { type: 'keyword', doc_values: false, norms: false, index_options: 'docs' };
const words = { type: 'text', analyzer: 'whitespace', norms: false, index_options: 'positions' };

/** What is asked only of the index is in no `_source`: the store holds the records. */
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
