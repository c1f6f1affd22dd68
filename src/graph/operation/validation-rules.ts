import {
  type ASTVisitor,
  GraphQLError,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { operationTooLarge } from './operation-too-large.ts';

/** Refuses fields that lie deeper than `most` below the operation, through fragments. */
export const depthRule =
  (most: number): ValidationRule =>
  (context) => {
    const fragments = new Map<string, number>();
    return {
      OperationDefinition(operation) {
        const depth = depthOf(operation.selectionSet, context, fragments);
        if (depth > most)
          context.reportError(operationTooLarge(`depth: must be at most ${most} fields, but got ${depth}.`));
      },
    };
  };

/**
 * The depth of a selection. Each fragment's is worked out once, since fragments that spread one another twice would
 * otherwise take twice the time with each; one that stands within itself counts as flat there (another rule refuses it).
 */
function depthOf(set: SelectionSetNode, context: ValidationContext, fragments: Map<string, number>): number {
  let deepest = 0;
  for (const node of set.selections) {
    if (node.kind === 'Field') {
      deepest = Math.max(deepest, 1 + (node.selectionSet ? depthOf(node.selectionSet, context, fragments) : 0));
    } else if (node.kind === 'InlineFragment') {
      deepest = Math.max(deepest, depthOf(node.selectionSet, context, fragments));
    } else {
      deepest = Math.max(deepest, depthOfFragment(node.name.value, context, fragments));
    }
  }
  return deepest;
}

function depthOfFragment(name: string, context: ValidationContext, fragments: Map<string, number>): number {
  const known = fragments.get(name);
  if (known !== undefined) return known;
  fragments.set(name, 0);
  const fragment = context.getFragment(name);
  const depth = fragment ? depthOf(fragment.selectionSet, context, fragments) : 0;
  fragments.set(name, depth);
  return depth;
}

/** Fields of the query type that tell the schema: one answer holds all that there is to tell. */
export const schemaFields: ReadonlySet<string> = new Set(['__schema', '_service']);

/** How often an operation may ask for single types, and rename what it asks of the schema: no tool does so. */
const mostTypes = 10;
const mostSchemaAliases = 10;

/** What stands directly below an operation, through fragments. */
interface RootFields {
  readonly all: number;
  readonly schemas: number;
  readonly types: number;
}

const noFields: RootFields = { all: 0, schemas: 0, types: 0 };

/** Refuses operations with more than `most` fields of their own, or that tell the schema more than once. */
export const rootFieldsRule =
  (most: number): ValidationRule =>
  (context) => {
    const fragments = new Map<string, RootFields>();
    const count = ({ selections }: SelectionSetNode): RootFields => {
      let { all, schemas, types } = noFields;
      for (const node of selections) {
        const below =
          node.kind === 'Field'
            ? {
                all: 1,
                schemas: schemaFields.has(node.name.value) ? 1 : 0,
                types: node.name.value === '__type' ? 1 : 0,
              }
            : node.kind === 'InlineFragment'
              ? count(node.selectionSet)
              : countFragment(node.name.value);
        all += below.all;
        schemas += below.schemas;
        types += below.types;
      }
      return { all, schemas, types };
    };
    const countFragment = (name: string): RootFields => {
      const known = fragments.get(name);
      if (known) return known;
      // One that stands within itself is refused by another rule.
      fragments.set(name, noFields);
      const fragment = context.getFragment(name);
      const counted = fragment ? count(fragment.selectionSet) : noFields;
      fragments.set(name, counted);
      return counted;
    };
    const refuse = (sentence: string): void => context.reportError(operationTooLarge(sentence));
    return {
      OperationDefinition({ selectionSet }) {
        const { all, schemas, types } = count(selectionSet);
        if (all > most) refuse(`root fields: must be at most ${most}, but got ${all}.`);
        if (schemas > 1) refuse('__schema and _service: must be selected once in an operation, but got more.');
        if (types > mostTypes) refuse(`__type: must be selected at most ${mostTypes} times, but got ${types}.`);
      },
    };
  };

/** Refuses introspection that asks for the same under many names. */
export const schemaAliasRule: ValidationRule = (context) => {
  let count = 0;
  return {
    Field(node) {
      if (!node.alias || !context.getParentType()?.name.startsWith('__')) return;
      count += 1;
      if (count === mostSchemaAliases + 1)
        context.reportError(
          operationTooLarge(`aliases: must be at most ${mostSchemaAliases} within __schema and __type, but got more.`),
        );
    },
  };
};

/** Refuses operations that declare more than `most` variables, or one of a name that objects treat apart. */
export const variablesRule =
  (most: number): ValidationRule =>
  (context) => ({
    OperationDefinition({ variableDefinitions = [] }) {
      if (variableDefinitions.length > most)
        context.reportError(
          operationTooLarge(`variables: must be at most ${most}, but got ${variableDefinitions.length}.`),
        );
      for (const node of variableDefinitions)
        if (node.variable.name.value === '__proto__')
          context.reportError(new GraphQLError('A variable must have another name than $__proto__.', { nodes: node }));
    },
  });

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
          context.reportError(operationTooLarge(`aliases: must be at most ${most}, but got more.`));
      },
    };
  };

/** Refuses the subgraph's SDL, which tells the schema as introspection does. */
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
