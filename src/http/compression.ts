import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';

/** Shorter bodies fit one packet as they are. */
const fewestBytes = 1024;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const zstd = promisify(zstdCompress);

/** Content codings in the order in which they are chosen where a caller takes several alike: the cheapest first. */
const codings = {
  zstd: (body: string | Buffer) => zstd(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  br: (body: string | Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: string | Buffer) => gzipped(body),
} as const;

/** A content coding, as `content-encoding` names it. */
export type Coding = keyof typeof codings;

const isCoding = (name: string | null): name is Coding => name !== null && Object.hasOwn(codings, name);

const offered = [...Object.keys(codings), 'identity'];

/** The coding that a request's `accept-encoding` prefers; undefined where it takes none of ours. */
export function codingFor(acceptEncoding: string | undefined): Coding | undefined {
  const coding = acceptEncoding === undefined ? null : negotiate(acceptEncoding.toLowerCase(), offered);
  return isCoding(coding) ? coding : undefined;
}

/** Compresses a whole body, off the event loop. */
export const compress = (coding: Coding, body: string | Buffer): Promise<Buffer<ArrayBuffer>> => codings[coding](body);

/** A body in the content coding that its caller prefers. */
export interface CompressedBody {
  readonly coding: Coding;
  readonly body: Buffer<ArrayBuffer>;
}

/** Undefined where the caller takes no coding of ours, or the body has less than 1 kB. */
export function compressed(
  body: string | Buffer,
  acceptEncoding: string | undefined,
): Promise<CompressedBody> | undefined {
  const coding = body.length < fewestBytes ? undefined : codingFor(acceptEncoding);
  return coding && compress(coding, body).then((bytes) => ({ coding, body: bytes }));
}

/** Media types of text; event streams, which are flushed event by event, are none of them. */
const isText = (contentType: string): boolean =>
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?json|application\/javascript|image\/svg)/.test(contentType);

/**
 * Compresses what an application answers through Fastify. A route whose answer holds a secret beside what its caller chose
 * says `cache-control: no-transform`, and nobody on the way compresses it either: the length would tell of the secret.
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
