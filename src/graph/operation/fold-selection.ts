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
  type SelectionSetNode,
} from 'graphql';
import { walkSelection } from '../scope/selection.ts';

/** Computes a value of a selection, whatever @skip and @include decide and whichever type an object is of. */
export interface SelectionFold<Value> {
  /** The value of no selection. */
  readonly empty: Value;
  /**
   * The value of a field.
   *
   * @param definition undefined for fields of introspection, and for those that there are not
   * @param below computes the value of its own selection
   */
  field(node: FieldNode, definition: GraphQLField<unknown, unknown> | undefined, below: () => Value): Value;
  /** The value of a selection set, from those of its fields and fragments. */
  join(values: readonly Value[]): Value;
}

/** What selections refer to. */
export interface SelectionSource {
  readonly schema: GraphQLSchema;
  fragment(name: string): FragmentDefinitionNode | null | undefined;
}

/**
 * Folds the selections of a document. A named fragment is folded once, since fragments that spread one another
 * twice would otherwise take twice the time with each; within itself it has the empty value.
 */
export function selectionFolder<Value>(
  { schema, fragment }: SelectionSource,
  fold: SelectionFold<Value>,
): (set: SelectionSetNode, type: GraphQLNamedType | null | undefined) => Value {
  const folded = new Map<string, Value>();
  const foldSet = (set: SelectionSetNode, type: GraphQLNamedType | null | undefined): Value => {
    const values: Value[] = [];
    walkSelection(set, fragment, {
      field(node) {
        const { name, selectionSet } = node;
        const definition = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name.value] : undefined;
        const below = () =>
          selectionSet ? foldSet(selectionSet, definition && getNamedType(definition.type)) : fold.empty;
        values.push(fold.field(node, definition, below));
      },
      // A fragment is folded by itself, as one value.
      enters({ typeCondition, selectionSet }, node) {
        const on = typeCondition ? schema.getType(typeCondition.name.value) : type;
        values.push(
          node.kind === Kind.INLINE_FRAGMENT ? foldSet(selectionSet, on) : foldNamed(node.name.value, selectionSet, on),
        );
        return false;
      },
    });
    return fold.join(values);
  };
  const foldNamed = (name: string, set: SelectionSetNode, type: GraphQLNamedType | undefined | null): Value => {
    const known = folded.get(name);
    if (known !== undefined) return known;
    folded.set(name, fold.empty);
    const value = foldSet(set, type);
    folded.set(name, value);
    return value;
  };
  return foldSet;
}
