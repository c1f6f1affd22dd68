import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The id that ends a test's title: `refuses an unknown key [authentication.unknown-key]`. */
export const idOf = (title: string): string | undefined => / \[([a-z\d-]+\.[\w-]+)\]$/.exec(title)?.[1];

/** A test that runs, neither skipped for good nor left to do, and whose title ends in an id. */
const declaration = /\b(?:test|it)\(\s*(['"`])[^\n]* \[([a-z\d-]+\.[\w-]+)\]\1,(?!\s*\{\s*(?:skip: true|todo))/g;

/** The files whose sources have a test with this id, for each id. */
export function declaredIds(): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const file of globSync('test/**/*.test.ts', {
    cwd: root,
    exclude: (path) => basename(path) === 'node_modules',
  }).sort())
    for (const [, , id = ''] of readFileSync(join(root, file), 'utf8').matchAll(declaration))
      files.set(id, [...(files.get(id) ?? []), file]);
  return files;
}
