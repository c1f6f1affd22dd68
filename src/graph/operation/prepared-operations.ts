import { type DocumentNode, GraphQLError, getOperationAST } from 'graphql';
import { LRUCache } from 'lru-cache';

/**
 * Parses and validates with every rule there is; undefined for an invalid document.
 *
 * @throws a GraphQLError for one that can't be parsed, or is not to be
 */
export type Judge = (text: string) => DocumentNode | undefined;

/** How many documents are remembered, and how many characters they come to at most. */
const mostDocuments = 1_000;
const mostCharacters = 8 * 1024 * 1024;

/** Documents that have passed every rule, by their text: whether one does hangs on nothing else. */
export class PreparedOperations {
  readonly #judge: Judge;
  readonly #passed = new LRUCache<string, DocumentNode>({
    max: mostDocuments,
    maxSize: mostCharacters,
    sizeCalculation: (_, text) => text.length + 1,
  });

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  /** The document, where it is valid and the operation that it is asked for is a query or a mutation. */
  get(text: string, operationName: string | undefined): DocumentNode | undefined {
    const document = this.#passed.get(text) ?? this.#judged(text);
    const operation = document && getOperationAST(document, operationName);
    return operation && operation.operation !== 'subscription' ? document : undefined;
  }

  #judged(text: string): DocumentNode | undefined {
    try {
      const document = this.#judge(text);
      if (document) this.#passed.set(text, document);
      return document;
    } catch (error) {
      if (error instanceof GraphQLError) return undefined;
      throw error;
    }
  }
}
