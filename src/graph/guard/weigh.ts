import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  type InlineFragmentNode,
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
  /** Fragments that were weighed already: however often one is spread, it is looked at once. */
  readonly weighed: Map<string, Weight>;
}

const nothing: Weight = { objects: 0, calls: 0 };

const plus = (a: Weight, b: Weight, times = 1): Weight => ({
  objects: a.objects + times * b.objects,
  calls: a.calls + times * b.calls,
});

/** Weighs an operation that is valid for the schema; one whose arguments can't be read is left to its execution. */
export function weigh(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>> | null | undefined,
): Weight {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  const { coerced } = getVariableValues(schema, operation?.variableDefinitions ?? [], variables ?? {});
  if (!root || !coerced) return nothing;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  try {
    return weighSelection(operation.selectionSet, root, { schema, fragments, variables: coerced, weighed: new Map() });
  } catch (error) {
    if (error instanceof GraphQLError) return nothing;
    throw error;
  }
}

function weighSelection(set: SelectionSetNode, type: GraphQLNamedType, walk: Walk): Weight {
  let weight = nothing;
  for (const node of set.selections) {
    if (node.kind === 'Field') {
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
      if (field) weight = plus(weight, weighField(node, field, walk));
    } else if (node.kind === 'InlineFragment') {
      weight = plus(weight, weighSelection(node.selectionSet, conditionOf(node, walk) ?? type, walk));
    } else weight = plus(weight, weighFragment(node.name.value, walk));
  }
  return weight;
}

function weighFragment(name: string, walk: Walk): Weight {
  const known = walk.weighed.get(name);
  if (known) return known;
  const fragment = walk.fragments.get(name);
  const type = fragment && conditionOf(fragment, walk);
  const weight = type ? weighSelection(fragment.selectionSet, type, walk) : nothing;
  walk.weighed.set(name, weight);
  return weight;
}

const conditionOf = (
  { typeCondition }: Pick<InlineFragmentNode, 'typeCondition'>,
  { schema }: Walk,
): GraphQLNamedType | undefined => typeCondition && schema.getType(typeCondition.name.value);

/** A field once; what stands below it counts as often as it asks for objects. */
function weighField(node: FieldNode, field: GraphQLField<unknown, unknown>, walk: Walk): Weight {
  const size = sizeOf(node, field, walk.variables);
  const itself: Weight = {
    objects: size?.objects ?? 0,
    calls: (field.extensions.callsEach === true ? 1 : 0) + (size?.calls ?? 0),
  };
  if (!node.selectionSet) return itself;
  return plus(itself, weighSelection(node.selectionSet, getNamedType(field.type), walk), size?.objects ?? 1);
}

/** The arguments that say how many objects a field asks for. */
const sizing: ReadonlySet<string> = new Set(['first', 'scan', 'by', 'representations']);

/** How many objects a field asks for: its `first` or `scan`, or the identifiers it is given; undefined for any other. */
function sizeOf(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  variables: Readonly<Record<string, unknown>>,
): Weight | undefined {
  if (!field.args.some(({ name }) => sizing.has(name))) return undefined;
  const { first, scan, by, representations } = getArgumentValues(field, node, variables);
  if (Array.isArray(by)) return { objects: by.length, calls: 0 };
  // A task's status is asked for one by one; records are not.
  if (Array.isArray(representations))
    return { objects: representations.length, calls: representations.filter(isTask).length };
  const count = typeof first === 'number' ? first : typeof scan === 'number' ? scan : undefined;
  return count === undefined ? undefined : { objects: Math.max(count, 0), calls: 0 };
}

const isTask = (representation: unknown): boolean =>
  typeof representation === 'object' &&
  representation !== null &&
  Reflect.get(representation, '__typename') === 'MappingTask';
