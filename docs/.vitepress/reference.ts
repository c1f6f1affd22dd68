/** Prints the reference pages of the site: the GraphQL schema, and the data service's operations. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';

const docs = join(import.meta.dirname, '..');
const root = join(docs, '..');

/** For one cell of a table. Outside of code, `<` would begin an HTML tag. */
const cell = (text: string | null | undefined): string =>
  (text ?? '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll(/`[^`]*`|</g, (part) => (part === '<' ? '&lt;' : part));

const linkOf = ({ type }: GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument): string => {
  const named = getNamedType(type);
  const text = `\`${type}\``;
  return isSpecifiedScalarType(named) ? text : `[${text}](#${named.name.toLowerCase()})`;
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const fieldsOf = (fields: readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[]): string =>
  table(
    ['field', 'type', 'description'],
    fields.flatMap((field) => [
      [`\`${field.name}\``, linkOf(field), cell(field.description)],
      ...('args' in field ? field.args : []).map((argument) => [
        `\`${field.name}(${argument.name}:)\``,
        linkOf(argument),
        cell(argument.description),
      ]),
    ]),
  );

function sectionOf(type: GraphQLNamedType): string {
  const kind = type.constructor.name
    .replace(/^GraphQL/, '')
    .replace(/Type$/, '')
    .replace('InputObject', 'Input');
  const lines = [`## ${type.name}`, `*${kind}.* ${cell(type.description)}`];
  if (isUnionType(type))
    lines.push(
      type
        .getTypes()
        .map(({ name }) => `[\`${name}\`](#${name.toLowerCase()})`)
        .join(', '),
    );
  if (isEnumType(type))
    lines.push(
      table(
        ['value', 'description'],
        type.getValues().map(({ name, description }) => [`\`${name}\``, cell(description)]),
      ),
    );
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
    lines.push(fieldsOf(Object.values(type.getFields())));
  return lines.join('\n\n');
}

function graphPage(): string {
  const schema = buildSchema(readFileSync(join(root, 'schema/graph.graphql'), 'utf8'));
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(
    (type) => !!type,
  );
  const others = Object.values(schema.getTypeMap())
    .filter(
      (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type) && !roots.some((root) => root === type),
    )
    .sort((one, other) => one.name.localeCompare(other.name));
  const ordered = [...others.filter((type) => !isScalarType(type)), ...others.filter(isScalarType)];
  return ['# GraphQL schema', ...[...roots, ...ordered].map(sectionOf)].join('\n\n');
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly responses: Readonly<Record<string, { readonly description?: string }>>;
}

function restPage(): string {
  const { info, paths }: { info: { description?: string }; paths: Record<string, Record<string, Operation>> } =
    JSON.parse(readFileSync(join(root, 'schema/openapi.json'), 'utf8'));
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, description, responses }]) =>
      [
        `## ${method.toUpperCase()} ${cell(path)}`,
        cell(summary),
        cell(description),
        table(
          ['status', 'meaning'],
          Object.entries(responses).map(([status, response]) => [status, cell(response.description)]),
        ),
      ]
        .filter((text) => text !== '')
        .join('\n\n'),
    ),
  );
  return [
    '# Data service (REST)',
    cell(info.description),
    'Bodies are in `schema/openapi.json`, which the service also answers at `/openapi.json`.',
    ...sections,
  ].join('\n\n');
}

/** Double braces of a page would be Vue's. */
const write = (name: string, page: string): void =>
  writeFileSync(join(docs, 'reference', name), `::: v-pre\n\n${page}\n\n:::\n`);

mkdirSync(join(docs, 'reference'), { recursive: true });
write('graph.md', graphPage());
write('rest.md', restPage());
