/** Runs files of tests in one process, one after the other: `node --test test/batch.ts file…`. */
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';

for (const file of argv.slice(2)) await import(pathToFileURL(file).href);
