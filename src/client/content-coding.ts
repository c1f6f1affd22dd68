import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** What undoes a content coding (RFC 9110, 8.4.1); `x-gzip` is the same as `gzip`. */
const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/**
 * Undoes the content codings of a body. None was asked for, but some gateways compress whatever they pass on.
 *
 * @param codings the header `content-encoding`
 * @param maxBytes the largest result
 * @returns undefined for a coding that is not known, and for bytes that are not of it
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
