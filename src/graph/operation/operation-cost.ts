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

/** Upper bounds from an operation's list sizes, computed before any upstream call: objects, and unbatched calls. */
export interface Cost {
  readonly objects: number;
  readonly calls: number;
}

/** Computes the cost of an operation from its coerced variables. */
export type CostEstimator = (variables: Variables) => Cost;

/** The fields of a selection that cost anything; spreads of one fragment share a subtree. */
type CostTree = CostField | readonly CostTree[];

interface CostField {
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown>;
  /** Whether its arguments determine how many objects it requests. */
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
 * Creates the cost estimator of a valid operation. A field whose arguments can't be coerced is computed as if it had
 * none: execution reports the error.
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
        const { sizedBy, sizeWithout, callsEach } = field.extensions.facts ?? {};
        const isSized = sizedBy !== undefined || sizeWithout !== undefined;
        // Sizes, and calls that depend on arguments, may depend on variables.
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

/** The cost of a field: its own, and that of its selection times the objects it requests. */
function costOfField({ node, field, isSized, below }: CostField, context: CostContext): Cost {
  const size = isSized ? askedBy(node, field, context) : undefined;
  const itself: Cost = {
    objects: size?.objects ?? 0,
    calls: callsOf(node, field, context) + (size?.calls ?? 0),
  };
  return plus(itself, costOf(below, context), size?.objects ?? 1);
}

/** The upstream calls of a field on one object. */
function callsOf(node: FieldNode, field: GraphQLField<unknown, unknown>, { variables }: CostContext): number {
  const callsEach = field.extensions.facts?.callsEach ?? false;
  return typeof callsEach === 'function' ? callsEach(argumentsOf(node, field, variables)) : Number(callsEach);
}

/** The cost of a field's arguments; undefined if they do not determine a size. */
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

/** Whether a federation reference is to an object that takes its own upstream call. */
function isCalledFor(reference: unknown, schema: GraphQLSchema): boolean {
  const name: unknown = typeof reference === 'object' && reference !== null && Reflect.get(reference, '__typename');
  const type = typeof name === 'string' ? schema.getType(name) : undefined;
  return isObjectType(type) && type.extensions.facts?.callsEach === true;
}
