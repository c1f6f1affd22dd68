import {
  GraphQLError,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  isObjectType,
} from 'graphql';
import { Unauthenticated } from '../../../client/errors.ts';
import { invalidArgument } from '../../errors.ts';
import type { GraphContext } from '../builder.ts';
import type { EntityFacts, EntityKey } from './entity-plugin.ts';

/** An entity by one of its keys. */
interface Reference extends Entity {
  readonly key: EntityKey;
}

interface References {
  readonly representations: readonly unknown[];
}

interface Entity {
  readonly type: GraphQLObjectType;
  readonly facts: EntityFacts;
}

/**
 * Adds the two fields by which a gateway of Apollo Federation 2 speaks to a subgraph, `_service` and `_entities`, to a
 * schema that declares its entities. The SDL describes the schema without them.
 */
export function withFederationFields(schema: GraphQLSchema, sdl: () => string): GraphQLSchema {
  const { query, types, ...config } = schema.toConfig();
  if (!query) throw new TypeError('A subgraph must have a query type, but the schema has none.');
  const entities = entitiesOf(schema);
  const typeNames = new WeakMap<object, string>();

  const Service = new GraphQLObjectType({
    name: '_Service',
    description: 'This subgraph as a federation gateway reads it.',
    fields: {
      sdl: {
        type: GraphQLString,
        description: 'The subgraph’s schema in SDL, for composition, such as `type Profile @key(fields: "id") { … }`.',
        resolve: sdl,
      },
    },
  });
  const Any = new GraphQLScalarType({
    name: '_Any',
    description: 'A reference from another subgraph: a `__typename` and the fields of one of its keys.',
  });
  const Entity = new GraphQLUnionType({
    name: '_Entity',
    description: 'The types that another subgraph may refer to by one of their keys.',
    types: Array.from(entities.values(), ({ type }) => type),
    resolveType: (value: object) => typeNames.get(value),
  });

  async function resolve(
    reference: Reference | GraphQLError,
    context: object,
    info: GraphQLResolveInfo,
  ): Promise<unknown> {
    if (reference instanceof GraphQLError) throw reference;
    const { type, facts, key } = reference;
    const found = await facts.resolveReference(key, context, info);
    if (typeof found === 'object' && found !== null) typeNames.set(found, type.name);
    return found;
  }

  return new GraphQLSchema({
    ...config,
    types: types.filter((type) => type !== query),
    query: new GraphQLObjectType({
      ...query.toConfig(),
      fields: {
        ...query.toConfig().fields,
        _service: {
          type: new GraphQLNonNull(Service),
          description: 'For federation gateways: this subgraph’s schema. Free.',
          resolve: () => ({}),
        },
        _entities: {
          type: new GraphQLNonNull(new GraphQLList(Entity)),
          description:
            'For federation gateways: the objects that references of other subgraphs name, in order, in the key’s own team; null if there is none. A record that is needed costs 1 credit.',
          args: {
            representations: {
              type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Any))),
              description: 'The references to resolve; of their fields only those of a key are read.',
            },
          },
          extensions: { facts: { sizedBy: 'representations' } },
          // All at once, so that every look-up of a moment leaves together; each fails for itself, but for want of a key that
          // the upstream accepts: a thousand errors of one cause would cost more than a caller without one may.
          resolve: async (_root, { representations }: References, context: GraphContext, info) => {
            context.operation.scope();
            const references = referencesIn(representations, entities);
            const found = references.map((reference) => resolve(reference, context, info));
            for (const outcome of await Promise.allSettled(found))
              if (outcome.status === 'rejected' && outcome.reason instanceof Unauthenticated) throw outcome.reason;
            return found;
          },
        },
      },
    }),
  });
}

/** The types of a schema that declare keys, by name. */
function entitiesOf(schema: GraphQLSchema): ReadonlyMap<string, Entity> {
  const entities = new Map<string, Entity>();
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && type.extensions.entity) entities.set(type.name, { type, facts: type.extensions.entity });
  return entities;
}

/** A gateway's representations that may be wrong each for itself; with more, all of them are. */
const maxWrong = 25;

/** @throws a BAD_USER_INPUT error where too many are wrong */
function referencesIn(representations: readonly unknown[], entities: ReadonlyMap<string, Entity>) {
  let wrong = 0;
  return representations.map((representation, at): Reference | GraphQLError => {
    try {
      return referenceIn(representation, at, entities);
    } catch (error) {
      wrong += 1;
      if (wrong > maxWrong || !(error instanceof GraphQLError)) throw error;
      return error;
    }
  });
}

/**
 * What a gateway's representation refers to. Of all its fields only a key is read, and only as a name to look up:
 * nothing in it is taken for true.
 *
 * @throws a BAD_USER_INPUT error when it names no type that has keys, or none of its keys
 */
function referenceIn(representation: unknown, at: number, entities: ReadonlyMap<string, Entity>): Reference {
  const path = `representations.${at}`;
  const { __typename: name, ...fields } = membersOf(representation);
  const entity = typeof name === 'string' ? entities.get(name) : undefined;
  if (!entity) throw invalidArgument(path, `must have a __typename of ${[...entities.keys()].join(', ')}.`);
  const { keys } = entity.facts;
  for (const key of keys) {
    const value = fields[key];
    if (typeof value === 'string' && value !== '') return { ...entity, key: { name: key, value } };
  }
  throw invalidArgument(path, `must have a ${keys.join(' or ')} that identifies the ${name}.`);
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
