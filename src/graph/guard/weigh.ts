import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isInterfaceType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';

/** What an operation's list sizes add up to, before anything is asked of the upstream. */
export interface Weight {
  readonly objects: number;
  readonly calls: number;
}

interface Walk {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
  objects: number;
  calls: number;
}

/** Weighs an operation that is valid for the schema. */
export function weigh(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>> | null | undefined,
): Weight {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  const { coerced } = getVariableValues(schema, operation?.variableDefinitions ?? [], variables ?? {});
  // Variables that can't be taken end the operation before it asks for anything.
  if (!coerced) return { objects: 0, calls: 0 };
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  const walk: Walk = { schema, fragments, variables: coerced, objects: 0, calls: 0 };
  if (root) weighSelection(operation.selectionSet, root, 1, walk);
  return { objects: walk.objects, calls: walk.calls };
}

function weighSelection(set: SelectionSetNode, type: GraphQLNamedType, times: number, walk: Walk): void {
  for (const node of set.selections) {
    if (node.kind === 'Field') {
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
      if (field) weighField(node, field, times, walk);
    } else {
      const fragment = node.kind === 'InlineFragment' ? node : walk.fragments.get(node.name.value);
      const condition = fragment?.typeCondition?.name.value;
      const below = condition === undefined ? type : walk.schema.getType(condition);
      if (fragment && below) weighSelection(fragment.selectionSet, below, times, walk);
    }
  }
}

function weighField(node: FieldNode, field: GraphQLField<unknown, unknown>, times: number, walk: Walk): void {
  const size = sizeOf(node, field, walk.variables);
  const below = times * (size ?? 1);
  if (size !== undefined) walk.objects += below;
  if (field.extensions.callsEach === true) walk.calls += times;
  if (node.selectionSet) weighSelection(node.selectionSet, getNamedType(field.type), below, walk);
}

/** The arguments that say how many objects a field asks for. */
const sizing: ReadonlySet<string> = new Set(['first', 'scan', 'by', 'representations']);

/** How many objects a field asks for: its `first` or `scan`, or the identifiers it is given; undefined for any other. */
function sizeOf(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  variables: Readonly<Record<string, unknown>>,
): number | undefined {
  if (!field.args.some(({ name }) => sizing.has(name))) return undefined;
  const { first, scan, by, representations } = getArgumentValues(field, node, variables);
  if (Array.isArray(by)) return by.length;
  if (Array.isArray(representations)) return representations.length;
  if (typeof first === 'number') return Math.max(first, 0);
  return typeof scan === 'number' ? Math.max(scan, 0) : undefined;
}
