import SchemaBuilder, { BasePlugin, type MaybePromise, type PothosTypeConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';

/** The key by which another subgraph refers to an entity. */
export interface EntityKey {
  /** The field that is the key, such as `id`. */
  readonly name: string;
  readonly value: string;
}

/** An object type that other subgraphs may refer to. */
export interface EntityFacts {
  /** The fields that identify an object; each is a key of its own. */
  readonly keys: readonly string[];
  /** Finds the object, as the parent of its fields; null where there is none. */
  resolveReference(key: EntityKey, context: object, info: GraphQLResolveInfo): unknown;
}

declare module 'graphql' {
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    readonly entity?: EntityFacts | undefined;
    readonly shareable?: boolean | undefined;
  }
}

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      entity: EntityPlugin<Types>;
    }
    interface ObjectTypeOptions<Types extends SchemaTypes, Shape> {
      /** Other subgraphs may refer to objects of this type. */
      entity?: {
        readonly keys: readonly string[];
        readonly resolveReference: (
          key: EntityKey,
          context: Types['Context'],
          info: GraphQLResolveInfo,
        ) => MaybePromise<Shape | null>;
      };
      /** Other subgraphs are likely to have the type, too; each of them may answer for it. */
      shareable?: boolean;
    }
  }
}

/** Puts an object type's options for federation into its extensions. */
class EntityPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    if (config.kind !== 'Object') return config;
    const { entity, shareable } = config.pothosOptions;
    return entity || shareable ? { ...config, extensions: { ...config.extensions, entity, shareable } } : config;
  }
}

/** The plugin's name, among the options of the builder. */
export const entityPlugin = 'entity';

SchemaBuilder.registerPlugin(entityPlugin, EntityPlugin);
