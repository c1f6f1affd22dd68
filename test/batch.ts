/** Runs files of tests in one process, one after the other: `node --test test/batch.ts file…`. */
import { argv, exit, getActiveResourcesInfo, stderr } from 'node:process';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const file of argv.slice(2)) await import(pathToFileURL(file).href);

// Tests run in the order of their declaration: this is the last. (A hook after all runs whenever no test is declared for a moment.)
test('the process ends', () => {
  setTimeout(() => {
    stderr.write(`A test has left open: ${getActiveResourcesInfo().join(', ')}. Have it close what it opens.\n`);
    exit(1);
  }, 30_000).unref();
});
