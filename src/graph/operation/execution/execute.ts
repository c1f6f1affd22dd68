import {
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  isObjectType,
  locatedError,
} from 'graphql';
import { coerceVariables } from '../variables.ts';
import { FieldInfo } from './field-info.ts';
import { type Holder, nullAbove, nulledAbove, objectAbove, type Place, pathTo } from './place.ts';
import { type Plan, type PlannedField, type PlannedType, Plans, type Selection } from './plan.ts';

/** Executes a valid document, as GraphQL.js does. */
export type Execute = (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;

/** Executes by plans, which are made once a document; what has none is left to the reference, GraphQL.js. */
export function plannedExecution(schema: GraphQLSchema): Execute {
  const plans = new Plans(schema);
  return (args) => {
    const { document, operationName, variableValues, contextValue } = args;
    const operation = getOperationAST(document, operationName);
    if (!operation) return execute(args);
    const coerced = coerceVariables(schema, operation, variableValues);
    if ('error' in coerced) return { errors: [coerced.error] };
    const plan = plans.of(document, operation, coerced.values);
    return plan ? new Execution(plan, coerced.values, contextValue).run() : execute(args);
  };
}

const noArgs: Record<string, unknown> = Object.freeze({});

/**
 * One run of a plan, after the GraphQL specification's “Execution”. Values in hand are answered in one pass; what is
 * promised is put in its place when it comes.
 */
class Execution {
  readonly #plan: Plan;
  readonly #variables: Record<string, unknown>;
  readonly #context: unknown;
  /** The arguments of each field, by its number: they are the same on every object of a list. */
  readonly #args: Record<string, unknown>[] = [];
  readonly #errors: GraphQLError[] = [];
  readonly #answer: { data: Holder | null } = { data: null };
  /** How many promised values have not come yet. */
  #awaited = 0;
  #finish: ((result: ExecutionResult) => void) | undefined;

  constructor(plan: Plan, variables: Record<string, unknown>, context: unknown) {
    this.#plan = plan;
    this.#variables = variables;
    this.#context = context;
  }

  run(): ExecutionResult | Promise<ExecutionResult> {
    const root: Place = { above: undefined, holder: this.#answer, key: 'data', nullable: true, nulled: false };
    try {
      this.#answer.data = this.#object(this.#plan.selection, undefined, root);
    } catch (error) {
      // It is located already, by the field that failed.
      if (!(error instanceof GraphQLError)) throw error;
      this.#errors.push(error);
    }
    if (this.#awaited === 0) return this.#result();
    // With a `new Promise` here, answers were seen to outlive minor collections.
    const { promise, resolve } = Promise.withResolvers<ExecutionResult>();
    this.#finish = resolve;
    return promise;
  }

  #result(): ExecutionResult {
    const { data } = this.#answer;
    return this.#errors.length > 0 ? { errors: this.#errors, data } : { data };
  }

  #object(selection: Selection, source: unknown, at: Place): Holder {
    const object: Holder = {};
    try {
      for (const field of selection) object[field.key] = this.#field(field, source, object, at);
    } catch (error) {
      at.nulled = true;
      throw error;
    }
    return object;
  }

  #field(field: PlannedField, source: unknown, object: Holder, above: Place): unknown {
    const { key, type } = field;
    try {
      const info = field.takesInfo ? new FieldInfo(this.#plan, this.#variables, field, above) : undefined;
      const value = field.resolve(source, this.#argsOf(field), this.#context, info);
      return isPromise(value)
        ? this.#await(value, field, type, object, key, above)
        : this.#complete(value, field, type, object, key, above);
    } catch (error) {
      return this.#fail(error, field, type, key, above);
    }
  }

  #argsOf(field: PlannedField): Record<string, unknown> {
    const [node] = field.nodes;
    if (field.definition.args.length === 0 || !node) return noArgs;
    const known = this.#args[field.number];
    if (known) return known;
    const args = getArgumentValues(field.definition, node, this.#variables);
    this.#args[field.number] = args;
    return args;
  }

  #complete(
    value: unknown,
    field: PlannedField,
    type: PlannedType,
    holder: object,
    key: string | number,
    above: Place,
  ): unknown {
    if (value instanceof Error) throw value;
    if (value === null || value === undefined) {
      if (type.nonNull) throw new Error(`Cannot return null for non-nullable field ${nameOf(field)}.`);
      return null;
    }
    if (type.kind === 'leaf') return serialized(type.type, value);
    const place: Place = { above, holder, key, nullable: !type.nonNull, nulled: false };
    switch (type.kind) {
      case 'object':
        return this.#object(type.selection, value, place);
      case 'list':
        return this.#list(value, field, type.of, place);
      case 'abstract': {
        const info = new FieldInfo(this.#plan, this.#variables, field, objectAbove(above, key));
        const name = type.resolveType(value, this.#context, info, type.type);
        return this.#object(type.selectionOn(this.#objectType(name, type.type)), value, place);
      }
    }
  }

  #list(values: unknown, field: PlannedField, of: PlannedType, at: Place): readonly unknown[] {
    if (!isIterable(values)) throw new Error(`Expected Iterable, but did not find one for field "${nameOf(field)}".`);
    const list: unknown[] = Array.isArray(values) ? new Array<unknown>(values.length) : [];
    try {
      let index = 0;
      for (const value of values) {
        list[index] = this.#item(value, field, of, list, index, at);
        index += 1;
      }
    } catch (error) {
      at.nulled = true;
      throw error;
    }
    return list;
  }

  #item(
    value: unknown,
    field: PlannedField,
    of: PlannedType,
    list: readonly unknown[],
    index: number,
    above: Place,
  ): unknown {
    try {
      return isPromise(value)
        ? this.#await(value, field, of, list, index, above)
        : this.#complete(value, field, of, list, index, above);
    } catch (error) {
      return this.#fail(error, field, of, index, above);
    }
  }

  /** The type of an object whose field has an abstract one. */
  #objectType(name: unknown, abstract: GraphQLAbstractType): GraphQLObjectType {
    const { schema } = this.#plan;
    const type = typeof name === 'string' ? schema.getType(name) : undefined;
    if (isObjectType(type) && schema.isSubType(abstract, type)) return type;
    throw new Error(`Runtime Object type "${name}" is not a possible type for "${abstract.name}".`);
  }

  /** Holds the place until the value comes. */
  #await(
    promised: PromiseLike<unknown>,
    field: PlannedField,
    type: PlannedType,
    holder: object,
    key: string | number,
    above: Place,
  ): null {
    this.#awaited += 1;
    const arrived = (): void => {
      this.#awaited -= 1;
      if (this.#awaited === 0) this.#finish?.(this.#result());
    };
    promised.then(
      (value) => {
        try {
          Reflect.set(holder, key, this.#complete(value, field, type, holder, key, above));
        } catch (error) {
          this.#failLater(error, field, type, key, above);
        }
        arrived();
      },
      (error: unknown) => {
        this.#failLater(error, field, type, key, above);
        arrived();
      },
    );
    return null;
  }

  /** What stands in the place of a value that failed, unless the error goes on to where null may stand. */
  #fail(error: unknown, field: PlannedField, type: PlannedType, key: string | number, above: Place): null {
    const located = locatedError(error, field.nodes, pathTo(above, key));
    if (type.nonNull) throw located;
    if (!nulledAbove(above)) this.#errors.push(located);
    return null;
  }

  /** As `#fail`, when all around stands already: the place itself is null. */
  #failLater(error: unknown, field: PlannedField, type: PlannedType, key: string | number, above: Place): void {
    // What is nulled twice is told once.
    if (nulledAbove(above)) return;
    this.#errors.push(locatedError(error, field.nodes, pathTo(above, key)));
    if (type.nonNull) nullAbove(above);
  }
}

const nameOf = ({ parentType, definition }: PlannedField): string => `${parentType.name}.${definition.name}`;

function serialized(type: GraphQLLeafType, value: unknown): unknown {
  const leaf: unknown = type.serialize(value);
  if (leaf === null || leaf === undefined) throw new Error(`${type.name} cannot serialize the value.`);
  return leaf;
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;
