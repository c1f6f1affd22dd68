import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
  getArgumentValues,
  locatedError,
  OperationTypeNode,
} from 'graphql';
import { FieldInfo, type Running } from './field-info.ts';
import type {
  Plan,
  PlannedAbstract,
  PlannedComposite,
  PlannedField,
  PlannedType,
  ResolveInfo,
  Selection,
} from './plan.ts';
import {
  type Holder,
  nullAbove,
  nulledAbove,
  objectAbove,
  pathTo,
  put,
  type ResponsePosition,
} from './response-position.ts';

/** Input of an execution, apart from the context value. */
export interface ExecutionInput {
  /** Coerced variables. */
  readonly variables: Record<string, unknown>;
  /** The event, for a subscription. */
  readonly rootValue?: unknown;
  /** The error with which the remaining root fields of a mutation fail without being run; undefined to run them. */
  readonly end?: (() => GraphQLError | undefined) | undefined;
}

/**
 * Executes a plan as in section “Execution” of the GraphQL specification: the root fields of a mutation serially, all
 * other fields concurrently. Resolves when all resolvers have settled, including those whose result an error has
 * nulled.
 */
export const executePlan = (
  plan: Plan,
  input: ExecutionInput,
  context: unknown,
): ExecutionResult | Promise<ExecutionResult> => new Execution(plan, input, context).run();

interface TypeTest {
  isTypeOf(value: unknown, context: unknown, info: ResolveInfo): unknown;
}

/** One run of a plan. Synchronous values are completed in one pass; promised ones are filled in when they resolve. */
class Execution implements Running {
  readonly plan: Plan;
  readonly variables: Record<string, unknown>;
  readonly rootValue: unknown;
  readonly #context: unknown;
  readonly #ended: ExecutionInput['end'];
  /**
   * Coerced arguments that depend on variables, by field number; computed once, since they are equal for all objects.
   */
  readonly #args: Readonly<Record<string, unknown>>[] = [];
  readonly #errors: GraphQLError[] = [];
  readonly #answer: { data: Holder | null } = { data: null };
  readonly #root: ResponsePosition = {
    above: undefined,
    holder: this.#answer,
    key: 'data',
    nullable: true,
    nulled: false,
  };
  /** Number of pending promises. */
  #awaited = 0;
  /** Called with the result once none is pending. */
  #onIdle: ((result: ExecutionResult) => void) | undefined;

  constructor(plan: Plan, { variables, rootValue, end }: ExecutionInput, context: unknown) {
    this.plan = plan;
    this.variables = variables;
    this.rootValue = rootValue;
    this.#context = context;
    this.#ended = end;
  }

  run(): ExecutionResult | Promise<ExecutionResult> {
    let steps: Promise<void> | undefined;
    try {
      const { root, operation } = this.plan;
      if (operation.operation === OperationTypeNode.MUTATION) steps = this.#serially(root);
      else this.#answer.data = this.#object(root, this.rootValue, this.#root);
    } catch (error) {
      this.#nullAll(error);
    }
    if (steps) return steps.catch((error: unknown) => this.#nullAll(error)).then(() => this.#end());
    return this.#end();
  }

  #end(): ExecutionResult | Promise<ExecutionResult> {
    return this.#awaited === 0 ? this.#result() : this.#idle();
  }

  #result(): ExecutionResult {
    const { data } = this.#answer;
    return this.#errors.length > 0 ? { errors: this.#errors, data } : { data };
  }

  /** An error that no nullable field has caught nulls the whole answer. */
  #nullAll(error: unknown): void {
    // Already located by the field that failed.
    if (!(error instanceof GraphQLError)) throw error;
    this.#errors.push(error);
    this.#answer.data = null;
    this.#root.nulled = true;
  }

  /** Executes fields serially: each starts once the previous one is complete. Undefined if nothing was asynchronous. */
  #serially({ fields, needsNoPrototype }: Selection): Promise<void> | undefined {
    const data = newHolder(needsNoPrototype);
    this.#answer.data = data;
    const rest = fields.values();
    const goOn = (): Promise<void> | undefined => {
      for (const field of rest) {
        const ended = this.#ended?.();
        data[field.key] = ended
          ? this.#fail(ended, field, field.type, field.key, this.#root)
          : this.#field(field, this.rootValue, data, this.#root);
        if (this.#awaited > 0) return this.#idle().then(() => (this.#root.nulled ? undefined : goOn()));
      }
      return undefined;
    };
    return goOn();
  }

  /**
   * Resolves once no promise is pending. Stores the promise's resolver itself: with a closure over it, as in `new
   * Promise`, answers survive minor garbage collections, which then take a tenth of the CPU.
   */
  #idle(): Promise<ExecutionResult> {
    const { promise, resolve } = Promise.withResolvers<ExecutionResult>();
    this.#onIdle = resolve;
    return promise;
  }

  #object({ fields, needsNoPrototype }: Selection, source: unknown, at: ResponsePosition): Holder {
    const object = newHolder(needsNoPrototype);
    try {
      for (const field of fields) object[field.key] = this.#field(field, source, object, at);
    } catch (error) {
      at.nulled = true;
      throw error;
    }
    return object;
  }

  #field(field: PlannedField, source: unknown, object: Holder, above: ResponsePosition): unknown {
    const { key, type } = field;
    try {
      // Fields read from the source are never promises; only resolvers return these.
      if (field.read) return this.#complete(field.read(source), field, type, object, key, above);
      const value = field.resolve(source, this.#argsOf(field), this.#context, new FieldInfo(this, field, above));
      return isPromise(value)
        ? this.#await(value, field, type, object, key, above)
        : this.#complete(value, field, type, object, key, above);
    } catch (error) {
      return this.#fail(error, field, type, key, above);
    }
  }

  #argsOf(field: PlannedField): Readonly<Record<string, unknown>> {
    const known = field.args ?? this.#args[field.number];
    if (known) return known;
    const [node] = field.nodes;
    if (!node) throw new TypeError(`The plan must have a node of each field, but has none of ${nameOf(field)}.`);
    const args = getArgumentValues(field.definition, node, this.variables);
    this.#args[field.number] = args;
    return args;
  }

  #complete(
    value: unknown,
    field: PlannedField,
    type: PlannedType,
    holder: object,
    key: string | number,
    above: ResponsePosition,
  ): unknown {
    if (value instanceof Error) throw value;
    if (value === null || value === undefined) {
      if (type.nonNull) throw new Error(`Cannot return null for non-nullable field ${nameOf(field)}.`);
      return null;
    }
    if (type.kind === 'leaf') return serialized(type.type, value);
    const position: ResponsePosition = { above, holder, key, nullable: !type.nonNull, nulled: false };
    switch (type.kind) {
      case 'object':
        return this.#ofType(type.type, value, field, type, position);
      case 'list':
        return this.#list(value, field, type.of, position);
      case 'abstract':
        return this.#ofAbstractType(value, field, type, position);
    }
  }

  // Functions with closures over their parameters are separate, since each call allocates a context for them.

  #ofAbstractType(value: unknown, field: PlannedField, type: PlannedAbstract, position: ResponsePosition): unknown {
    const { above = this.#root, key } = position;
    const info = new FieldInfo(this, field, objectAbove(above, key));
    const name = type.resolveType(value, this.#context, info, type.type);
    return isPromise(name)
      ? this.#ofPromisedType(name, value, field, type, position)
      : this.#ofType(objectTypeNamed(name, type, field), value, field, type, position);
  }

  #ofPromisedType(
    promised: PromiseLike<unknown>,
    value: unknown,
    field: PlannedField,
    type: PlannedAbstract,
    position: ResponsePosition,
  ): null {
    const { above = this.#root, holder, key } = position;
    return this.#await(promised, field, type, holder, key, above, (name) =>
      this.#ofType(objectTypeNamed(name, type, field), value, field, type, position),
    );
  }

  #ofType(
    objectType: GraphQLObjectType,
    value: unknown,
    field: PlannedField,
    type: PlannedComposite,
    position: ResponsePosition,
  ): unknown {
    return objectType.isTypeOf
      ? this.#ofTestedType(objectType, objectType.isTypeOf, value, field, type, position)
      : this.#object(type.selectionOn(objectType), value, position);
  }

  /** Completes an object after `isTypeOf` has confirmed its type. */
  #ofTestedType(
    objectType: GraphQLObjectType,
    isTypeOf: TypeTest['isTypeOf'],
    value: unknown,
    field: PlannedField,
    type: PlannedComposite,
    position: ResponsePosition,
  ): unknown {
    const { above = this.#root, holder, key } = position;
    const complete = (isOne: unknown): unknown => {
      if (isOne !== true) throw new Error(`Expected an object of the type "${objectType.name}", but got another.`);
      return this.#object(type.selectionOn(objectType), value, position);
    };
    const isOne = isTypeOf(value, this.#context, new FieldInfo(this, field, objectAbove(above, key)));
    return isPromise(isOne) ? this.#await(isOne, field, type, holder, key, above, complete) : complete(isOne);
  }

  #list(values: unknown, field: PlannedField, of: PlannedType, at: ResponsePosition): readonly unknown[] {
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
    above: ResponsePosition,
  ): unknown {
    try {
      return isPromise(value)
        ? this.#await(value, field, of, list, index, above)
        : this.#complete(value, field, of, list, index, above);
    } catch (error) {
      return this.#fail(error, field, of, index, above);
    }
  }

  /** Returns null as a placeholder, which is replaced when the promise resolves. */
  #await(
    promised: PromiseLike<unknown>,
    field: PlannedField,
    type: PlannedType,
    holder: object,
    key: string | number,
    above: ResponsePosition,
    complete = (value: unknown): unknown => this.#complete(value, field, type, holder, key, above),
  ): null {
    this.#awaited += 1;
    promised.then(
      (value) => {
        try {
          put(holder, key, complete(value));
        } catch (error) {
          this.#failLater(error, field, type, key, above);
        }
        this.#arrived();
      },
      (error: unknown) => {
        this.#failLater(error, field, type, key, above);
        this.#arrived();
      },
    );
    return null;
  }

  #arrived(): void {
    this.#awaited -= 1;
    if (this.#awaited > 0) return;
    const onIdle = this.#onIdle;
    this.#onIdle = undefined;
    onIdle?.(this.#result());
  }

  /** Reports an error and returns null; rethrows it if the type is non-null, so that it propagates. */
  #fail(error: unknown, field: PlannedField, type: PlannedType, key: string | number, above: ResponsePosition): null {
    const located = locatedError(error, field.nodes, pathTo(above, key));
    if (type.nonNull) throw located;
    if (!nulledAbove(above)) this.#errors.push(located);
    return null;
  }

  /** Like `#fail`, for a promise that rejects later: the placeholder is already null. */
  #failLater(
    error: unknown,
    field: PlannedField,
    type: PlannedType,
    key: string | number,
    above: ResponsePosition,
  ): void {
    // Something above was nulled already, so this error is not reported.
    if (nulledAbove(above)) return;
    this.#errors.push(locatedError(error, field.nodes, pathTo(above, key)));
    if (type.nonNull) nullAbove(above);
  }
}

/** Creates an object without a prototype only if a key requires it, since such objects are slower. */
const newHolder = (needsNoPrototype: boolean): Holder => (needsNoPrototype ? Object.create(null) : {});

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof thenOf(value) === 'function';

/** Without `in`, which V8 does not cache for values of many shapes. */
const thenOf = ({ then }: { readonly then?: unknown }): unknown => then;

// Checks of resolvers' values against their field's type. Errors have the words of GraphQL.js.

const nameOf = ({ parentType, definition }: PlannedField): string => `${parentType.name}.${definition.name}`;

/** The object type that `resolveType` returned for a value of an abstract type. */
function objectTypeNamed(
  name: unknown,
  { type: abstract, typeNamed }: PlannedAbstract,
  field: PlannedField,
): GraphQLObjectType {
  if (name === null || name === undefined)
    throw new Error(
      `Abstract type "${abstract.name}" must resolve to an Object type at runtime for field "${nameOf(field)}". Either the "${abstract.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
    );
  const type = typeof name === 'string' ? typeNamed(name) : undefined;
  if (type) return type;
  throw new Error(`Runtime Object type "${name}" is not a possible type for "${abstract.name}".`);
}

function serialized(type: GraphQLLeafType, value: unknown): unknown {
  const leaf: unknown = type.serialize(value);
  if (leaf === null || leaf === undefined) throw new Error(`${type.name} cannot serialize the value.`);
  return leaf;
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && Symbol.iterator in value);
