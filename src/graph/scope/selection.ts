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

/** A document's fragments, by name; without a prototype, since names are a caller's. */
export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** What a selection is read by: an operation's fragments and variables, and the schema. */
export type Within = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>;

/** A field, and what is selected below it. */
export type SelectedField = Within & Pick<GraphQLResolveInfo, 'fieldNodes' | 'returnType'>;

export function fragmentsOf(document: DocumentNode): Fragments {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
  return fragments;
}

/** What a walk does at the fields and fragments of a selection set. */
interface SelectionVisitor {
  field(node: FieldNode): void;
  /** Returns whether the walk goes on into the fragment: an inline one itself, or a named one's definition. */
  enters(fragment: InlineFragmentNode | FragmentDefinitionNode, node: InlineFragmentNode | FragmentSpreadNode): boolean;
}

/** Walks a selection set through its fragments. What is planned, counted or priced is read by this walk. */
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

/**
 * Collects the fields of some selection sets on objects of a type, through fragments, by a key of theirs (GraphQL
 * specification, “CollectFields”).
 *
 * @throws a GraphQLError where @skip or @include is decided by a variable that is null
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
        // Spread again, a fragment selects nothing new.
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

/** The key under which a field is answered. */
export const responseName = ({ alias, name }: FieldNode): string => (alias ?? name).value;
