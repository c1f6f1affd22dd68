import {
  type FieldNode,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  type InlineFragmentNode,
  isInterfaceType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { Fragments } from './selection.ts';
import type { Variables } from './variables.ts';

/** What an operation's list sizes add up to, before anything is asked of the upstream. */
export interface Weight {
  readonly objects: number;
  readonly calls: number;
}

/** Weighs an operation once its variables are coerced. */
export type CostEstimator = (variables: Variables) => Weight;

/** What of a selection weighs anything, worked out once for a document: most selections are empty here. */
interface Selection {
  readonly fields: WeighedField[];
  /** Fragments are weighed apart: however often one is spread, it is looked at once. */
  readonly spreads: Selection[];
}

interface WeighedField {
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown>;
  /** Its arguments say how many objects it asks for. */
  readonly isSized: boolean;
  readonly below: Selection | undefined;
}

interface Walk {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly walked: Map<string, Selection>;
  /** Sizes hang on variables. */
  hasVariables: boolean;
}

interface Weighing {
  readonly variables: Variables;
  readonly weighed: Map<Selection, Weight>;
}

const nothing: Weight = { objects: 0, calls: 0 };

const plus = (a: Weight, b: Weight, times = 1): Weight => ({
  objects: a.objects + times * b.objects,
  calls: a.calls + times * b.calls,
});

/**
 * Makes what weighs an operation that is valid for the schema. An argument that can't be read sizes nothing: it is left
 * to the execution.
 */
export function costEstimatorOf(
  schema: GraphQLSchema,
  fragments: Fragments,
  operation: OperationDefinitionNode,
): CostEstimator {
  const root = schema.getRootType(operation.operation);
  if (!root) return () => nothing;
  const walk: Walk = { schema, fragments, walked: new Map(), hasVariables: false };
  const selection = walkSelection(operation.selectionSet, root, walk);
  const weigh: CostEstimator = (variables) => weighSelection(selection, { variables, weighed: new Map() });
  if (walk.hasVariables) return weigh;
  const weight = weigh({});
  return () => weight;
}

function walkSelection(set: SelectionSetNode, type: GraphQLNamedType, walk: Walk): Selection {
  const selection: Selection = { fields: [], spreads: [] };
  for (const node of set.selections) {
    if (node.kind === 'Field') {
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
      const weighed = field && walkField(node, field, walk);
      if (weighed) selection.fields.push(weighed);
    } else {
      const spread =
        node.kind === 'InlineFragment'
          ? walkSelection(node.selectionSet, conditionOf(node, walk) ?? type, walk)
          : walkFragment(node.name.value, walk);
      if (!isEmpty(spread)) selection.spreads.push(spread);
    }
  }
  return selection;
}

function walkField(node: FieldNode, field: GraphQLField<unknown, unknown>, walk: Walk): WeighedField | undefined {
  const isSized = field.args.some(isSizing);
  const note = () => {
    walk.hasVariables = true;
  };
  if (isSized) visit(node, { SelectionSet: () => false, Variable: note });
  const below = node.selectionSet && walkSelection(node.selectionSet, getNamedType(field.type), walk);
  if (!isSized && field.extensions.callsEach !== true && (!below || isEmpty(below))) return undefined;
  return { node, field, isSized, below };
}

function walkFragment(name: string, walk: Walk): Selection {
  const known = walk.walked.get(name);
  if (known) return known;
  const fragment = walk.fragments[name];
  const type = fragment && conditionOf(fragment, walk);
  const selection = type ? walkSelection(fragment.selectionSet, type, walk) : { fields: [], spreads: [] };
  walk.walked.set(name, selection);
  return selection;
}

const conditionOf = (
  { typeCondition }: Pick<InlineFragmentNode, 'typeCondition'>,
  { schema }: Walk,
): GraphQLNamedType | undefined => typeCondition && schema.getType(typeCondition.name.value);

const isEmpty = ({ fields, spreads }: Selection): boolean => fields.length === 0 && spreads.length === 0;

/** Whether an argument says how many objects a field asks for: its `first` or `scan`, or the identifiers it is given. */
const isSizing = ({ name, type }: GraphQLArgument): boolean =>
  name === 'first' ||
  name === 'scan' ||
  ((name === 'by' || name === 'representations') && isListType(getNullableType(type)));

function weighSelection(selection: Selection, weighing: Weighing): Weight {
  const known = weighing.weighed.get(selection);
  if (known) return known;
  let weight = nothing;
  for (const field of selection.fields) weight = plus(weight, weighField(field, weighing));
  for (const spread of selection.spreads) weight = plus(weight, weighSelection(spread, weighing));
  weighing.weighed.set(selection, weight);
  return weight;
}

/** A field once; what stands below it counts as often as it asks for objects. */
function weighField({ node, field, isSized, below }: WeighedField, weighing: Weighing): Weight {
  const size = isSized ? sizeOf(node, field, weighing.variables) : undefined;
  const itself: Weight = {
    objects: size?.objects ?? 0,
    calls: (field.extensions.callsEach === true ? 1 : 0) + (size?.calls ?? 0),
  };
  return below ? plus(itself, weighSelection(below, weighing), size?.objects ?? 1) : itself;
}

/** How many objects a field asks for; undefined where its arguments don't say. */
function sizeOf(node: FieldNode, field: GraphQLField<unknown, unknown>, variables: Variables): Weight | undefined {
  const { first, scan, by, representations } = argumentsOf(node, field, variables);
  if (Array.isArray(by)) return { objects: by.length, calls: 0 };
  // A task's status is asked for one by one; records are not.
  if (Array.isArray(representations))
    return { objects: representations.length, calls: representations.filter(isTask).length };
  const count = typeof first === 'number' ? first : typeof scan === 'number' ? scan : undefined;
  return count === undefined ? undefined : { objects: Math.max(count, 0), calls: 0 };
}

function argumentsOf(node: FieldNode, field: GraphQLField<unknown, unknown>, variables: Variables): Variables {
  try {
    return getArgumentValues(field, node, variables);
  } catch (error) {
    if (error instanceof GraphQLError) return {};
    throw error;
  }
}

const isTask = (representation: unknown): boolean =>
  typeof representation === 'object' &&
  representation !== null &&
  Reflect.get(representation, '__typename') === 'MappingTask';
