import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { FieldFacts, TypeFacts } from '../scope/field-facts.ts';

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
    interface ObjectTypeOptions<Types extends SchemaTypes, Shape> extends TypeFacts {}
  }
}

/** Copies the facts from a field's or object type's options to its extensions. */
class FactsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { needs, read, callsEach, sizedBy, sizeWithout, ofPage, credits, covers, early, right } =
      config.pothosOptions;
    const facts: FieldFacts = { needs, read, callsEach, sizedBy, sizeWithout, ofPage, credits, covers, early, right };
    return hasSome(facts) ? { ...config, extensions: { ...config.extensions, facts } } : config;
  }

  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    if (config.kind !== 'Object') return config;
    const { credits, callsEach } = config.pothosOptions;
    const facts: TypeFacts = { credits, callsEach };
    return hasSome(facts) ? { ...config, extensions: { ...config.extensions, facts } } : config;
  }
}

const hasSome = (facts: object): boolean => Object.values(facts).some((fact) => fact !== undefined);

/** The plugin's name in the builder's options. */
export const factsPlugin = 'facts';

SchemaBuilder.registerPlugin(factsPlugin, FactsPlugin);
