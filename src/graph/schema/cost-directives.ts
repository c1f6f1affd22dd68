import {
  type GraphQLField,
  type GraphQLNamedType,
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
import { assumedListLength } from '../credits/price-estimate.ts';

/** The directives by which a schema tells what it costs, as federation has them since 2.9. */
export const costDirectives = ['@cost', '@listSize'] as const;

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
      marks.push({ at: head.end, text: cost(creditsOf(schema.getType(owner))) });
    for (const { name, loc } of fields) {
      const field = fieldOf(schema, owner, name.value);
      if (loc && field) marks.push({ at: loc.end, text: marksOf(field) });
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

function marksOf(field: GraphQLField<unknown, unknown>): string {
  const { credits, ofPage, sizedBy } = field.extensions.facts ?? {};
  const own = credits === undefined ? '' : cost(credits);
  const type = getNullableType(field.type);
  const named = getNamedType(type);
  if (isListType(type)) {
    // A page sizes its own lists.
    const sized = isCompositeType(named) && !ofPage;
    return sized ? `${own} @listSize(assumedSize: ${assumedListLength})` : own;
  }
  const fields = isObjectType(named) ? Object.values(named.getFields()) : [];
  const lists = fields.filter(({ extensions }) => extensions.facts?.ofPage).map(({ name }) => name);
  if (lists.length === 0 || !sizedBy) return own;
  const sized = lists.map((list) => `"${list}"`).join(', ');
  const sizes = `slicingArguments: ["${sizedBy}"], sizedFields: [${sized}], requireOneSlicingArgument: false`;
  return `${own} @listSize(${sizes})`;
}

/** What one object of a type costs, at most. */
const creditsOf = (type: GraphQLNamedType | undefined): number =>
  isObjectType(type) ? (type.extensions.facts?.credits ?? 0) : 0;

const cost = (credits: number): string => ` @cost(weight: ${credits})`;

const isRoot = (schema: GraphQLSchema, name: string): boolean =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].some((type) => type?.name === name);

function fieldOf(schema: GraphQLSchema, owner: string, name: string): GraphQLField<unknown, unknown> | undefined {
  const type = schema.getType(owner);
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}
