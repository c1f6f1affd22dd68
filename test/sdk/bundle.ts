import assert from 'node:assert/strict';
import { build, type StdinOptions } from 'esbuild';

/** What a bundler makes for browsers of a file, or of a text. */
export async function bundled(source: { readonly entryPoints: string[] } | { readonly stdin: StdinOptions }) {
  const { outputFiles } = await build({
    ...source,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  const [bundle] = outputFiles;
  assert.ok(bundle);
  return bundle;
}
