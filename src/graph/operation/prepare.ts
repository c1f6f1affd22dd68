import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { leadingRules } from './hints/leading-rules.ts';
import type { OperationLimits } from './operation-limits.ts';
import { factsOf, PreparedOperation } from './prepared-operation.ts';
import { withShortMessage } from './short-message.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

/** The most errors of an invalid document that are reported; each costs a stack and a place in the text. */
const mostErrors = 25;

/** Valid documents that are kept at most. */
const mostDocuments = 1_000;

/** What they take at most, with their operations and plans. */
const mostBytes = 32 * 1024 * 1024;

/** A parsed document with its text, per character: 40 to 65 as documents are written, 240 where each is a token. */
const bytesPerCharacter = 100;

const bytesPerField = 300;

/** A document that is parsed and validated, with the operations of it that were asked for. */
export class PreparedDocument {
  readonly document: DocumentNode;
  /** What is wrong with it; empty for a valid one. */
  readonly errors: readonly GraphQLError[];
  readonly #schema: GraphQLSchema;
  readonly #text: string;
  readonly #operations = new Map<string | undefined, PreparedOperation>();
  readonly #onGrowth: (document: PreparedDocument) => void;
  #facts: ReturnType<typeof factsOf> | undefined;

  constructor(
    schema: GraphQLSchema,
    text: string,
    document: DocumentNode,
    errors: readonly GraphQLError[],
    onGrowth: (document: PreparedDocument) => void,
  ) {
    this.document = document;
    this.errors = errors;
    this.#schema = schema;
    this.#text = text;
    this.#onGrowth = onGrowth;
  }

  get text(): string {
    return this.#text;
  }

  /** Approximate. */
  get bytes(): number {
    let bytes = 1 + this.#text.length * bytesPerCharacter;
    for (const operation of this.#operations.values()) bytes += operation.plannedFields * bytesPerField;
    return bytes;
  }

  /** The operation of that name, or the only one; undefined where there is none, or the document is not valid. */
  operation(name: string | null | undefined): PreparedOperation | undefined {
    const definition = this.errors.length > 0 ? undefined : getOperationAST(this.document, name);
    if (!definition) return undefined;
    const key = definition.name?.value;
    let prepared = this.#operations.get(key);
    if (!prepared) {
      this.#facts ??= factsOf(this.#schema, this.document, this.#text);
      prepared = new PreparedOperation(this.#facts, definition, () => this.#onGrowth(this));
      this.#operations.set(key, prepared);
    }
    return prepared;
  }
}

/**
 * The documents that callers send, prepared once for all transports, in one LRU that is bounded in entries and in bytes.
 * Of invalid ones only the last is kept, since the route that finds one asks Yoga to answer it.
 */
export class PreparedOperations {
  readonly #schema: GraphQLSchema;
  readonly #limits: OperationLimits;
  readonly #trusted: TrustedDocuments;
  readonly #documents = new LRUCache<string, PreparedDocument>({ max: mostDocuments, maxSize: mostBytes });
  #lastInvalid: PreparedDocument | undefined;

  constructor(schema: GraphQLSchema, limits: OperationLimits, trusted: TrustedDocuments) {
    this.#schema = schema;
    this.#limits = limits;
    this.#trusted = trusted;
  }

  /** Forgets what was prepared: under other limits, and with other documents trusted, each is judged again. */
  clear(): void {
    this.#lastInvalid = undefined;
    this.#documents.clear();
  }

  /** What is held, approximately. */
  get bytes(): number {
    return this.#documents.calculatedSize;
  }

  /** @throws a DOCUMENT_NOT_TRUSTED error where only trusted documents are served, and this is none */
  refuseUntrusted(text: string): void {
    this.#trusted.refuseOthers(text);
  }

  /** @throws a GraphQLError for a document that can't be parsed, has too many tokens, or is not trusted */
  document(text: string): PreparedDocument {
    const known = this.#documents.get(text);
    if (known) return known;
    if (this.#lastInvalid?.text === text) return this.#lastInvalid;
    this.refuseUntrusted(text);
    const document = this.#parse(text);
    const errors = this.#validate(document).map(withShortMessage);
    const prepared = new PreparedDocument(this.#schema, text, document, errors, (grown) => this.#resize(grown));
    if (errors.length > 0) this.#lastInvalid = prepared;
    else {
      this.#trusted.reportOthers(text, document);
      this.#documents.set(text, prepared, { size: prepared.bytes });
    }
    return prepared;
  }

  /** Undefined for whatever can't be executed. */
  operation(text: string, name: string | null | undefined): PreparedOperation | undefined {
    try {
      return this.document(text).operation(name);
    } catch (error) {
      if (error instanceof GraphQLError) return undefined;
      throw error;
    }
  }

  #parse(text: string): DocumentNode {
    try {
      return parse(text, { maxTokens: this.#limits.tokens });
    } catch (error) {
      throw error instanceof GraphQLError ? withShortMessage(error) : error;
    }
  }

  /** What is too large is not looked at further: GraphQL's own rules would take long. */
  #validate(document: DocumentNode): readonly GraphQLError[] {
    const { rules, hideSuggestions } = this.#limits;
    const tooLarge = validate(this.#schema, document, rules);
    return tooLarge.length > 0
      ? tooLarge
      : validate(this.#schema, document, hideSuggestions ? specifiedRules : leadingRules, {
          hideSuggestions,
          maxErrors: mostErrors,
        });
  }

  /** An entry's size is settled when it is set. */
  #resize(document: PreparedDocument): void {
    const { text, bytes } = document;
    if (this.#documents.peek(text) !== document) return;
    this.#documents.delete(text);
    this.#documents.set(text, document, { size: bytes });
  }
}
