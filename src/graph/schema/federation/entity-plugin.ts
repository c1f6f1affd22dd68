import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type MaybePromise,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';

/** A key in another subgraph's reference to an entity. */
export interface EntityKey {
  /** The key field, such as `id`. */
  readonly name: string;
  readonly value: string;
}

/** An object type that other subgraphs can refer to. */
export interface EntityFacts {
  /** Fields that each identify an object. */
  readonly keys: readonly string[];
  /** Resolves a reference to the object; null if it does not exist. */
  resolveReference(key: EntityKey, context: object, info: GraphQLResolveInfo): unknown;
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    readonly notInSubgraph?: boolean | undefined;
  }
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
    interface FieldOptions<
      Types extends SchemaTypes,
      ParentShape,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > {
      /** Excludes a root field from the subgraph: supergraphs often have one with the same name. */
      notInSubgraph?: boolean;
    }
    interface ObjectTypeOptions<Types extends SchemaTypes, Shape> {
      /** Lets other subgraphs refer to objects of this type. */
      entity?: {
        readonly keys: readonly string[];
        readonly resolveReference: (
          key: EntityKey,
          context: Types['Context'],
          info: GraphQLResolveInfo,
        ) => MaybePromise<Shape | null>;
      };
      /** Marks the type `@shareable`: other subgraphs often have it, too, and each can resolve it. */
      shareable?: boolean;
    }
  }
}

/** Copies federation options into the extensions of types and fields. */
class EntityPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { notInSubgraph } = config.pothosOptions;
    return notInSubgraph ? { ...config, extensions: { ...config.extensions, notInSubgraph } } : config;
  }

  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    if (config.kind !== 'Object') return config;
    const { entity, shareable } = config.pothosOptions;
    return entity || shareable ? { ...config, extensions: { ...config.extensions, entity, shareable } } : config;
  }
}

/** Name of the plugin in the options of the builder. */
export const entityPlugin = 'entity';

SchemaBuilder.registerPlugin(entityPlugin, EntityPlugin);
