import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** A document's fragments, by name. The object has no prototype: callers choose the names. */
export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** The parts of the resolve info that reading a selection needs: the schema, fragments and variables. */
export type Within = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>;

/** A field and the selection below it. */
export type SelectedField = Within & Pick<GraphQLResolveInfo, 'fieldNodes' | 'returnType'>;

export function fragmentsOf(document: DocumentNode): Fragments {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
  return fragments;
}

/** Callbacks for the fields and fragments of a selection set. */
interface SelectionVisitor {
  field(node: FieldNode): void;
  /** Whether to walk into the fragment: an inline one itself, or a spread's definition. */
  enters(fragment: InlineFragmentNode | FragmentDefinitionNode, node: InlineFragmentNode | FragmentSpreadNode): boolean;
}

/** Walks a selection set, including its fragments. Planning, counting and pricing all use this walk. */
export function walkSelection(
  { selections }: SelectionSetNode,
  fragmentNamed: (name: string) => FragmentDefinitionNode | null | undefined,
  visitor: SelectionVisitor,
): void {
  for (const node of selections) {
    if (node.kind === Kind.FIELD) {
      visitor.field(node);
      continue;
    }
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragmentNamed(node.name.value);
    if (fragment && visitor.enters(fragment, node)) walkSelection(fragment.selectionSet, fragmentNamed, visitor);
  }
}

/** Whether `@skip` and `@include` keep the node. */
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

/**
 * Collects the selected fields of an object type, through fragments, grouped by `keyOf` (GraphQL specification,
 * “CollectFields”).
 *
 * @throws a GraphQLError if `@skip` or `@include` depends on a variable that is null
 */
export function collectFields(
  sets: Iterable<SelectionSetNode | undefined>,
  type: GraphQLObjectType,
  info: Within,
  keyOf: (field: FieldNode) => string,
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const visitor: SelectionVisitor = {
    field(node) {
      if (!included(node, info)) return;
      const key = keyOf(node);
      const nodes = fields.get(key);
      if (nodes) nodes.push(node);
      else fields.set(key, [node]);
    },
    enters({ typeCondition }, node) {
      if (!included(node, info)) return false;
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        // A repeated spread of a fragment adds no fields.
        if (spread.has(node.name.value)) return false;
        spread.add(node.name.value);
      }
      return typeCondition === undefined || applies(typeCondition.name.value, type, info);
    },
  };
  const fragmentNamed = (name: string) => info.fragments[name];
  for (const set of sets) if (set) walkSelection(set, fragmentNamed, visitor);
  return fields;
}

/** A field's key in the response: its alias or name. */
export const responseName = ({ alias, name }: FieldNode): string => (alias ?? name).value;
