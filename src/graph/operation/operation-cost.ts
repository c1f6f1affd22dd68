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
import { sizeOf } from './field-facts.ts';
import { selectionFolder } from './fold-selection.ts';
import type { Fragments } from './selection.ts';
import type { Variables } from './variables.ts';

/** What an operation's list sizes add up to, before anything is asked of the upstream. */
export interface Weight {
  readonly objects: number;
  readonly calls: number;
}

/** Weighs an operation once its variables are coerced. */
export type CostEstimator = (variables: Variables) => Weight;

/** What of a selection weighs anything, worked out once for a document; a fragment that is spread often is one value. */
type Weighed = WeighedField | readonly Weighed[];

interface WeighedField {
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown>;
  /** Its arguments say how many objects it asks for. */
  readonly isSized: boolean;
  readonly below: Weighed;
}

interface Weighing {
  readonly schema: GraphQLSchema;
  readonly variables: Variables;
  readonly known: Map<Weighed, Weight>;
}

const nothing: Weight = { objects: 0, calls: 0 };
/** Most selections weigh nothing. */
const weightless: readonly Weighed[] = [];

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
  let hasVariables = false;
  const note = () => {
    hasVariables = true;
  };
  const weighedIn = selectionFolder<Weighed>(
    { schema, fragment: (name) => fragments[name] },
    {
      empty: weightless,
      field(node, field, below) {
        if (!field) return weightless;
        const { sizedBy, callsEach } = field.extensions.facts ?? {};
        const isSized = sizedBy !== undefined;
        // Sizes hang on variables.
        if (isSized) visit(node, { SelectionSet: () => false, Variable: note });
        const weighed = below();
        return isSized || callsEach || weighed !== weightless ? { node, field, isSized, below: weighed } : weightless;
      },
      join(values) {
        const heavy = values.filter((value) => value !== weightless);
        return heavy.length > 0 ? heavy : weightless;
      },
    },
  );
  const weighed = weighedIn(operation.selectionSet, schema.getRootType(operation.operation));
  const weigh: CostEstimator = (variables) => weightOf(weighed, { schema, variables, known: new Map() });
  if (hasVariables) return weigh;
  const weight = weigh({});
  return () => weight;
}

function weightOf(weighed: Weighed, weighing: Weighing): Weight {
  const known = weighing.known.get(weighed);
  if (known) return known;
  const weight =
    'node' in weighed
      ? weighField(weighed, weighing)
      : weighed.reduce((sum: Weight, one) => plus(sum, weightOf(one, weighing)), nothing);
  weighing.known.set(weighed, weight);
  return weight;
}

/** A field once; what stands below it counts as often as it asks for objects. */
function weighField({ node, field, isSized, below }: WeighedField, weighing: Weighing): Weight {
  const size = isSized ? askedBy(node, field, weighing) : undefined;
  const itself: Weight = {
    objects: size?.objects ?? 0,
    calls: callsOf(node, field, weighing) + (size?.calls ?? 0),
  };
  return plus(itself, weightOf(below, weighing), size?.objects ?? 1);
}

/** The calls that a field takes on each object. */
function callsOf(node: FieldNode, field: GraphQLField<unknown, unknown>, { variables }: Weighing): number {
  const callsEach = field.extensions.facts?.callsEach ?? false;
  return typeof callsEach === 'function' ? callsEach(argumentsOf(node, field, variables)) : Number(callsEach);
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
