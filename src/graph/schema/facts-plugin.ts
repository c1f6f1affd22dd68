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
import type { FieldFacts, TypeFacts } from '../scope/field-facts.ts';

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

/** The same, as the option of an object type. */
export interface EntityOptions<Types extends SchemaTypes, Shape> extends Pick<EntityFacts, 'keys'> {
  resolveReference(key: EntityKey, context: Types['Context'], info: GraphQLResolveInfo): MaybePromise<Shape | null>;
}

declare module 'graphql' {
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    readonly entity?: EntityFacts | undefined;
  }
}

declare global {
  // Pothos takes a plugin's options by merging them into its global namespace.
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      facts: FactsPlugin<Types>;
    }
    interface FieldOptions<
      Types extends SchemaTypes,
      ParentShape,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > extends FieldFacts {}
    interface ObjectTypeOptions<Types extends SchemaTypes, Shape> extends TypeFacts {
      /** Lets other subgraphs refer to objects of this type. */
      entity?: EntityOptions<Types, Shape>;
    }
  }
}

/** Copies the facts, and how an entity is found, from a field's or object type's options to its extensions. */
class FactsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { needs, read, callsEach, sizedBy, sizeWithout, ofPage, credits } = config.pothosOptions;
    const { covers, early, right, notInSubgraph } = config.pothosOptions;
    const sizes = { callsEach, sizedBy, sizeWithout, ofPage };
    const facts: FieldFacts = { needs, read, ...sizes, credits, covers, early, right, notInSubgraph };
    return hasSome(facts) ? { ...config, extensions: { ...config.extensions, facts } } : config;
  }

  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    if (config.kind !== 'Object') return config;
    const { credits, callsEach, shareable, entity } = config.pothosOptions;
    const facts: TypeFacts = { credits, callsEach, shareable };
    return hasSome(facts) || entity ? { ...config, extensions: { ...config.extensions, facts, entity } } : config;
  }
}

const hasSome = (facts: object): boolean => Object.values(facts).some((fact) => fact !== undefined);

/** The plugin's name in the builder's options. */
export const factsPlugin = 'facts';

SchemaBuilder.registerPlugin(factsPlugin, FactsPlugin);
