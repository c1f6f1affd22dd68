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

/** Whether `file` (below `test/`) runs a test of exactly this title: not skipped for good, not left to do. */
export function isTest(file: string, title: string): boolean {
  const source = sourceOf(file);
  return ["'", '"', '`'].some((quote) =>
    ['test', 'it'].some((verb) => {
      const call = `${verb}(${quote}${title}${quote},`;
      const at = source.indexOf(call);
      return at >= 0 && !/^\s*\{\s*(skip: true|todo)/.test(source.slice(at + call.length));
    }),
  );
}
