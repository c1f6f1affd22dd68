import { GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import type {
  DocumentManifest,
  DocumentParams,
  DocumentPolicy,
  Documents,
  TrustedDocumentOptions,
} from '../../operation/documents.ts';
import { toolDocuments } from '../../operation/generated/own-operations.ts';
import { sha256Id } from './document-manifest.ts';

/** Trusted documents that the graph cannot serve. */
export class UnusableDocuments extends Error {}

/** Why documents cannot be served: there are none, or one is not valid for the schema. Undefined if they can. */
function whyUnusable(schema: GraphQLSchema, { byId }: TrustedDocumentOptions): string | undefined {
  if (byId.size === 0) return 'there are none.';
  for (const [id, text] of byId) {
    const reason = whyInvalid(schema, text);
    if (reason !== undefined) return `“${id}” is invalid: ${reason}`;
  }
  return undefined;
}

function whyInvalid(schema: GraphQLSchema, text: string): string | undefined {
  try {
    return validate(schema, parse(text), undefined, { maxErrors: 1 })[0]?.message;
  } catch (error) {
    if (error instanceof GraphQLError) return error.message;
    throw error;
  }
}

/** An unregistered document, by its SHA-256 id alone: its text and operation names may hold personal data. */
export interface UntrustedDocument {
  readonly document: string;
}

/** Untrusted documents remembered as reported; beyond that, the oldest may be reported again. */
const maxReported = 1_000;

const none: TrustedDocumentOptions = { byId: new Map(), others: 'serve' };

/**
 * Registered documents (GraphQL over HTTP specification, appendix on persisted documents). Each has the ids of its
 * manifest, and `sha256:` followed by the SHA-256 of its text as 64 hex digits.
 */
export class TrustedDocuments implements Documents {
  readonly #report: (untrusted: UntrustedDocument) => void;
  readonly #reported = new LRUCache<string, true>({ max: maxReported });
  #byId: DocumentManifest = none.byId;
  #texts: ReadonlySet<string> = new Set();
  #others: DocumentPolicy = none.others;

  constructor(options: TrustedDocumentOptions | undefined, report: (untrusted: UntrustedDocument) => void) {
    this.#report = report;
    this.#replace(options);
  }

  /** Replaces the documents and the policy. @throws {UnusableDocuments} */
  reload(options: TrustedDocumentOptions | undefined, schema: GraphQLSchema): () => void {
    const unusable = options && whyUnusable(schema, options);
    if (unusable !== undefined) throw new UnusableDocuments(unusable);
    return () => this.#replace(options);
  }

  #replace({ byId, others }: TrustedDocumentOptions = none): void {
    const texts = new Set(byId.values());
    this.#byId = new Map([...[...texts].map((text) => [sha256Id(text), text] as const), ...byId]);
    this.#texts = texts;
    this.#others = others;
    this.#reported.clear();
  }

  /** Whether a text is a registered document's. */
  has(text: string): boolean {
    return this.#texts.has(text);
  }

  /**
   * The document of a request: the one it sends, or the registered one that it names by `documentId` or, as Apollo's
   * clients do, by `extensions.persistedQuery.sha256Hash`. Requests register nothing: the error for an unknown hash
   * makes the client send the document.
   *
   * @throws a DOCUMENT_NOT_TRUSTED error for an unknown id, or one sent with a different document; BAD_REQUEST for a
   *   hash that is not the sent document's; PERSISTED_QUERY_NOT_FOUND for an unknown hash;
   *   PERSISTED_QUERY_NOT_SUPPORTED if no document is registered
   */
  documentOf({ query, documentId: id, extensions }: DocumentParams): unknown {
    if (id != null) {
      const registered = typeof id === 'string' ? this.#byId.get(id) : undefined;
      if (registered === undefined)
        throw refused(
          this.#byId.size === 0
            ? 'documentId: must be the id of a trusted document, but this graph has none: KITH_TRUSTED_DOCUMENTS names no file.'
            : 'documentId: must be the id of a trusted document, but got another.',
        );
      if (query && query !== registered) throw refused('documentId: must be sent without a document, but got both.');
      return registered;
    }
    if (query && !extensions) return query;
    const hash = persistedHashIn(extensions);
    if (query && hash !== undefined && !(typeof query === 'string' && isHashOf(hash, query))) throw anotherHash();
    if (query || hash === undefined) return query;
    const registered = this.#byId.get(`sha256:${hash}`) ?? this.#byId.get(hash);
    if (registered !== undefined) return registered;
    if (this.#texts.size > 0) throw notPersisted('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND');
    throw notPersisted('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED');
  }

  /**
   * Refuses a text that is not exactly a registered one, under the policy `refuse`, nor a document of the tools for
   * agents. Clients of protocols without document ids, such as WebSocket, send the text.
   *
   * @throws a DOCUMENT_NOT_TRUSTED error
   */
  refuseOthers(text: string): void {
    if (this.#others !== 'refuse' || this.#texts.has(text) || toolDocuments.has(sha256Id(text))) return;
    throw refused('Only trusted documents are served here: send the documentId of one.');
  }

  /** Reports an unregistered document once, under the policy `report`. */
  reportOthers(text: string): void {
    if (this.#others !== 'report' || this.#texts.has(text)) return;
    const document = sha256Id(text);
    if (toolDocuments.has(document) || this.#reported.has(document)) return;
    this.#reported.set(document, true);
    this.#report({ document });
  }
}

const refused = (sentence: string): GraphQLError =>
  new GraphQLError(sentence, { extensions: { code: 'DOCUMENT_NOT_TRUSTED', http: { status: 400 } } });

/** Apollo's clients recognize this message and code, and send the whole document. */
const notPersisted = (message: string, code: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status: 200 } } });

const isHashOf = (hash: string, text: string): boolean => sha256Id(text) === `sha256:${hash.toLowerCase()}`;

const anotherHash = (): GraphQLError =>
  new GraphQLError(
    'extensions.persistedQuery.sha256Hash: must be the hash of the document sent with it, but is another.',
    {
      extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
    },
  );

function persistedHashIn(extensions: unknown): string | undefined {
  const hash = memberOf(memberOf(extensions, 'persistedQuery'), 'sha256Hash');
  return typeof hash === 'string' ? hash : undefined;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
