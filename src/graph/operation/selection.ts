import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** What a selection is read by: an operation's fragments and variables, and the schema. */
export type Within = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>;

/** Whether @skip and @include leave a node in. */
function included(node: SelectionNode, info: Within): boolean {
  if (!node.directives?.length) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, node, info.variableValues);
  if (skip?.if === true) return false;
  const include = getDirectiveValues(GraphQLIncludeDirective, node, info.variableValues);
  return include?.if !== false;
}

/** Whether a fragment on `condition` applies to objects of the type. */
function applies(condition: string, type: GraphQLObjectType, info: Within): boolean {
  if (condition === type.name) return true;
  const other = info.schema.getType(condition);
  return isAbstractType(other) && info.schema.isSubType(other, type);
}

/** The fields that some selection sets come to on objects of a type, through fragments, by a key of theirs. */
export function collectFields(
  sets: Iterable<SelectionSetNode | undefined>,
  type: GraphQLObjectType,
  info: Within,
  keyOf: (field: FieldNode) => string,
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const node of set?.selections ?? []) {
      if (!included(node, info)) continue;
      if (node.kind === 'Field') {
        const key = keyOf(node);
        const nodes = fields.get(key);
        if (nodes) nodes.push(node);
        else fields.set(key, [node]);
        continue;
      }
      if (node.kind === 'FragmentSpread') {
        // Spread again, a fragment selects nothing new.
        if (spread.has(node.name.value)) continue;
        spread.add(node.name.value);
      }
      const fragment = node.kind === 'InlineFragment' ? node : info.fragments[node.name.value];
      const condition = fragment?.typeCondition?.name.value;
      if (fragment && (condition === undefined || applies(condition, type, info))) collect(fragment.selectionSet);
    }
  };
  for (const set of sets) collect(set);
  return fields;
}
