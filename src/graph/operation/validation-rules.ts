import {
  type ASTVisitor,
  GraphQLError,
  getNamedType,
  isInputObjectType,
  OperationTypeNode,
  type SelectionNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { walkSelection } from '../scope/selection.ts';
import { type SelectionSource, selectionFolder } from './fold-selection.ts';
import { operationTooLarge } from './limit-error.ts';
import { fieldCountOf } from './variables.ts';

/** Refuses operations with more than `most` levels of fields, including those in fragments. */
export const depthRule =
  (most: number): ValidationRule =>
  (context) => {
    const depthIn = selectionFolder(documentOf(context), {
      empty: 0,
      field: (_node, _definition, below) => 1 + below(),
      join: (depths) => depths.reduce((deepest, depth) => Math.max(deepest, depth), 0),
    });
    return {
      OperationDefinition({ selectionSet }) {
        const depth = depthIn(selectionSet, undefined);
        if (depth > most)
          context.reportError(operationTooLarge('depth', `depth: must be at most ${most} fields, but got ${depth}.`));
      },
    };
  };

/** Fragment cycles are refused by another rule. */
const documentOf = (context: ValidationContext): SelectionSource => ({
  schema: context.getSchema(),
  fragment: (name) => context.getFragment(name),
});

/** Fields of the query type that return the whole schema, so that one per operation is enough. */
export const schemaFields: ReadonlySet<string> = new Set(['__schema', '_service']);

/** Maximum `__type` fields of an operation, and aliases in introspection of a document; tools use none. */
const maxTypes = 10;
const maxSchemaAliases = 10;

/** Counts of root fields, including those in fragments. */
interface RootFields {
  readonly all: number;
  readonly schemas: number;
  readonly types: number;
}

const noFields: RootFields = { all: 0, schemas: 0, types: 0 };

/**
 * Refuses operations with more than `most` root fields, more than one schema field, or more than 10 `__type` fields.
 */
export const rootFieldsRule =
  (most: number): ValidationRule =>
  (context) => {
    const countIn = selectionFolder<RootFields>(documentOf(context), {
      empty: noFields,
      field: ({ name: { value: name } }) => ({
        all: 1,
        schemas: schemaFields.has(name) ? 1 : 0,
        types: name === '__type' ? 1 : 0,
      }),
      join: (counts) =>
        counts.reduce(
          (sum, { all, schemas, types }) => ({
            all: sum.all + all,
            schemas: sum.schemas + schemas,
            types: sum.types + types,
          }),
          noFields,
        ),
    });
    const refuse = (sentence: string): void => context.reportError(operationTooLarge('root_fields', sentence));
    return {
      OperationDefinition({ selectionSet }) {
        const { all, schemas, types } = countIn(selectionSet, undefined);
        if (all > most) refuse(`root fields: must be at most ${most}, but got ${all}.`);
        if (schemas > 1) refuse('__schema and _service: must be selected once in an operation, but got more.');
        if (types > maxTypes) refuse(`__type: must be selected at most ${maxTypes} times, but got ${types}.`);
      },
    };
  };

/** Refuses documents with more than 10 aliases within `__schema` and `__type`. */
export const schemaAliasRule: ValidationRule = (context) => {
  let count = 0;
  return {
    Field(node) {
      if (!node.alias || !context.getParentType()?.name.startsWith('__')) return;
      count += 1;
      if (count === maxSchemaAliases + 1)
        context.reportError(
          operationTooLarge(
            'aliases',
            `aliases: must be at most ${maxSchemaAliases} within __schema and __type, but got more.`,
          ),
        );
    },
  };
};

/** Refuses `@skip` and `@include` at the root of a subscription, so that no variable can exclude its one root field. */
export const subscriptionRootRule: ValidationRule = (context) => ({
  OperationDefinition({ operation, selectionSet }) {
    if (operation !== OperationTypeNode.SUBSCRIPTION) return;
    const entered = new Set<unknown>();
    const refuse = ({ directives = [] }: SelectionNode): void => {
      for (const directive of directives)
        if (['skip', 'include'].includes(directive.name.value))
          context.reportError(
            new GraphQLError(`@${directive.name.value} is not allowed at the root of a subscription.`, {
              nodes: directive,
            }),
          );
    };
    walkSelection(selectionSet, (name) => context.getFragment(name), {
      field: refuse,
      enters(fragment, node) {
        refuse(node);
        const isNew = !entered.has(fragment);
        entered.add(fragment);
        return isNew;
      },
    });
  },
});

/** Refuses operations that declare more than `most` variables, or `$__proto__`, which objects treat specially. */
export const variablesRule =
  (most: number): ValidationRule =>
  (context) => ({
    OperationDefinition({ variableDefinitions = [] }) {
      if (variableDefinitions.length > most)
        context.reportError(
          operationTooLarge('variables', `variables: must be at most ${most}, but got ${variableDefinitions.length}.`),
        );
      for (const node of variableDefinitions)
        if (node.variable.name.value === '__proto__')
          context.reportError(new GraphQLError('A variable cannot be named $__proto__.', { nodes: node }));
    },
  });

/** Maximum length of a name, in characters: looking up similar names for suggestions is slow for long ones. */
const longestName = 1_000;

/** Refuses documents with names over 1,000 characters. */
export const nameRule: ValidationRule = (context) => ({
  Name({ value }) {
    if (value.length > longestName)
      context.reportError(
        operationTooLarge('names', `names: must be at most ${longestName} characters, but got ${value.length}.`),
      );
  },
});

/**
 * Maximum fields that the types of a document's input object literals have in total; larger input is sent as variables.
 */
const maxInputFields = 20_000;

/** Refuses documents with too many input objects: coercion visits every field of each object's type, sent or not. */
export const inputFieldsRule: ValidationRule = (context) => {
  let fields = 0;
  return {
    ObjectValue() {
      const type = getNamedType(context.getInputType());
      if (!isInputObjectType(type) || fields > maxInputFields) return;
      fields += fieldCountOf(type);
      if (fields > maxInputFields)
        context.reportError(
          operationTooLarge(
            'input_objects',
            `input objects: must have types of at most ${maxInputFields} fields together, but got more; send them as variables.`,
          ),
        );
    },
  };
};

/** Refuses documents with more than `most` aliases. */
export const aliasRule =
  (most: number): ValidationRule =>
  (context): ASTVisitor => {
    let count = 0;
    return {
      Field(node) {
        if (!node.alias) return;
        count += 1;
        if (count === most + 1)
          context.reportError(operationTooLarge('aliases', `aliases: must be at most ${most}, but got more.`));
      },
    };
  };

/** Refuses the subgraph's SDL, which reveals the schema as introspection does. */
export const noSdlRule: ValidationRule = (context) => ({
  Field(node) {
    if (node.name.value === '_service' && context.getParentType() === context.getSchema().getQueryType())
      context.reportError(
        new GraphQLError('GraphQL introspection is not allowed here, and neither is the subgraph’s SDL.', {
          nodes: node,
        }),
      );
  },
});
