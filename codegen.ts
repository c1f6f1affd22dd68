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
import { Kind, parse, print, stripIgnoredCharacters } from 'graphql';

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

const filesOf = (folder: string) =>
  globSync(`${folder}/*.graphql`, { cwd: root })
    .sort()
    .map((location) => ({ location, document: parse(read(location)) }));

const plugins = { operations, typedDocuments };

/** TypeScript for the operations in a folder, by these plugins. */
const generate = (filename: string, folder: string, names: readonly (keyof typeof plugins)[]): Promise<string> =>
  codegen({
    filename,
    schema: parse(read('schema/graph.graphql')),
    documents: filesOf(folder),
    pluginMap: plugins,
    plugins: names.map((name) => ({ [name]: {} })),
    config: { scalars, strictScalars: true, immutableTypes: true, useTypeImports: true, printFieldsOnNewLines: true },
  });

/** The client's documents: text rather than a syntax tree, which would be five times as large. */
const textDocuments = (folder: string): string =>
  filesOf(folder)
    .flatMap(({ document }) =>
      document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION),
    )
    .map((definition) => {
      const name = definition.name?.value;
      const { operation } = definition;
      const suffix = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
      const text = stripIgnoredCharacters(print(definition));
      const types = `Document<${name}${suffix}, ${name}${suffix}Variables, '${operation}'>`;
      return `export const ${name}: ${types} = {\n  operation: '${operation}',\n  text: ${JSON.stringify(text)},\n};`;
    })
    .join('\n\n');

const made = {
  'test/generated/operations.ts': await generate('test/generated/operations.ts', 'schema/operations', [
    'operations',
    'typedDocuments',
  ]),
  'src/sdk/generated/documents.ts': [
    "import type { Document } from '../document.ts';",
    await generate('src/sdk/generated/documents.ts', 'src/sdk/operations', ['operations']),
    textDocuments('src/sdk/operations'),
  ].join('\n'),
};

for (const [target, generated] of Object.entries(made)) {
  const text = `// Made by codegen.ts from schema/; do not edit.\n${generated}\n`;
  if (!argv.includes('--check')) {
    mkdirSync(dirname(join(root, target)), { recursive: true });
    writeFileSync(join(root, target), text);
  } else if (globSync(target, { cwd: root }).length === 0 || read(target) !== text) {
    stderr.write(`${target} is not what schema/ makes of it: run "npm run codegen" and commit what it writes.\n`);
    exit(1);
  }
}
