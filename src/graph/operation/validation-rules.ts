import {
  type ASTVisitor,
  GraphQLError,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { operationTooLarge } from './operation-too-large.ts';

/** Refuses fields that lie deeper than `most` below the operation, through fragments. */
export const depthRule =
  (most: number): ValidationRule =>
  (context) => {
    const fragments = new Map<string, number>();
    return {
      OperationDefinition(operation) {
        const depth = depthOf(operation.selectionSet, context, fragments);
        if (depth > most)
          context.reportError(operationTooLarge(`depth: must be at most ${most} fields, but got ${depth}.`));
      },
    };
  };

/**
 * The depth of a selection. Each fragment's is worked out once, since fragments that spread one another twice would
 * otherwise take twice the time with each; one that stands within itself counts as flat there (another rule refuses it).
 */
function depthOf(set: SelectionSetNode, context: ValidationContext, fragments: Map<string, number>): number {
  let deepest = 0;
  for (const node of set.selections) {
    if (node.kind === 'Field') {
      deepest = Math.max(deepest, 1 + (node.selectionSet ? depthOf(node.selectionSet, context, fragments) : 0));
    } else if (node.kind === 'InlineFragment') {
      deepest = Math.max(deepest, depthOf(node.selectionSet, context, fragments));
    } else {
      deepest = Math.max(deepest, depthOfFragment(node.name.value, context, fragments));
    }
  }
  return deepest;
}

function depthOfFragment(name: string, context: ValidationContext, fragments: Map<string, number>): number {
  const known = fragments.get(name);
  if (known !== undefined) return known;
  fragments.set(name, 0);
  const fragment = context.getFragment(name);
  const depth = fragment ? depthOf(fragment.selectionSet, context, fragments) : 0;
  fragments.set(name, depth);
  return depth;
}

/** Refuses documents with more than `most` aliases. */
export const aliasRule =
  (most: number): ValidationRule =>
  (context): ASTVisitor => {
    let count = 0;
    return {
      Field(node) {
        if (!node.alias) return;
        count += 1;
        if (count === most + 1)
          context.reportError(operationTooLarge(`aliases: must be at most ${most}, but got more.`));
      },
    };
  };

/** Refuses the subgraph's SDL, which tells the schema as introspection does. */
export const noSdlRule: ValidationRule = (context) => ({
  Field(node) {
    if (node.name.value === '_service' && context.getParentType() === context.getSchema().getQueryType())
      context.reportError(
        new GraphQLError('GraphQL introspection is not allowed here, and neither is the subgraph’s SDL.', {
          nodes: node,
        }),
      );
  },
});
