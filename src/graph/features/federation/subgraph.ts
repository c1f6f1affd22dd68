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
import type { GraphContext } from '../../schema/builder.ts';
import type { EntityFacts, EntityKey } from '../../schema/facts-plugin.ts';
import { subgraphSdl } from './sdl.ts';

/** A parsed reference to an entity. */
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
 * Adds the root fields of Apollo Federation 2, `_service` and `_entities`, to a schema that declares entities. The SDL
 * describes the schema without them; it is printed on first use, then kept.
 */
export function withFederationFields(schema: GraphQLSchema): GraphQLSchema {
  const { query, types, ...config } = schema.toConfig();
  if (!query) throw new TypeError('A subgraph must have a query type, but the schema has none.');
  const entities = entitiesOf(schema);
  const typeNames = new WeakMap<object, string>();
  let sdl: string | undefined;

  const Service = new GraphQLObjectType({
    name: '_Service',
    description: 'This subgraph as a federation gateway reads it.',
    fields: {
      sdl: {
        type: GraphQLString,
        description: 'The subgraph’s schema in SDL, for composition, such as `type Profile @key(fields: "id") { … }`.',
        resolve: () => {
          sdl ??= subgraphSdl(schema);
          return sdl;
        },
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
          // Resolve all concurrently, so that look-ups are batched. References fail individually, except without an
          // accepted key: a thousand equal errors would take more time than such a caller is allowed.
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

/** The types of a schema with keys, by name. */
function entitiesOf(schema: GraphQLSchema): ReadonlyMap<string, Entity> {
  const entities = new Map<string, Entity>();
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && type.extensions.entity) entities.set(type.name, { type, facts: type.extensions.entity });
  return entities;
}

/** Maximum number of invalid representations that fail individually; with more, all fail. */
const maxWrong = 25;

/** @throws a BAD_USER_INPUT error if too many are invalid */
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
 * Parses a gateway's representation. Only a key is read from it, to look up the record; no other field is trusted.
 *
 * @throws a BAD_USER_INPUT error if its type has no keys, or it contains none of them
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
