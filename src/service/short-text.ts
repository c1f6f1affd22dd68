import { badRequest } from './problem.ts';

/** Maximum size of a name, an address or a website, in bytes of UTF-8. Longer values cannot be indexed. */
const maxBytes = 512;

/** @throws {Problem} 400 if a name, an address or a website is too long */
export function demandShort(path: string, text: string | undefined): void {
  const bytes = Buffer.byteLength(text ?? '');
  if (bytes > maxBytes) throw badRequest(`${path}: must have at most ${maxBytes} bytes, but has ${bytes}`);
}
