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

/** An applied directive, with arguments as JSON. */
export interface AppliedDirective {
  readonly name: string;
  readonly args?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** The federation directives that the schema applies. */
export const importedDirectives = ['@key', '@shareable', '@cost', '@listSize'] as const;

/**
 * Directives of an object type: its keys, and a cost of 0, since gateways assume 1. The fields that load a record have
 * its cost instead, so that a page of ids is free.
 */
export function typeDirectives(type: GraphQLNamedType | undefined, isRoot: boolean): readonly AppliedDirective[] {
  if (!isObjectType(type)) return [];
  const { entity, facts } = type.extensions;
  const keys = (entity?.keys ?? []).map((fields) => ({ name: 'key', args: { fields } }));
  return [...keys, ...(facts?.shareable ? [{ name: 'shareable' }] : []), ...(isRoot ? [] : [cost(0)])];
}

/**
 * Directives of a field: its cost in credits, and the length of its lists. They are a static upper bound, which counts
 * a record for each field that loads it; `POST /quote` is more precise.
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
    // The lists of a page are sized by the page's field.
    const isAssumed = isCompositeType(named) && !ofPage;
    return isAssumed ? [...own, { name: 'listSize', args: { assumedSize: assumedListLength } }] : own;
  }
  const fields = isObjectType(named) ? Object.values(named.getFields()) : [];
  const sizedFields = fields.filter(({ extensions }) => extensions.facts?.ofPage).map(({ name }) => name);
  if (sizedFields.length === 0 || !sizedBy) return own;
  // A slicing argument must be a number; gateways do not support the length of a list.
  const isNumber = field.args.some(({ name, type }) => name === sizedBy && getNullableType(type) === GraphQLInt);
  const args = isNumber
    ? { slicingArguments: [sizedBy], sizedFields, requireOneSlicingArgument: false }
    : { assumedSize: assumedListLength, sizedFields };
  return [...own, { name: 'listSize', args }];
}

/** The cost of a field itself; undefined if gateways assume that it is free. */
function creditsOf({ type, extensions: { facts } }: GraphQLField<unknown, unknown>, of: GraphQLNamedType) {
  if (typeof facts?.credits === 'number') return facts.credits;
  const record = isObjectType(of) ? of.extensions.facts?.credits : undefined;
  if (record !== undefined && loadsRecord(facts?.needs)) return record;
  // Without it, gateways assume that each object of a union or interface costs 1.
  return isAbstractType(getNamedType(type)) ? 0 : undefined;
}

/**
 * Whether a field may need its object's record. The id never does: references contain it, or a free search finds it.
 */
const loadsRecord = (needs: FieldRequirements = []): boolean =>
  typeof needs === 'function' || needs.some((member) => member !== 'id');

const cost = (credits: number): AppliedDirective => ({ name: 'cost', args: { weight: credits } });
