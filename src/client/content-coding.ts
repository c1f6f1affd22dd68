import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** Decoders by content coding (RFC 9110, 8.4.1). */
const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** Maximum codings of one body: each is decoded in one turn of the event loop. */
const maxCodings = 2;

/**
 * Decodes a body. The client requests no coding, but some gateways compress every response.
 *
 * @param codings the header `content-encoding`
 * @param maxBytes maximum size of the result
 * @returns undefined if there are too many codings, one is unknown, or the body is not valid in it
 */
export function decodedBody(body: Buffer, codings: string, maxBytes: number): Buffer | undefined {
  let bytes = body;
  const applied = codings
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity');
  if (applied.length > maxCodings) return undefined;
  for (const coding of applied.reverse()) {
    const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
    if (!decode) return undefined;
    try {
      bytes = decode(bytes, { maxOutputLength: maxBytes });
    } catch {
      return undefined;
    }
  }
  return bytes;
}
