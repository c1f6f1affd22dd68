import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';

/** Minimum size to compress: shorter bodies fit into one packet anyway. */
const fewestBytes = 1024;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const zstd = promisify(zstdCompress);

/** Content codings by preference, if a caller accepts several equally: the cheapest first. */
const codings = {
  zstd: (body: string | Buffer) => zstd(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  br: (body: string | Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: string | Buffer) => gzipped(body),
} as const;

/** A content coding, as `content-encoding` names it. */
export type Coding = keyof typeof codings;

const isCoding = (name: string | null): name is Coding => name !== null && Object.hasOwn(codings, name);

const offered = [...Object.keys(codings), 'identity'];

/** The coding preferred by a request's `accept-encoding`; undefined if it accepts none of these. */
function codingFor(acceptEncoding: string | undefined): Coding | undefined {
  const coding = acceptEncoding === undefined ? null : negotiate(acceptEncoding.toLowerCase(), offered);
  return isCoding(coding) ? coding : undefined;
}

/** Compresses a whole body, off the event loop. */
const compress = (coding: Coding, body: string | Buffer): Promise<Buffer<ArrayBuffer>> => codings[coding](body);

/** A compressed body. */
export interface CompressedBody {
  readonly coding: Coding;
  readonly body: Buffer<ArrayBuffer>;
}

/** Compresses a body for a caller; undefined if it accepts none of these codings, or the body is smaller than 1 kB. */
export function compressed(
  body: string | Buffer,
  acceptEncoding: string | undefined,
): Promise<CompressedBody> | undefined {
  const coding = body.length < fewestBytes ? undefined : codingFor(acceptEncoding);
  return coding && compress(coding, body).then((bytes) => ({ coding, body: bytes }));
}

/** Whether a media type is text. Event streams are excluded, since they are flushed per event. */
const isText = (contentType: string): boolean =>
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?json|application\/javascript|image\/svg)/.test(contentType);

/**
 * Compresses Fastify's replies, except those with `cache-control: no-transform`. Routes set that if a reply contains
 * both a secret and text chosen by the caller, since the compressed length would leak the secret; proxies respect it,
 * too.
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook<unknown>('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (!isText(String(reply.getHeader('content-type') ?? '')) || reply.hasHeader('content-encoding')) return payload;
    if (String(reply.getHeader('cache-control') ?? '').includes('no-transform')) return payload;
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
    const answer = await compressed(payload, request.headers['accept-encoding']);
    if (!answer) return payload;
    reply.header('content-encoding', answer.coding).removeHeader('content-length');
    return answer.body;
  });
}

/** A text that is sent many times, compressed once per content coding. */
export class CompressedText {
  readonly #text: string;
  readonly #compressed = new Map<Coding, Promise<Buffer<ArrayBuffer>>>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The body for a request with this `accept-encoding`. */
  async body(
    acceptEncoding: string | undefined,
  ): Promise<{ readonly coding?: Coding; readonly body: Buffer | string }> {
    const coding = codingFor(acceptEncoding);
    if (coding === undefined) return { body: this.#text };
    const compressed = this.#compressed.get(coding) ?? compress(coding, this.#text);
    this.#compressed.set(coding, compressed);
    return { coding, body: await compressed };
  }
}
