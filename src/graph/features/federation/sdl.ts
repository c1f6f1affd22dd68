import {
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  lexicographicSortSchema,
  type NameNode,
  parse,
  parseConstValue,
  print,
  printSchema,
  type SchemaExtensionNode,
  visit,
} from 'graphql';
import { oneOf } from '../../schema/index.ts';
import { type AppliedDirective, fieldDirectives, importedDirectives, typeDirectives } from './directives.ts';

/**
 * The SDL of the schema as a subgraph of Apollo Federation 2, which gateways compose. Parses the printed schema,
 * removes root fields that are not for gateways and the interfaces that only these return, and adds directives from
 * facts.
 */
export function subgraphSdl(schema: GraphQLSchema): string {
  const printed = parse(printSchema(lexicographicSortSchema(schema)), { noLocation: true });
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  const leftOut = Array.from(roots).flatMap((root) => Object.values(root?.getFields() ?? {}).filter(isLeftOut));
  const hidden = new Set(
    leftOut
      .map(({ type }) => getNamedType(type))
      .filter(isInterfaceType)
      .map(({ name }) => name),
  );
  const applied: DocumentNode = visit(printed, {
    ObjectTypeDefinition(node) {
      const type = schema.getType(node.name.value);
      if (!isObjectType(type)) return undefined;
      const directives = typeDirectives(type, roots.has(type)).map(directiveNode);
      const interfaces = node.interfaces?.filter(({ name }) => !hidden.has(name.value)) ?? [];
      const fields = type.getFields();
      const kept = node.fields?.filter(({ name }) => !leftOut.some((field) => field === fields[name.value]));
      return { ...node, interfaces, directives, fields: withDirectives(kept, type) };
    },
    InterfaceTypeDefinition(node) {
      const type = schema.getType(node.name.value);
      if (!isInterfaceType(type)) return undefined;
      return hidden.has(type.name) ? null : { ...node, fields: withDirectives(node.fields, type) };
    },
  });
  return print({ kind: Kind.DOCUMENT, definitions: [link, ...oneOf.definitions, ...applied.definitions] });
}

const isLeftOut = ({ extensions }: GraphQLField<unknown, unknown>): boolean => extensions.facts?.notInSubgraph === true;

const withDirectives = (
  nodes: readonly FieldDefinitionNode[] = [],
  type: GraphQLObjectType | GraphQLInterfaceType,
): readonly FieldDefinitionNode[] => {
  const fields = type.getFields();
  return nodes.map((node) => {
    const field = fields[node.name.value];
    const own = field ? fieldDirectives(field, type).map(directiveNode) : [];
    return { ...node, directives: [...(node.directives ?? []), ...own] };
  });
};

const nameNode = (value: string): NameNode => ({ kind: Kind.NAME, value });

const directiveNode = ({ name, args = {} }: AppliedDirective): ConstDirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: nameNode(name),
  arguments: Object.entries(args).map(([argument, value]) => ({
    kind: Kind.ARGUMENT,
    name: nameNode(argument),
    // Strings, numbers, booleans and their lists have the same syntax in GraphQL as in JSON.
    value: parseConstValue(JSON.stringify(value), { noLocation: true }),
  })),
});

const link: SchemaExtensionNode = {
  kind: Kind.SCHEMA_EXTENSION,
  directives: [
    directiveNode({
      name: 'link',
      args: { url: 'https://specs.apollo.dev/federation/v2.9', import: importedDirectives },
    }),
  ],
};
