import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** What a selection comes to, whatever @skip and @include decide and whichever type an object is of. */
export interface SelectionFold<Value> {
  /** What nothing comes to. */
  readonly empty: Value;
  /**
   * What a field comes to.
   *
   * @param definition undefined for fields of introspection, and for those that there are not
   * @param below what is selected below it comes to
   */
  field(node: FieldNode, definition: GraphQLField<unknown, unknown> | undefined, below: () => Value): Value;
  /** What the fields and fragments of one selection set come to together. */
  join(values: readonly Value[]): Value;
}

/** Where selections stand. */
export interface Folded {
  readonly schema: GraphQLSchema;
  fragment(name: string): FragmentDefinitionNode | null | undefined;
}

/**
 * Makes what folds the selections of a document. A named fragment is folded once, since fragments that spread one another
 * twice would otherwise take twice the time with each; within itself it comes to nothing.
 */
export function selectionFolder<Value>(
  { schema, fragment }: Folded,
  fold: SelectionFold<Value>,
): (set: SelectionSetNode, type: GraphQLNamedType | null | undefined) => Value {
  const fragments = new Map<string, Value>();
  const ofSet = ({ selections }: SelectionSetNode, type: GraphQLNamedType | null | undefined): Value =>
    fold.join(selections.map((node) => ofNode(node, type)));
  const ofNode = (node: SelectionNode, type: GraphQLNamedType | null | undefined): Value => {
    switch (node.kind) {
      case Kind.FIELD: {
        const { name, selectionSet } = node;
        const definition = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name.value] : undefined;
        return fold.field(node, definition, () =>
          selectionSet ? ofSet(selectionSet, definition && getNamedType(definition.type)) : fold.empty,
        );
      }
      case Kind.INLINE_FRAGMENT: {
        const { typeCondition, selectionSet } = node;
        return ofSet(selectionSet, typeCondition ? schema.getType(typeCondition.name.value) : type);
      }
      case Kind.FRAGMENT_SPREAD:
        return ofFragment(node.name.value);
    }
  };
  const ofFragment = (name: string): Value => {
    const known = fragments.get(name);
    if (known !== undefined) return known;
    fragments.set(name, fold.empty);
    const definition = fragment(name);
    const value = definition
      ? ofSet(definition.selectionSet, schema.getType(definition.typeCondition.name.value))
      : fold.empty;
    fragments.set(name, value);
    return value;
  };
  return ofSet;
}
