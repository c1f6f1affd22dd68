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
      /** A root field that gateways don't see: a supergraph is likely to have one of its own by the name. */
      notInSubgraph?: boolean;
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

/** The plugin's name, among the options of the builder. */
export const entityPlugin = 'entity';

SchemaBuilder.registerPlugin(entityPlugin, EntityPlugin);
