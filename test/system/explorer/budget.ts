/** Holds the explorer's bundle to its budget: `node test/system/explorer/budget.ts`. */
import { argv, exit, stdout } from 'node:process';
import { gzipSync } from 'node:zlib';
import { bundleExplorer } from '../../../src/app/explorer/bundle.ts';

/** Bytes of JavaScript, gzipped: of the first view, of the reader, which comes with the first paste, and of all. */
const most = { first: 50_000, reader: 12_000, all: 90_000 };

/** A heading that only the reader knows. */
const isReader = ({ text }: { readonly text: string }): boolean => text.includes('familienname');

const { html, files } = await bundleExplorer();
const scripts = files
  .filter(({ path }) => path.endsWith('.js'))
  .map((file) => ({
    path: file.path,
    bytes: gzipSync(file.text).length,
    first: html.includes(file.path),
    reader: isReader(file),
  }));
const sum = (parts: typeof scripts): number => parts.reduce((total, { bytes }) => total + bytes, 0);
const sizes = {
  first: sum(scripts.filter(({ first }) => first)),
  reader: sum(scripts.filter(({ reader }) => reader)),
  all: sum(scripts),
};

if (argv.includes('--list')) for (const { path, bytes } of scripts) stdout.write(`${bytes}\t${path}\n`);
for (const what of ['first', 'reader', 'all'] as const) {
  const [bytes, limit] = [sizes[what], most[what]];
  if (bytes === 0) throw new Error(`The bundle has no scripts: ${what}.`);
  if (bytes <= limit && !argv.includes('--list')) continue;
  stdout.write(`explorer, ${what}: ${bytes} bytes of JavaScript, gzipped; ${limit} are allowed\n`);
  if (bytes > limit) exit(1);
}
