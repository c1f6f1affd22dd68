import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  parse,
} from 'graphql';
import { mapNetwork } from '../../contract/operation/network-mapper.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import { priceOf } from '../../contract/price.ts';
import { assumedListLength } from '../credits/price-estimate.ts';
import { companyKind } from '../loaders/companies.ts';
import { profileKind } from '../loaders/profiles.ts';
import { pricedFields } from '../operation/price-bounds.ts';

/** The directives by which a schema tells what it costs, as federation has them since 2.9. */
export const costDirectives = ['@cost', '@listSize'] as const;

const creditsOf = (operation: Operation): number => priceOf(operation.price, 1);

/** What one object of a type weighs, in credits: its record is fetched once at most; all else is free. */
const weights: Readonly<Record<string, number>> = {
  Profile: creditsOf(profileKind.operation),
  Company: creditsOf(companyKind.operation),
};

/** The lists of a page, as long as its `first`. */
const pageLists: readonly string[] = ['edges', 'nodes'];

interface Mark {
  readonly at: number;
  readonly text: string;
}

/**
 * Marks a printed schema with what it costs, in credits: weights from the interface's prices, and the sizes of lists.
 * It is the static upper bound, for gateways and clients; `POST /quote` knows better.
 */
export function withCosts(sdl: string, schema: GraphQLSchema): string {
  const marks: Mark[] = [];
  for (const definition of parse(sdl).definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
    const owner = definition.name.value;
    const { directives = [], interfaces = [], fields = [] } = definition;
    const head = [definition.name, ...interfaces, ...directives].at(-1)?.loc;
    // Without the directive an object weighs 1.
    if (head && definition.kind === Kind.OBJECT_TYPE_DEFINITION && !isRoot(schema, owner))
      marks.push({ at: head.end, text: cost(weights[owner] ?? 0) });
    for (const { name, loc } of fields) {
      const field = fieldOf(schema, owner, name.value);
      if (loc && field) marks.push({ at: loc.end, text: marksOf(owner, field) });
    }
  }
  let marked = '';
  let from = 0;
  for (const { at, text } of marks.sort((a, b) => a.at - b.at)) {
    marked += sdl.slice(from, at) + text;
    from = at;
  }
  return marked + sdl.slice(from);
}

function marksOf(owner: string, field: GraphQLField<unknown, unknown>): string {
  const own = pricedFields.has(`${owner}.${field.name}`) ? cost(creditsOf(mapNetwork)) : '';
  const type = getNullableType(field.type);
  const named = getNamedType(type);
  if (isListType(type)) {
    // A page sizes its own lists.
    const sized = isCompositeType(named) && !pageLists.includes(field.name);
    return sized ? `${own} @listSize(assumedSize: ${assumedListLength})` : own;
  }
  const lists = isObjectType(named) ? pageLists.filter((list) => list in named.getFields()) : [];
  if (lists.length === 0 || field.args.every(({ name }) => name !== 'first')) return own;
  const sized = lists.map((list) => `"${list}"`).join(', ');
  const sizes = `slicingArguments: ["first"], sizedFields: [${sized}], requireOneSlicingArgument: false`;
  return `${own} @listSize(${sizes})`;
}

const cost = (credits: number): string => ` @cost(weight: ${credits})`;

const isRoot = (schema: GraphQLSchema, name: string): boolean =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].some((type) => type?.name === name);

function fieldOf(schema: GraphQLSchema, owner: string, name: string): GraphQLField<unknown, unknown> | undefined {
  const type = schema.getType(owner);
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}
