import {
  defaultFieldResolver,
  defaultTypeResolver,
  type FieldNode,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { constantArguments } from '../../scope/constant-arguments.ts';
import { type FieldFacts, readerOf } from '../../scope/field-facts.ts';
import { collectFields, type Fragments, responseName, type Within } from '../../scope/selection.ts';
import { SelectionFacts } from '../../scope/selection-facts.ts';

/** `info` of the installed GraphQL.js, without members that other packages declare for its next version. */
export type ResolveInfo = Omit<GraphQLResolveInfo, 'getAbortSignal' | 'getAsyncHelpers'>;

/** A field of a selection on one type, with everything that is equal for all objects. */
export interface PlannedField {
  /** Index among all fields of the plan. */
  readonly number: number;
  /** Response key. */
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly parentType: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  /** Coerced arguments; undefined if they depend on variables, and so on the run. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  resolve(source: unknown, args: Readonly<Record<string, unknown>>, context: unknown, info: ResolveInfo): unknown;
  /** Reader to use instead of the resolver, if that only reads the source. */
  readonly read: FieldFacts['read'];
  readonly type: PlannedType;
  /** Facts derived from the field's selection. */
  readonly facts: SelectionFacts;
}

/** The fields of an object, in response order. */
export interface Selection {
  readonly fields: readonly PlannedField[];
  /** Whether a response key is `__proto__`, which a plain object cannot have. */
  readonly needsNoPrototype: boolean;
}

/** How a value of a type is completed. */
export type PlannedType =
  | { readonly kind: 'leaf'; readonly nonNull: boolean; readonly type: GraphQLLeafType }
  | { readonly kind: 'list'; readonly nonNull: boolean; readonly of: PlannedType }
  | PlannedComposite;

/** How an object is completed; its type is known, or resolved at run time. */
export type PlannedComposite = {
  readonly nonNull: boolean;
  readonly selectionOn: (type: GraphQLObjectType) => Selection;
} & (
  | { readonly kind: 'object'; readonly type: GraphQLObjectType }
  | {
      readonly kind: 'abstract';
      readonly type: GraphQLAbstractType;
      readonly resolveType: ResolveType;
      /** One of its object types; undefined if it has none of that name. */
      readonly typeNamed: (name: string) => GraphQLObjectType | undefined;
    }
);

export type PlannedAbstract = Extract<PlannedComposite, { readonly kind: 'abstract' }>;

interface TypeResolver {
  resolveType(value: unknown, context: unknown, info: ResolveInfo, type: GraphQLAbstractType): unknown;
}

export type ResolveType = TypeResolver['resolveType'];

/** An operation of a valid document, to plan. */
export interface Planned {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
}

/**
 * Execution plan of an operation, for one combination of values of its @skip and @include. Selections are planned
 * lazily, when the first object of their type is completed: nested fragments can expand to any number of fields, but
 * data limits how many are planned.
 */
export class Plan implements Planned {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
  readonly #within: Within;
  readonly #onGrowth: () => void;
  #size = 0;
  #root: Selection | undefined;

  /** @param deciding the variables that @skip and @include depend on */
  constructor(
    { schema, operation, fragments }: Planned,
    deciding: Readonly<Record<string, unknown>>,
    onGrowth: () => void,
  ) {
    this.schema = schema;
    this.operation = operation;
    this.fragments = fragments;
    this.#within = { schema, fragments, variableValues: deciding };
    this.#onGrowth = onGrowth;
  }

  /** Number of fields planned so far. */
  get size(): number {
    return this.#size;
  }

  /** @throws a GraphQLError if a variable of @skip or @include is null; so does every selection */
  get root(): Selection {
    const { schema, operation } = this;
    const type = schema.getRootType(operation.operation);
    if (!type)
      throw new GraphQLError(`The schema has no ${operation.operation}.`, {
        nodes: operation,
      });
    this.#root ??= this.#select(type, [operation.selectionSet]);
    return this.#root;
  }

  #select(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Selection {
    const byKey = collectFields(sets, type, this.#within, responseName);
    const fields = Array.from(byKey).flatMap(([key, nodes]) => this.#field(type, key, nodes) ?? []);
    this.#onGrowth();
    return { fields, needsNoPrototype: byKey.has('__proto__') };
  }

  /** Undefined if the field does not exist; GraphQL.js skips it, too. */
  #field(parentType: GraphQLObjectType, key: string, nodes: readonly FieldNode[]): PlannedField | undefined {
    const definition = this.#definition(parentType, nodes[0]?.name.value ?? '');
    if (!definition) return undefined;
    const number = this.#size;
    this.#size += 1;
    const { resolve = defaultFieldResolver, type } = definition;
    return {
      number,
      key,
      nodes,
      parentType,
      definition,
      args: constantArguments(definition, nodes),
      resolve,
      read: definition === TypeNameMetaFieldDef ? () => parentType.name : readerOf(definition),
      type: this.#type(type, nodes),
      facts: new SelectionFacts({ ...this.#within, fieldNodes: nodes, returnType: type }),
    };
  }

  #definition(parentType: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> | undefined {
    if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
    if (parentType === this.schema.getQueryType()) {
      if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
      if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
    }
    return parentType.getFields()[name];
  }

  #type(type: GraphQLOutputType, nodes: readonly FieldNode[], nonNull = false): PlannedType {
    if (isNonNullType(type)) return this.#type(type.ofType, nodes, true);
    if (isListType(type)) return { kind: 'list', nonNull, of: this.#type(type.ofType, nodes) };
    if (isLeafType(type)) return { kind: 'leaf', nonNull, type };
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const selectionOn = memoized((one: GraphQLObjectType) => this.#select(one, sets));
    if (!isAbstractType(type)) return { kind: 'object', nonNull, type, selectionOn };
    const resolveType = type.resolveType ?? defaultTypeResolver;
    const typeNamed = memoized((name: string) => {
      const one = this.schema.getType(name);
      return isObjectType(one) && this.schema.isSubType(type, one) ? one : undefined;
    });
    return { kind: 'abstract', nonNull, type, resolveType, typeNamed, selectionOn };
  }
}

/** Memoizes a function of one argument; a call that throws is repeated the next time. */
function memoized<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) {
      value = make(key);
      made.set(key, value);
    }
    return value;
  };
}
