import {
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  type InlineFragmentNode,
  isInterfaceType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { sizeOf } from './field-facts.ts';
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
  readonly schema: GraphQLSchema;
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
  const weigh: CostEstimator = (variables) => weighSelection(selection, { schema, variables, weighed: new Map() });
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
  const { sizedBy, callsEach } = field.extensions.facts ?? {};
  const isSized = sizedBy !== undefined;
  const note = () => {
    walk.hasVariables = true;
  };
  if (isSized) visit(node, { SelectionSet: () => false, Variable: note });
  const below = node.selectionSet && walkSelection(node.selectionSet, getNamedType(field.type), walk);
  if (!isSized && !callsEach && (!below || isEmpty(below))) return undefined;
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
  const size = isSized ? askedBy(node, field, weighing) : undefined;
  const itself: Weight = {
    objects: size?.objects ?? 0,
    calls: (field.extensions.facts?.callsEach ? 1 : 0) + (size?.calls ?? 0),
  };
  return below ? plus(itself, weighSelection(below, weighing), size?.objects ?? 1) : itself;
}

/** What a field's own arguments ask for; undefined where they don't say. */
function askedBy(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  { variables, schema }: Weighing,
): Weight | undefined {
  const args = argumentsOf(node, field, variables);
  const objects = sizeOf(field, args);
  if (objects === undefined) return undefined;
  const given: unknown = args[field.extensions.facts?.sizedBy ?? ''];
  const calls = Array.isArray(given) ? given.filter((reference) => isCalledFor(reference, schema)).length : 0;
  return { objects, calls };
}

function argumentsOf(node: FieldNode, field: GraphQLField<unknown, unknown>, variables: Variables): Variables {
  try {
    return getArgumentValues(field, node, variables);
  } catch (error) {
    if (error instanceof GraphQLError) return {};
    throw error;
  }
}

/** Whether a gateway's reference is to an object that takes a call of its own. */
function isCalledFor(reference: unknown, schema: GraphQLSchema): boolean {
  const name: unknown = typeof reference === 'object' && reference !== null && Reflect.get(reference, '__typename');
  const type = typeof name === 'string' ? schema.getType(name) : undefined;
  return isObjectType(type) && type.extensions.facts?.callsEach === true;
}
