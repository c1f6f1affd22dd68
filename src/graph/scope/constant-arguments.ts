import { BREAK, type FieldNode, type GraphQLField, getArgumentValues, visit } from 'graphql';

const noArguments: Readonly<Record<string, unknown>> = Object.freeze({});

/**
 * The arguments of a field, read from its first node: validation makes sure that all its nodes have the same arguments.
 * Undefined if they contain variables, since they then differ between executions.
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
