import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { isReadable, readableText } from '../../reading/readable.ts';
import type { Documents } from './documents.ts';
import type { OperationLimits } from './operation-limits.ts';
import { factsOf, PreparedOperation } from './prepared-operation.ts';
import { shortened, withShortMessage } from './short-message.ts';

/** Maximum errors reported for an invalid document; each costs a stack trace and a source location. */
const maxReported = 25;

const maxDocuments = 1_000;

/** Maximum size of the cache in bytes, estimated, with operations and plans. */
const maxBytes = 32 * 1024 * 1024;

/** Bytes of a parsed document with its text, per character: usually 40 to 65, at most 240 (each character a token). */
const bytesPerCharacter = 100;

const bytesPerField = 300;

/** A document that is invalid for the schema, or exceeds a limit. */
export class InvalidDocument extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('The document is invalid.');
    this.errors = errors;
  }
}

/** A parsed and validated document, with those of its operations that have been requested. */
export class PreparedDocument {
  readonly document: DocumentNode;
  /** Validation errors; empty for a valid document. */
  readonly errors: readonly GraphQLError[];
  readonly #schema: GraphQLSchema;
  readonly #text: string;
  readonly #isTrusted: boolean;
  readonly #operations = new Map<string | undefined, PreparedOperation>();
  readonly #onGrowth: (document: PreparedDocument) => void;
  #facts: ReturnType<typeof factsOf> | undefined;

  constructor(
    schema: GraphQLSchema,
    text: string,
    document: DocumentNode,
    errors: readonly GraphQLError[],
    isTrusted: boolean,
    onGrowth: (document: PreparedDocument) => void,
  ) {
    this.document = document;
    this.errors = errors;
    this.#schema = schema;
    this.#text = text;
    this.#isTrusted = isTrusted;
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

  /** The operation of that name, or the only one; undefined if there is none, or the document is invalid. */
  operation(name: string | null | undefined): PreparedOperation | undefined {
    const definition = this.errors.length > 0 ? undefined : getOperationAST(this.document, name);
    if (!definition) return undefined;
    const key = definition.name?.value;
    let prepared = this.#operations.get(key);
    if (!prepared) {
      this.#facts ??= factsOf(this.#schema, this.document, this.#text, this.#isTrusted);
      prepared = new PreparedOperation(this.#facts, definition, () => this.#onGrowth(this));
      this.#operations.set(key, prepared);
    }
    return prepared;
  }
}

/**
 * LRU cache of prepared documents for all transports, bounded in entries and in bytes. Invalid documents are not
 * cached.
 */
export class PreparedOperations {
  readonly #schema: GraphQLSchema;
  readonly #limits: OperationLimits;
  readonly #served: Documents;
  readonly #documents = new LRUCache<string, PreparedDocument>({ max: maxDocuments, maxSize: maxBytes });

  constructor(schema: GraphQLSchema, limits: OperationLimits, served: Documents) {
    this.#schema = schema;
    this.#limits = limits;
    this.#served = served;
  }

  /** Clears the cache: new limits or trusted documents require validation again. */
  clear(): void {
    this.#documents.clear();
  }

  /** Estimated size of the cache, in bytes. */
  get bytes(): number {
    return this.#documents.calculatedSize;
  }

  /** @throws a GraphQLError for a document that can't be parsed, has too many tokens, or is not trusted */
  document(text: string): PreparedDocument {
    const known = this.#documents.get(text);
    if (known) return known;
    this.#served.refuseOthers(text);
    const document = this.#parse(text);
    const errors = this.#validate(document).map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
    const isTrusted = this.#served.has(text);
    const prepared = new PreparedDocument(this.#schema, text, document, errors, isTrusted, (grown) =>
      this.#resize(grown),
    );
    if (errors.length > 0) return prepared;
    this.#served.reportOthers(text);
    this.#documents.set(text, prepared, { size: prepared.bytes });
    return prepared;
  }

  /**
   * The operation of that name in a document, or its only one.
   *
   * @param query the document's text; any other value is refused
   * @param isSafe refuses a mutation
   * @throws {GraphQLError} for no document, a syntax error, an untrusted document, an unknown operation, or a mutation
   *   if `isSafe`
   * @throws {InvalidDocument} for a document that is invalid, or too large
   */
  prepare(query: unknown, name: string | null | undefined, isSafe = false): PreparedOperation {
    if (typeof query !== 'string') throw noDocument(query);
    const prepared = this.document(query);
    // If two operations have one name, the validation error for that is reported instead.
    if (!getOperationAST(prepared.document, name) && !hasNameTwice(prepared.document))
      throw operationUnknown(prepared.document, name);
    const operation = prepared.operation(name);
    if (!operation) throw new InvalidDocument(prepared.errors);
    if (isSafe && operation.operation.operation === OperationTypeNode.MUTATION) throw mutationByGet();
    return operation;
  }

  #parse(text: string): DocumentNode {
    try {
      const document = parse(text, { maxTokens: this.#limits.tokens });
      if (mayHoldNull.test(text))
        visit(document, {
          StringValue: (node) => {
            if (!isReadable(node.value)) throw new GraphQLError(`A string must be ${readableText}.`, { nodes: node });
          },
        });
      return document;
    } catch (error) {
      throw error instanceof GraphQLError
        ? withCode(this.#limits.hints.syntax(error, text), 'GRAPHQL_PARSE_FAILED')
        : error;
    }
  }

  /** A document that exceeds a limit is not validated further: the specification's rules would take long. */
  #validate(document: DocumentNode): readonly GraphQLError[] {
    const { rules, hints, hideSuggestions } = this.#limits;
    const tooLarge = validate(this.#schema, document, rules);
    return tooLarge.length > 0
      ? tooLarge
      : validate(this.#schema, document, hideSuggestions ? specifiedRules : hints.rules, {
          hideSuggestions,
          maxErrors: maxReported,
        });
  }

  /** Sets the entry again, since the LRU cache reads its size only then. */
  #resize(document: PreparedDocument): void {
    const { text, bytes } = document;
    if (this.#documents.peek(text) !== document) return;
    this.#documents.delete(text);
    this.#documents.set(text, document, { size: bytes });
  }
}

/** U+0000 in a document, or its escape; the parser itself refuses half a surrogate pair. */
const mayHoldNull = /\0|\\u(?:0000|\{0+\})/;

function hasNameTwice({ definitions }: DocumentNode): boolean {
  const names = definitions.flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? (one.name?.value ?? []) : []));
  return new Set(names).size < names.length;
}

/** The error with a short message and a code. The status for `application/json` stays 200, as the protocol requires. */
function withCode(error: GraphQLError, code: string): GraphQLError {
  const short = withShortMessage(error);
  const { extensions } = short;
  const http = typeof extensions.http === 'object' ? extensions.http : { status: 400 };
  Object.assign(extensions, { code: extensions.code ?? code, http: { spec: true, ...http } });
  return short;
}

const badRequest = (message: string, http: Readonly<Record<string, unknown>>): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http } });

const noDocument = (query: unknown): GraphQLError =>
  badRequest(
    `query: must be a GraphQL document, but got ${query === undefined || query === null ? 'none' : 'no string'}.`,
    { status: 400 },
  );

const mutationByGet = (): GraphQLError =>
  badRequest('Can only perform a mutation operation from a POST request.', { status: 405, headers: { allow: 'POST' } });

const maxNamed = 10;

/** No operation can be chosen: the document has none, or `operationName` matches none; the message lists the names. */
const operationUnknown = (document: DocumentNode, name: string | null | undefined): GraphQLError =>
  new GraphQLError(sentenceOf(document, name ?? undefined), {
    extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
  });

function sentenceOf({ definitions }: DocumentNode, name: string | undefined): string {
  const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (operations.length === 0) return 'query: must have an operation, but has none.';
  const got = name === undefined ? 'none' : `“${shortened(name)}”`;
  const names = operations.flatMap((operation) => operation.name?.value ?? []);
  if (names.length === 0) return `operationName: must be left out, as the operation has no name, but got ${got}.`;
  const listed = names.slice(0, maxNamed).map((one) => `“${shortened(one)}”`);
  const more = names.length > maxNamed ? ` or ${names.length - maxNamed} others` : '';
  return `operationName: must be one of ${listed.join(', ')}${more}, but got ${got}.`;
}
