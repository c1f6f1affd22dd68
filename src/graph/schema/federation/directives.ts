import {
  type GraphQLField,
  GraphQLInt,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';
import { assumedListLength } from '../../credits/price-estimate.ts';
import type { FieldRequirements } from '../../scope/field-facts.ts';

/** A directive as it is applied: its arguments are plain JSON. */
export interface AppliedDirective {
  readonly name: string;
  readonly args?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** The directives of federation that the schema applies. */
export const importedDirectives = ['@key', '@shareable', '@cost', '@listSize'] as const;

/**
 * What an object type's facts say to gateways: its keys, and that an object costs nothing by itself, without which it would
 * cost 1. A record costs by the fields that load it, so that a page of ids costs nothing.
 */
export function typeDirectives(type: GraphQLNamedType | undefined, isRoot: boolean): readonly AppliedDirective[] {
  if (!isObjectType(type)) return [];
  const { entity, shareable } = type.extensions;
  const keys = (entity?.keys ?? []).map((fields) => ({ name: 'key', args: { fields } }));
  return [...keys, ...(shareable ? [{ name: 'shareable' }] : []), ...(isRoot ? [] : [cost(0)])];
}

/**
 * What the facts of a field of a type say to gateways: what it costs in credits, and how long its lists are. It is a static
 * upper bound, in which each field that loads a record counts it again; `POST /quote` knows better.
 */
export function fieldDirectives(
  field: GraphQLField<unknown, unknown>,
  of: GraphQLNamedType,
): readonly AppliedDirective[] {
  const { ofPage, sizedBy } = field.extensions.facts ?? {};
  const credits = creditsOf(field, of);
  const own = credits === undefined ? [] : [cost(credits)];
  const named = getNamedType(field.type);
  if (isListType(getNullableType(field.type))) {
    // A page sizes its own lists.
    const isAssumed = isCompositeType(named) && !ofPage;
    return isAssumed ? [...own, { name: 'listSize', args: { assumedSize: assumedListLength } }] : own;
  }
  const fields = isObjectType(named) ? Object.values(named.getFields()) : [];
  const sizedFields = fields.filter(({ extensions }) => extensions.facts?.ofPage).map(({ name }) => name);
  if (sizedFields.length === 0 || !sizedBy) return own;
  // Gateways slice by a number alone, not by the length of a list.
  const isNumber = field.args.some(({ name, type }) => name === sizedBy && getNullableType(type) === GraphQLInt);
  const args = isNumber
    ? { slicingArguments: [sizedBy], sizedFields, requireOneSlicingArgument: false }
    : { assumedSize: assumedListLength, sizedFields };
  return [...own, { name: 'listSize', args }];
}

/** What a field costs by itself; undefined where gateways assume that it is free. */
function creditsOf({ type, extensions: { facts } }: GraphQLField<unknown, unknown>, of: GraphQLNamedType) {
  if (typeof facts?.credits === 'number') return facts.credits;
  const record = isObjectType(of) ? of.extensions.facts?.credits : undefined;
  if (record !== undefined && loadsRecord(facts?.needs)) return record;
  // A union's or interface's objects would cost 1.
  return isAbstractType(getNamedType(type)) ? 0 : undefined;
}

/** Whether a field may need its object's record: an id comes with what leads to the object, or by a free search. */
const loadsRecord = (needs: FieldRequirements = []): boolean =>
  typeof needs === 'function' || needs.some((member) => member !== 'id');

const cost = (credits: number): AppliedDirective => ({ name: 'cost', args: { weight: credits } });
