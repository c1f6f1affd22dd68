import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';
import { assumedListLength } from '../../credits/price-estimate.ts';

/** A directive as it is applied: its arguments are plain JSON. */
export interface AppliedDirective {
  readonly name: string;
  readonly args?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** The directives of federation that the schema applies. */
export const importedDirectives = ['@key', '@shareable', '@cost', '@listSize'] as const;

/**
 * What an object type's facts say to gateways: its keys, and what one object costs in credits. Without `@cost`, an object
 * would cost 1.
 */
export function typeDirectives(type: GraphQLNamedType | undefined, isRoot: boolean): readonly AppliedDirective[] {
  if (!isObjectType(type)) return [];
  const { entity, shareable, facts } = type.extensions;
  const keys = (entity?.keys ?? []).map((fields) => ({ name: 'key', args: { fields } }));
  return [...keys, ...(shareable ? [{ name: 'shareable' }] : []), ...(isRoot ? [] : [cost(facts?.credits ?? 0)])];
}

/**
 * What a field's facts say to gateways: what it costs in credits, and how long its lists are. It is the static upper
 * bound; `POST /quote` knows better.
 */
export function fieldDirectives(field: GraphQLField<unknown, unknown>): readonly AppliedDirective[] {
  const { credits, ofPage, sizedBy } = field.extensions.facts ?? {};
  const own = typeof credits === 'number' ? [cost(credits)] : [];
  const named = getNamedType(field.type);
  if (isListType(getNullableType(field.type))) {
    // A page sizes its own lists.
    const isAssumed = isCompositeType(named) && !ofPage;
    return isAssumed ? [...own, { name: 'listSize', args: { assumedSize: assumedListLength } }] : own;
  }
  const fields = isObjectType(named) ? Object.values(named.getFields()) : [];
  const sizedFields = fields.filter(({ extensions }) => extensions.facts?.ofPage).map(({ name }) => name);
  if (sizedFields.length === 0 || !sizedBy) return own;
  const args = { slicingArguments: [sizedBy], sizedFields, requireOneSlicingArgument: false };
  return [...own, { name: 'listSize', args }];
}

const cost = (credits: number): AppliedDirective => ({ name: 'cost', args: { weight: credits } });
