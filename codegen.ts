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
import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  stripIgnoredCharacters,
  visit,
} from 'graphql';

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

/** An operation with the fragments that it spreads, also by way of others. */
const withFragments = (operation: OperationDefinitionNode, documents: readonly DocumentNode[]): string => {
  const fragments = new Map(
    documents
      .flatMap(({ definitions }) => definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION))
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const spread = new Set<string>();
  const collect = (node: DocumentNode['definitions'][number]): unknown =>
    visit(node, {
      FragmentSpread({ name: { value } }) {
        const fragment = fragments.get(value);
        if (fragment === undefined || spread.has(value)) return;
        spread.add(value);
        collect(fragment);
      },
    });
  collect(operation);
  const definitions = [operation, ...[...spread].flatMap((name) => fragments.get(name) ?? [])];
  return stripIgnoredCharacters(print({ kind: Kind.DOCUMENT, definitions }));
};

/** Documents as text rather than as syntax trees, which would be five times as large. */
const textDocuments = (folder: string): string => {
  const documents = filesOf(folder).map(({ document }) => document);
  return documents
    .flatMap(({ definitions }) => definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION))
    .map((definition) => {
      const name = definition.name?.value;
      const { operation } = definition;
      const suffix = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
      const text = withFragments(definition, documents);
      const types = `Document<${name}${suffix}, ${name}${suffix}Variables, '${operation}'>`;
      return `export const ${name}: ${types} = {\n  operation: '${operation}',\n  text: ${JSON.stringify(text)},\n};`;
    })
    .join('\n\n');
};

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
  'src/explorer/generated/documents.ts': [
    "import type { Document } from '../../sdk/document.ts';",
    await generate('src/explorer/generated/documents.ts', 'src/explorer/*', ['operations']),
    textDocuments('src/explorer/*'),
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
