import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** Decoders by content coding (RFC 9110, 8.4.1). */
const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/**
 * Decodes a body. The client requests no coding, but some gateways compress every response.
 *
 * @param codings the header `content-encoding`
 * @param maxBytes maximum size of the result
 * @returns undefined if a coding is unknown, or the body is not valid in it
 */
export function decodedBody(body: Buffer, codings: string, maxBytes: number): Buffer | undefined {
  let bytes = body;
  for (const coding of codings
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .reverse()) {
    if (coding === '' || coding === 'identity') continue;
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
