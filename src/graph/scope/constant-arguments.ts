import { BREAK, type FieldNode, type GraphQLField, getArgumentValues, visit } from 'graphql';

const noArguments: Readonly<Record<string, unknown>> = Object.freeze({});

/**
 * The arguments of a field, as its first node has them: all nodes have the same, as validation has seen to. Undefined where
 * they hang on variables, so that each run of an operation has its own.
 */
export function constantArguments(
  definition: GraphQLField<unknown, unknown>,
  [node]: readonly FieldNode[],
): Readonly<Record<string, unknown>> | undefined {
  if (definition.args.length === 0 || !node) return noArguments;
  let isConstant = true;
  for (const argument of node.arguments ?? [])
    visit(argument, {
      Variable: () => {
        isConstant = false;
        return BREAK;
      },
    });
  return isConstant ? getArgumentValues(definition, node) : undefined;
}
