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

/** Fold over a selection that ignores @skip, @include and the runtime types of objects. */
export interface SelectionFold<Value> {
  /** The value of no selection. */
  readonly empty: Value;
  /**
   * The value of a field.
   *
   * @param definition undefined for introspection fields and unknown fields
   * @param below computes the value of the field's selection
   */
  field(node: FieldNode, definition: GraphQLField<unknown, unknown> | undefined, below: () => Value): Value;
  /** Combines the values of a selection set's fields and fragments. */
  join(values: readonly Value[]): Value;
}

export interface SelectionSource {
  readonly schema: GraphQLSchema;
  fragment(name: string): FragmentDefinitionNode | null | undefined;
}

/**
 * Folds the selections of a document. Each named fragment is folded once: fragments that each spread the next one twice
 * would otherwise take exponential time. A fragment that spreads itself has the empty value there.
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
      // A fragment contributes one value, so its fields are not visited here.
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
