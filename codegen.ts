/**
 * Makes typed documents from the printed schema and the operations beside it: `node codegen.ts`.
 * With `--check` nothing is written, and the exit code says whether what is committed is what would be made.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { argv, exit, stderr } from 'node:process';
import { codegen } from '@graphql-codegen/core';
import * as typedDocuments from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  stripIgnoredCharacters,
  visit,
} from 'graphql';
import { sha256Id } from './src/graph/features/trusted-documents/document-manifest.ts';

const root = import.meta.dirname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** TypeScript's types of the schema's scalars as JSON has them. One that is neither here nor GraphQL's own stops the run. */
const scalars = {
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

const graphSchema = parse(read('schema/graph.graphql'));

/** Descriptions are two thirds of the types; the published client has them in its `schema.graphql`. */
const typesSchema: DocumentNode = visit(graphSchema, {
  enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
});

/** TypeScript for the operations in a folder, by these plugins. */
const generate = (filename: string, folder: string, names: readonly (keyof typeof plugins)[]): Promise<string> =>
  codegen({
    filename,
    schema: typesSchema,
    documents: filesOf(folder),
    pluginMap: plugins,
    plugins: names.map((name) => ({ [name]: {} })),
    config: {
      scalars,
      strictScalars: true,
      immutableTypes: true,
      useTypeImports: true,
      printFieldsOnNewLines: true,
    },
  });

/** The file of all conditions, and of the types that the published client's operations take: others' import them from there. */
const schemaTypes = 'src/sdk/generated/schema-types.ts';

const ofTests = 'test/generated/operations.ts';
const ofSdk = 'src/sdk/generated/documents.ts';
const ofExplorer = 'src/explorer/generated/documents.ts';
const ofAgents = 'src/mcp/generated/documents.ts';

const declaredTypes = new Map<string, string>();

const declaration = new RegExp(
  `^export type (${graphSchema.definitions
    .flatMap((node) =>
      node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION || node.kind === Kind.ENUM_TYPE_DEFINITION ? node.name.value : [],
    )
    .join('|')}) =[\\s\\S]*?;\\n(?=\\n)`,
  'gm',
);

/** Imports the types that the published client has, which the plugin declares in each file; its own come first. */
const importingTypes = async (target: string, generating: Promise<string>): Promise<string> => {
  const text = (await generating).replaceAll(declaration, (type, name: string) => {
    if (target === ofSdk || name.endsWith('Where')) declaredTypes.set(name, type);
    return declaredTypes.has(name) ? '' : type;
  });
  const used = [...declaredTypes.keys()].filter((name) => new RegExp(`\\b${name}\\b`).test(text)).sort();
  const path = relative(dirname(target), schemaTypes);
  const from = path.startsWith('.') ? path : `./${path}`;
  return `import type { ${used.join(', ')} } from '${from}';\n${text.replaceAll(/\n{3,}/g, '\n\n')}`;
};

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

/** A document's syntax tree, without positions and empty lists. */
const syntaxTree = (text: string): string =>
  JSON.stringify(parse(text, { noLocation: true }).definitions, (_, value: unknown) =>
    Array.isArray(value) && value.length === 0 ? undefined : value,
  );

/** Documents as text; with their syntax trees, which are five times as large, where other clients are to take them. */
const documentsIn = (folder: string, { type, withTrees }: { type: string; withTrees: boolean }): string => {
  const documents = filesOf(folder).map(({ document }) => document);
  return documents
    .flatMap(({ definitions }) => definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION))
    .map((definition) => {
      const name = definition.name?.value;
      const { operation } = definition;
      const suffix = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
      const text = withFragments(definition, documents);
      const types = `${type}<${name}${suffix}, ${name}${suffix}Variables, '${operation}'>`;
      const tree = withTrees ? `  kind: 'Document',\n  definitions: ${syntaxTree(text)} as never[],\n` : '';
      const members = `  operation: '${operation}',\n  text: ${JSON.stringify(text)},\n${tree}`;
      return `export const ${name}: ${types} = {\n${members}};`;
    })
    .join('\n\n');
};

/** The names of the operations in folders, which are nobody's but ours. */
const namesIn = (...folders: readonly string[]): string => {
  const names = folders
    .flatMap(filesOf)
    .flatMap(({ document }) =>
      document.definitions.flatMap((one) =>
        one.kind === Kind.OPERATION_DEFINITION && one.name ? [one.name.value] : [],
      ),
    );
  return `export const ownOperations: ReadonlySet<string> = new Set(${JSON.stringify([...new Set(names)].sort())});`;
};

/** The ids of the documents of tools, which are served where only trusted documents are. */
const idsIn = (folder: string): string => {
  const documents = filesOf(folder).map(({ document }) => document);
  const ids = documents
    .flatMap(({ definitions }) => definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION))
    .map((operation) => sha256Id(withFragments(operation, documents)));
  return `export const toolDocuments: ReadonlySet<string> = new Set(${JSON.stringify(ids.sort())});`;
};

/** What caches of clients are told of the schema. */
const factsOf = (schema: GraphQLSchema): string => {
  const objects = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .filter(({ name }) => !name.startsWith('__'));
  const possibleTypes = Object.fromEntries(
    Object.values(schema.getTypeMap())
      .filter((type) => isAbstractType(type))
      .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
  );
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const typesWithoutId = objects
    .filter((type) => !roots.includes(type) && !('id' in type.getFields()) && !isOfPages.test(type.name))
    .map(({ name }) => name);
  const pagedFields = Object.fromEntries(
    objects.flatMap((type) => {
      const paged = Object.values(type.getFields()).flatMap(({ name, args, type: output }) => {
        const page = getNamedType(output);
        if (!isObjectType(page) || !('pageInfo' in page.getFields())) return [];
        return [[name, args.map((arg) => arg.name).filter((arg) => !pageArguments.has(arg))]];
      });
      return paged.length > 0 ? [[type.name, Object.fromEntries(paged)]] : [];
    }),
  );
  const facts = [
    ['possibleTypes', 'Record<string, string[]>', possibleTypes],
    ['pagedFields', 'Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>', pagedFields],
    ['typesWithoutId', 'readonly string[]', typesWithoutId],
    ['scalars', 'Record<string, string>', scalars],
  ] as const;
  return facts.map(([name, type, value]) => `export const ${name}: ${type} = ${JSON.stringify(value)};`).join('\n\n');
};

/** Types that Graphcache knows to have no id. */
const isOfPages = /(Connection|Edge|PageInfo)$/;

/** Arguments that choose a page of a list, rather than the list. */
const pageArguments: ReadonlySet<string> = new Set(['first', 'after', 'last', 'before']);

/** Types and documents of the operations in a folder. */
const documentsFile = async (target: string, folder: string, type: string, withTrees = false): Promise<string> => {
  const path = relative(dirname(target), 'src/sdk/document.ts');
  return [
    `import type { ${type} } from '${path}';`,
    await importingTypes(target, generate(target, folder, ['operations'])),
    documentsIn(folder, { type, withTrees }),
  ].join('\n');
};

const made = {
  [ofSdk]: await documentsFile(ofSdk, 'src/sdk/operations', 'TypedDocument', true),
  [ofTests]: await importingTypes(ofTests, generate(ofTests, 'schema/operations', ['operations', 'typedDocuments'])),
  'src/sdk/generated/facts.ts': factsOf(buildASTSchema(graphSchema)),
  [ofExplorer]: await documentsFile(ofExplorer, 'src/explorer/*', 'Document'),
  [ofAgents]: await documentsFile(ofAgents, 'src/mcp/operations', 'Document'),
  [schemaTypes]: [...declaredTypes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, type]) => type)
    .join('\n'),
  'src/graph/operation/generated/own-operations.ts': [
    namesIn('src/sdk/operations', 'src/explorer/*', 'src/mcp/operations'),
    idsIn('src/mcp/operations'),
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
