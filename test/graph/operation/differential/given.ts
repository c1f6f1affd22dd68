import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  GraphQLNonNull,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { scalarsAt } from './cast-values.ts';

/** A value of an input type, each part of which may be written in the document, or come as a variable. */
export interface Given {
  readonly type: GraphQLInputType;
  readonly value: Value;
  readonly by: Way;
}

export type Value =
  | { readonly kind: 'leaf'; readonly leaf: unknown }
  | { readonly kind: 'list'; readonly items: readonly Given[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Given])[] };

/**
 * Written there; a variable; a variable that has a default, and is given (`override`) or not (`default`); a variable that
 * is not given, which is as if nothing stood there (`absent`).
 */
type Way = 'literal' | 'variable' | 'override' | 'default' | 'absent';

const nothing: Value = { kind: 'leaf', leaf: null };

/**
 * Random values of an argument, or of an input object's field: from the schema's types alone, with the cast's names in
 * their places.
 *
 * @param at where it stands, such as `ProfileBy.id`
 * @param depth how many input objects may lie within one another
 */
export function givenFor(
  { type, name }: Pick<GraphQLArgument | GraphQLInputField, 'type' | 'name'>,
  of: string,
  depth: number,
): fc.Arbitrary<Given> {
  return givenOf(type, `${of}.${name}`, depth);
}

function givenOf(type: GraphQLInputType, at: string, depth: number): fc.Arbitrary<Given> {
  const nullable = !isNonNullType(type);
  const value = valueFor(getNullableType(type), at, depth);
  return fc.record({
    type: fc.constant(type),
    value: nullable
      ? fc.oneof({ arbitrary: value, weight: 12 }, { arbitrary: fc.constant(nothing), weight: 1 })
      : value,
    by: waysOf(type),
  });
}

function waysOf(type: GraphQLInputType): fc.Arbitrary<Way> {
  // A name with a dot in it, as queries have, can't be written in a document.
  if (String(type) === 'JSON') return fc.constant('variable');
  return fc.oneof(
    { arbitrary: fc.constant<Way>('literal'), weight: 6 },
    { arbitrary: fc.constant<Way>('variable'), weight: 4 },
    { arbitrary: fc.constantFrom<Way>('override', 'default'), weight: 1 },
    ...(isNonNullType(type) ? [] : [{ arbitrary: fc.constant<Way>('absent'), weight: 1 }]),
  );
}

/** Input types refer to themselves: what was made for a depth is made once. */
const objects = new Map<string, fc.Arbitrary<Value>>();

function valueFor(type: GraphQLInputType, at: string, depth: number): fc.Arbitrary<Value> {
  if (isListType(type))
    return fc.array(givenOf(type.ofType, at, depth), { maxLength: 3 }).map((items): Value => ({ kind: 'list', items }));
  if (isEnumType(type))
    return fc.constantFrom(...type.getValues().map(({ name }) => name)).map((leaf): Value => ({ kind: 'leaf', leaf }));
  if (!isInputObjectType(type))
    return fc.constantFrom(...scalarsAt(at, String(type))).map((leaf): Value => ({ kind: 'leaf', leaf }));
  const key = `${type.name} ${depth}`;
  const known = objects.get(key);
  if (known) return known;
  const fields = Object.values(type.getFields()).filter((field) => depth > 0 || !isNested(field.type));
  const less = Math.max(0, depth - 1);
  // Of a type that takes exactly one member, that one must be there.
  const members = fields.map((field) =>
    (type.isOneOf
      ? givenOf(new GraphQLNonNull(getNullableType(field.type)), `${type.name}.${field.name}`, less)
      : givenFor(field, type.name, less)
    ).map((given) => [field.name, given] as const),
  );
  const chosen =
    members.length === 0
      ? fc.constant([])
      : type.isOneOf
        ? fc.oneof(...members).map((member) => [member])
        : fc.uniqueArray(fc.oneof(...members), { maxLength: 2, selector: ([name]) => name });
  const made = chosen.map((some): Value => ({ kind: 'object', members: some }));
  objects.set(key, made);
  return made;
}

function isNested(type: GraphQLInputType): boolean {
  const inner = getNullableType(type);
  if (isListType(inner)) return isNested(inner.ofType);
  return (
    isInputObjectType(inner) && Object.values(inner.getFields()).some((field) => isInputObjectType(listed(field.type)))
  );
}

const listed = (type: GraphQLInputType): GraphQLInputType => {
  const inner = getNullableType(type);
  return isListType(inner) ? listed(inner.ofType) : inner;
};

/** The value as JSON, however it was to be written. */
export function plain(value: Value): unknown {
  if (value.kind === 'leaf') return value.leaf;
  if (value.kind === 'list') return value.items.map((item) => (item.by === 'absent' ? null : plain(item.value)));
  return Object.fromEntries(
    value.members.flatMap(([name, member]) => (member.by === 'absent' ? [] : [[name, plain(member.value)]])),
  );
}
