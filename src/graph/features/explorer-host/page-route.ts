import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { CompressedText } from '../../../http/compression.ts';
import { HttpError } from '../../http/http-error.ts';

interface PageFile {
  /** Contains a hash of the content, as in `/assets/explorer.ABCD1234.js`. */
  readonly path: string;
  readonly text: string;
}

/** The page's document and assets. */
export interface PageFiles {
  /** The document at every address of the page, with its style sheet inline. */
  readonly html: string;
  /** Its scripts. */
  readonly files: readonly PageFile[];
}

/** Loads the page's files; called at the first request, and again after a failure. */
export type PageSource = () => Promise<PageFiles>;

const assetHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
};

/**
 * The content security policy: same origin only, nothing inline but the document's style sheet, and no scripts from text
 * (trusted types).
 */
function documentHeaders(html: string): Readonly<Record<string, string>> {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': policy,
  };
}

const index = '/';

/** A file, ready to send. */
interface Served {
  /** `content-type` and `cache-control`; for the document, the content security policy as well. */
  readonly headers: Readonly<Record<string, string>>;
  /** Weak, since all content codings share it. */
  readonly etag: string;
  readonly text: CompressedText;
}

const etagOf = (text: string): string => `W/"${createHash('sha256').update(text).digest('base64url')}"`;

/** Whether `if-none-match` names this tag. */
const names = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((one) => one.trim() === '*' || one.trim() === etag) ?? false;

/** The explorer page: one document at every address, and its assets. Loaded once, at the first request. */
export class Page {
  readonly #source: PageSource;
  readonly #log: Logger;
  #files: Promise<ReadonlyMap<string, Served>> | undefined;

  constructor(source: PageSource, log: Logger) {
    this.#source = source;
    this.#log = log;
  }

  /** Serves `/` and the assets. */
  serve(app: FastifyInstance): void {
    app.get('/', this.address);
    app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) =>
      this.#send(request, reply, `/assets/${request.params.name}`),
    );
  }

  /** Handler of any address of the page, such as `/people/…`, which its script routes. */
  readonly address = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('referrer-policy', 'no-referrer').header('cross-origin-opener-policy', 'same-origin');
    return this.#send(request, reply, index);
  };

  async #send({ headers }: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    this.#files ??= this.#load();
    const file = (await this.#files).get(path);
    if (!file) throw new HttpError(404, 'NOT_FOUND', 'There is no such asset.');
    reply.headers(file.headers).header('vary', 'accept-encoding').header('etag', file.etag);
    if (names(headers['if-none-match'], file.etag)) return reply.code(304).send();
    const { coding, body } = await file.text.body(headers['accept-encoding']);
    if (coding !== undefined) reply.header('content-encoding', coding);
    return reply.send(body);
  }

  async #load(): Promise<ReadonlyMap<string, Served>> {
    try {
      const { html, files } = await this.#source();
      const served = (text: string, headers: Served['headers']): Served => ({
        headers,
        etag: etagOf(text),
        text: new CompressedText(text),
      });
      return new Map([
        [index, served(html, documentHeaders(html))],
        ...files.map(({ path, text }) => [path, served(text, assetHeaders)] as const),
      ]);
    } catch (error) {
      this.#files = undefined;
      this.#log.error({ err: error }, 'The explorer could not be loaded.');
      const sentence = 'The explorer could not be loaded; the log says why. The graph is at /graphql.';
      throw new HttpError(503, 'UNAVAILABLE', sentence);
    }
  }
}
