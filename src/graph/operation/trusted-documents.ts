import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { type DocumentManifest, sha256Id } from './document-manifest.ts';

/** The policy for documents that are not registered: they are served, served and reported, or refused. */
export type DocumentPolicy = 'serve' | 'report' | 'refuse';

export interface TrustedDocumentOptions {
  readonly byId: DocumentManifest;
  readonly others: DocumentPolicy;
}

/** A document that would be refused, by its identifier alone: its text, and its operations' names, may hold personal data. */
export interface UntrustedDocument {
  readonly document: string;
}

/** The parameters of a request that name its document. */
interface DocumentParams {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly extensions?: unknown;
}

/** Untrusted documents that are reported once each; of more, the least recent is reported again. */
const maxReported = 1_000;

const none: TrustedDocumentOptions = { byId: new Map(), others: 'serve' };

/**
 * Documents that were registered beforehand, after the appendix on persisted documents of the GraphQL over HTTP
 * specification. Each has the ids of its manifest, and the SHA-256 of its text as `sha256:` and 64 digits in hex.
 */
export class TrustedDocuments {
  readonly #report: (untrusted: UntrustedDocument) => void;
  readonly #reported = new LRUCache<string, true>({ max: maxReported });
  #byId: DocumentManifest = none.byId;
  #texts: ReadonlySet<string> = new Set();
  #others: DocumentPolicy = none.others;

  constructor(options: TrustedDocumentOptions | undefined, report: (untrusted: UntrustedDocument) => void) {
    this.#report = report;
    this.replace(options);
  }

  /** Takes these in place of those there are. */
  replace({ byId, others }: TrustedDocumentOptions = none): void {
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
   * The document that a request asks for: the one it sends, or the registered one that it names by `documentId`, or as
   * Apollo's clients do, by `extensions.persistedQuery.sha256Hash`. Nothing is registered by asking, so that a hash which
   * stands for no document is answered so that the client sends the document.
   *
   * @throws a DOCUMENT_NOT_TRUSTED error for an id that stands for none, or has another document beside it;
   *   PERSISTED_QUERY_NOT_FOUND for a hash that stands for none; PERSISTED_QUERY_NOT_SUPPORTED where nothing is registered
   */
  documentOf({ query, documentId: id, extensions }: DocumentParams): unknown {
    if (id != null) {
      const registered = typeof id === 'string' ? this.#byId.get(id) : undefined;
      if (registered === undefined) throw refused('documentId: must be the id of a trusted document, but got another.');
      if (query && query !== registered) throw refused('documentId: must be sent without a document, but got both.');
      return registered;
    }
    const hash = persistedHashIn(extensions);
    if (query && hash !== undefined && !(typeof query === 'string' && isHashOf(hash, query))) throw anotherHash();
    if (query || hash === undefined) return query;
    const registered = this.#byId.get(`sha256:${hash}`) ?? this.#byId.get(hash);
    if (registered !== undefined) return registered;
    if (this.#texts.size > 0) throw notPersisted('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND');
    throw notPersisted('PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED');
  }

  /**
   * Refuses a text that is not registered to the letter, where others are refused. That is how WebSocket clients, whose
   * protocol has no ids, are served.
   *
   * @throws a DOCUMENT_NOT_TRUSTED error
   */
  refuseOthers(text: string): void {
    if (this.#others !== 'refuse' || this.#texts.has(text)) return;
    throw refused('Only trusted documents are served here: send the documentId of one.');
  }

  /** Reports a valid document that is served, but would be refused; each once. */
  reportOthers(text: string): void {
    if (this.#others !== 'report' || this.#texts.has(text)) return;
    const document = sha256Id(text);
    if (this.#reported.has(document)) return;
    this.#reported.set(document, true);
    this.#report({ document });
  }
}

const refused = (sentence: string): GraphQLError =>
  new GraphQLError(sentence, { extensions: { code: 'DOCUMENT_NOT_TRUSTED', http: { status: 400 } } });

/** Apollo's clients read this message and code, and send the document whole. */
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
