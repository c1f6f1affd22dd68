import {
  type ExecutionResult,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLObjectType,
  getArgumentValues,
  locatedError,
  OperationTypeNode,
} from 'graphql';
import { FieldInfo, type Running } from './field-info.ts';
import type { Plan, PlannedComposite, PlannedField, PlannedType, ResolveType, Selection } from './plan.ts';
import type { ResolveInfo } from './resolve-info.ts';
import {
  type Holder,
  nullAbove,
  nulledAbove,
  objectAbove,
  pathTo,
  put,
  type ResponsePosition,
} from './response-position.ts';
import { isIterable, nameOf, objectTypeNamed, serialized } from './runtime-value.ts';

/** What a plan is executed with, beside the context value. */
export interface ExecutionInput {
  /** Coerced to their types. */
  readonly variables: Record<string, unknown>;
  /** A subscription's event. */
  readonly rootValue?: unknown;
}

/**
 * Executes a plan, after the GraphQL specification's “Execution”: a mutation's fields one after another, all others at
 * once. It resolves when everything that was begun has ended, also where an error has made null of it.
 */
export const executePlan = (
  plan: Plan,
  input: ExecutionInput,
  context: unknown,
): ExecutionResult | Promise<ExecutionResult> => new Execution(plan, input, context).run();

interface TypeTest {
  isTypeOf(value: unknown, context: unknown, info: ResolveInfo): unknown;
}

/** One run of a plan. Values that are there are completed in one pass; promises are replaced by their values when they resolve. */
class Execution implements Running {
  readonly plan: Plan;
  readonly variables: Record<string, unknown>;
  readonly rootValue: unknown;
  readonly #context: unknown;
  /** The arguments of each field that hang on variables, by its number: they are the same on every object of a list. */
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
  /** How many promised values have not come yet. */
  #awaited = 0;
  /** Takes the result once all of them have come. */
  #onIdle: ((result: ExecutionResult) => void) | undefined;

  constructor(plan: Plan, { variables, rootValue }: ExecutionInput, context: unknown) {
    this.plan = plan;
    this.variables = variables;
    this.rootValue = rootValue;
    this.#context = context;
  }

  run(): ExecutionResult | Promise<ExecutionResult> {
    const serial = this.plan.operation.operation === OperationTypeNode.MUTATION;
    const steps = this.#atRoot(() => (serial ? this.#serially(this.plan.root) : this.#atOnce(this.plan.root)));
    if (steps) return steps.then(() => this.#end());
    return this.#end();
  }

  #end(): ExecutionResult | Promise<ExecutionResult> {
    return this.#awaited === 0 ? this.#result() : this.#idle();
  }

  #result(): ExecutionResult {
    const { data } = this.#answer;
    return this.#errors.length > 0 ? { errors: this.#errors, data } : { data };
  }

  /** An error that nothing below the root has taken makes null of the whole answer. */
  #atRoot<Value>(step: () => Value): Value | undefined {
    try {
      return step();
    } catch (error) {
      // It is located already, by the field that failed.
      if (!(error instanceof GraphQLError)) throw error;
      this.#errors.push(error);
      this.#answer.data = null;
      this.#root.nulled = true;
      return undefined;
    }
  }

  #atOnce(selection: Selection): undefined {
    this.#answer.data = this.#object(selection, this.rootValue, this.#root);
  }

  /** Executes field after field, each once all below the last one has ended; undefined where nothing is waited for. */
  #serially({ fields, needsNoPrototype }: Selection): Promise<void> | undefined {
    const data = newHolder(needsNoPrototype);
    this.#answer.data = data;
    const rest = fields.values();
    const goOn = (): Promise<void> | undefined => {
      for (const field of rest) {
        data[field.key] = this.#field(field, this.rootValue, data, this.#root);
        if (this.#awaited > 0) return this.#idle().then(() => (this.#root.nulled ? undefined : this.#atRoot(goOn)));
      }
      return undefined;
    };
    return goOn();
  }

  /**
   * Resolves once all promised values have come. The resolver itself is kept: with a closure over it, of `new Promise` or
   * ours, answers outlive minor collections, which then take a tenth of the CPU.
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
      // What a source holds is there: only resolvers promise values.
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
        return this.#ofAbstractType(type.type, type.resolveType, value, field, type, position);
    }
  }

  // Functions that close over their parameters stand apart, since their context is allocated with each call.

  #ofAbstractType(
    abstract: GraphQLAbstractType,
    resolveType: ResolveType,
    value: unknown,
    field: PlannedField,
    type: PlannedComposite,
    position: ResponsePosition,
  ): unknown {
    const { above = this.#root, key } = position;
    const name = resolveType(value, this.#context, new FieldInfo(this, field, objectAbove(above, key)), abstract);
    return isPromise(name)
      ? this.#ofPromisedType(name, abstract, value, field, type, position)
      : this.#ofType(objectTypeNamed(name, abstract, field, this.plan.schema), value, field, type, position);
  }

  #ofPromisedType(
    promised: PromiseLike<unknown>,
    abstract: GraphQLAbstractType,
    value: unknown,
    field: PlannedField,
    type: PlannedComposite,
    position: ResponsePosition,
  ): null {
    const { above = this.#root, holder, key } = position;
    return this.#await(promised, field, type, holder, key, above, (name) =>
      this.#ofType(objectTypeNamed(name, abstract, field, this.plan.schema), value, field, type, position),
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

  /** Completes an object once its type has said that it is one of its own. */
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

  /** Holds the position with null until the value comes. */
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

  /** Answers null for a value that failed, unless its type is non-null: the error then propagates. */
  #fail(error: unknown, field: PlannedField, type: PlannedType, key: string | number, above: ResponsePosition): null {
    const located = locatedError(error, field.nodes, pathTo(above, key));
    if (type.nonNull) throw located;
    if (!nulledAbove(above)) this.#errors.push(located);
    return null;
  }

  /** As `#fail`, once everything around the value is completed: null is there already. */
  #failLater(
    error: unknown,
    field: PlannedField,
    type: PlannedType,
    key: string | number,
    above: ResponsePosition,
  ): void {
    // What is nulled twice is reported once.
    if (nulledAbove(above)) return;
    this.#errors.push(locatedError(error, field.nodes, pathTo(above, key)));
    if (type.nonNull) nullAbove(above);
  }
}

/** An object without a prototype costs more, so that only keys which plain ones can't have take one. */
const newHolder = (needsNoPrototype: boolean): Holder => (needsNoPrototype ? Object.create(null) : {});

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
