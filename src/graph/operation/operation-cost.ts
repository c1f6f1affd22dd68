import {
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  isObjectType,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { sizeOf } from '../scope/field-facts.ts';
import type { Fragments } from '../scope/selection.ts';
import { selectionFolder } from './fold-selection.ts';
import type { Variables } from './variables.ts';

/** What an operation's list sizes add up to, before anything is asked of the upstream. */
export interface Cost {
  readonly objects: number;
  readonly calls: number;
}

/** Computes the cost of an operation from its variables, which are coerced. */
export type CostEstimator = (variables: Variables) => Cost;

/** The part of a selection that costs anything, worked out once a document; a fragment that is spread often is one value. */
type CostTree = CostField | readonly CostTree[];

interface CostField {
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown>;
  /** Its arguments say how many objects it asks for. */
  readonly isSized: boolean;
  readonly below: CostTree;
}

interface CostContext {
  readonly schema: GraphQLSchema;
  readonly variables: Variables;
  readonly known: Map<CostTree, Cost>;
}

const nothing: Cost = { objects: 0, calls: 0 };
/** Most selections cost nothing. */
const emptyTree: readonly CostTree[] = [];

const plus = (a: Cost, b: Cost, times = 1): Cost => ({
  objects: a.objects + times * b.objects,
  calls: a.calls + times * b.calls,
});

/**
 * Makes the cost estimator of an operation that is valid for the schema. An argument that can't be coerced adds no cost:
 * execution reports it.
 */
export function costEstimatorOf(
  schema: GraphQLSchema,
  fragments: Fragments,
  operation: OperationDefinitionNode,
): CostEstimator {
  let hasVariables = false;
  const note = () => {
    hasVariables = true;
  };
  const treeOf = selectionFolder<CostTree>(
    { schema, fragment: (name) => fragments[name] },
    {
      empty: emptyTree,
      field(node, field, below) {
        if (!field) return emptyTree;
        const { sizedBy, callsEach } = field.extensions.facts ?? {};
        const isSized = sizedBy !== undefined;
        // Sizes, and calls by arguments, may hang on variables.
        if (isSized || typeof callsEach === 'function') visit(node, { SelectionSet: () => false, Variable: note });
        const tree = below();
        return isSized || callsEach || tree !== emptyTree ? { node, field, isSized, below: tree } : emptyTree;
      },
      join(values) {
        const costly = values.filter((value) => value !== emptyTree);
        return costly.length > 0 ? costly : emptyTree;
      },
    },
  );
  const tree = treeOf(operation.selectionSet, schema.getRootType(operation.operation));
  const estimate: CostEstimator = (variables) => costOf(tree, { schema, variables, known: new Map() });
  if (hasVariables) return estimate;
  const cost = estimate({});
  return () => cost;
}

function costOf(tree: CostTree, context: CostContext): Cost {
  const known = context.known.get(tree);
  if (known) return known;
  const cost =
    'node' in tree
      ? costOfField(tree, context)
      : tree.reduce((sum: Cost, one) => plus(sum, costOf(one, context)), nothing);
  context.known.set(tree, cost);
  return cost;
}

/** A field once; what stands below it counts as often as it asks for objects. */
function costOfField({ node, field, isSized, below }: CostField, context: CostContext): Cost {
  const size = isSized ? askedBy(node, field, context) : undefined;
  const itself: Cost = {
    objects: size?.objects ?? 0,
    calls: callsOf(node, field, context) + (size?.calls ?? 0),
  };
  return plus(itself, costOf(below, context), size?.objects ?? 1);
}

/** The calls that a field takes on each object. */
function callsOf(node: FieldNode, field: GraphQLField<unknown, unknown>, { variables }: CostContext): number {
  const callsEach = field.extensions.facts?.callsEach ?? false;
  return typeof callsEach === 'function' ? callsEach(argumentsOf(node, field, variables)) : Number(callsEach);
}

/** What a field's own arguments ask for; undefined where they don't say. */
function askedBy(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  { variables, schema }: CostContext,
): Cost | undefined {
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
