/** Holds the explorer's bundle to its budget: `node test/system/explorer/budget.ts`. */
import { argv, exit, stdout } from 'node:process';
import { gzipSync } from 'node:zlib';
import { bundleExplorer } from '../../../src/app/explorer/bundle.ts';

/** Bytes of JavaScript, gzipped: of the first view, and of all chunks together. */
const most = { first: 50_000, all: 90_000 };

const { html, files } = await bundleExplorer();
const scripts = files
  .filter(({ path }) => path.endsWith('.js'))
  .map(({ path, text }) => ({ path, bytes: gzipSync(text).length, first: html.includes(path) }));
const sum = (parts: typeof scripts): number => parts.reduce((total, { bytes }) => total + bytes, 0);
const sizes = { first: sum(scripts.filter(({ first }) => first)), all: sum(scripts) };

if (argv.includes('--list')) for (const { path, bytes } of scripts) stdout.write(`${bytes}\t${path}\n`);
for (const [what, bytes] of Object.entries(sizes)) {
  const limit = what === 'first' ? most.first : most.all;
  if (bytes === 0) throw new Error(`The bundle has no scripts: ${what}.`);
  if (bytes <= limit && !argv.includes('--list')) continue;
  stdout.write(`explorer, ${what}: ${bytes} bytes of JavaScript, gzipped; ${limit} are allowed\n`);
  if (bytes > limit) exit(1);
}
