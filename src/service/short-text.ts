import { badRequest } from './problem.ts';

/** Maximum size of a name, an address or a website, in bytes of UTF-8: what is longer cannot be indexed. */
const maxBytes = 512;

/** @throws {Problem} 400 if a text is too long to be a name, an address or a website */
export function demandShort(path: string, text: string | undefined): void {
  const bytes = Buffer.byteLength(text ?? '');
  if (bytes > maxBytes) throw badRequest(`${path}: must have at most ${maxBytes} bytes, but has ${bytes}`);
}
