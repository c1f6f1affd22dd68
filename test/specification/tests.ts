import { existsSync, readFileSync } from 'node:fs';

const sources = new Map<string, string>();

function sourceOf(file: string): string {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const url = new URL(`../${file}`, import.meta.url);
  const source = existsSync(url) ? readFileSync(url, 'utf8') : '';
  sources.set(file, source);
  return source;
}

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * Whether `file` (below `test/`) runs a test of exactly this title: not skipped for good, not left to do. A `…` in the
 * title stands for what the file fills in, one of several values after the other.
 */
export function isTest(file: string, title: string): boolean {
  const written = literal(title).replaceAll('…', '\\$\\{[^\\n]+\\}');
  const call = new RegExp(`\\b(test|it)\\(\\s*(['"\`])${written}\\2,(?!\\s*\\{\\s*(skip: true|todo))`);
  return call.test(sourceOf(file));
}
