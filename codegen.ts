/**
 * Makes typed documents from the printed schema and the operations beside it: `node codegen.ts`.
 * With `--check` nothing is written, and the exit code says whether what is committed is what would be made.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv, exit, stderr } from 'node:process';
import { codegen } from '@graphql-codegen/core';
import * as typedDocuments from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';

const target = 'test/generated/operations.ts';
const root = import.meta.dirname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Scalars as they travel in JSON. One that stands neither here nor in GraphQL itself stops the run. */
const scalars = {
  UUID: 'string',
  Date: 'string',
  DateTime: 'string',
  SafeInt: 'number',
  JSON: 'unknown',
};

const generated = await codegen({
  filename: target,
  schema: parse(read('schema/graph.graphql')),
  documents: globSync('schema/operations/*.graphql', { cwd: root })
    .sort()
    .map((location) => ({ location, document: parse(read(location)) })),
  pluginMap: { operations, typedDocuments },
  plugins: [{ operations: {} }, { typedDocuments: {} }],
  config: { scalars, strictScalars: true, immutableTypes: true, useTypeImports: true, printFieldsOnNewLines: true },
});
const text = `// Made by codegen.ts from schema/; do not edit.\n${generated}\n`;

if (!argv.includes('--check')) {
  mkdirSync(dirname(join(root, target)), { recursive: true });
  writeFileSync(join(root, target), text);
} else if (globSync(target, { cwd: root }).length === 0 || read(target) !== text) {
  stderr.write(`${target} is not what schema/ makes of it: run "npm run codegen" and commit what it writes.\n`);
  exit(1);
}
