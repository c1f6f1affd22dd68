import type { ASTVisitor, FragmentDefinitionNode, SelectionSetNode, ValidationContext, ValidationRule } from 'graphql';
import { tooMuch } from './too-much.ts';

/** Refuses fields that lie deeper than `most` below the operation, through fragments. */
export const depthRule =
  (most: number): ValidationRule =>
  (context) => ({
    OperationDefinition(operation) {
      const depth = depthOf(operation.selectionSet, context, new Set(), most);
      if (depth > most) context.reportError(tooMuch(`depth: must be at most ${most} fields, but got more.`));
    },
  });

/** The depth of a selection; it stops counting beyond `most`, and at a fragment that stands within itself. */
function depthOf(
  set: SelectionSetNode,
  context: ValidationContext,
  within: ReadonlySet<FragmentDefinitionNode>,
  most: number,
): number {
  if (most < 0) return 0;
  let deepest = 0;
  for (const node of set.selections) {
    if (node.kind === 'Field') {
      const below = node.selectionSet ? depthOf(node.selectionSet, context, within, most - 1) : 0;
      deepest = Math.max(deepest, 1 + below);
    } else if (node.kind === 'InlineFragment') {
      deepest = Math.max(deepest, depthOf(node.selectionSet, context, within, most));
    } else {
      const fragment = context.getFragment(node.name.value);
      if (!fragment || within.has(fragment)) continue;
      deepest = Math.max(deepest, depthOf(fragment.selectionSet, context, new Set([...within, fragment]), most));
    }
  }
  return deepest;
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
        if (count === most + 1) context.reportError(tooMuch(`aliases: must be at most ${most}, but got more.`));
      },
    };
  };
