import type { GraphQLResolveInfo } from 'graphql';
import type { SelectionFacts } from '../../scope/selection-facts.ts';
import type { Plan, PlannedField, ResolveInfo } from './plan.ts';
import type { ResponsePosition } from './response-position.ts';

/** The parts of `info` that all fields of an execution share. */
export interface Running {
  readonly plan: Plan;
  readonly variables: Record<string, unknown>;
  readonly rootValue: unknown;
}

/**
 * A resolver's `info`. Its members are computed on access, since most resolvers read none. It cannot be copied by
 * spreading: its members are getters of the prototype.
 */
export class FieldInfo implements ResolveInfo {
  readonly #running: Running;
  readonly #field: PlannedField;
  readonly #above: ResponsePosition;

  constructor(running: Running, field: PlannedField, above: ResponsePosition) {
    this.#running = running;
    this.#field = field;
    this.#above = above;
  }

  get fieldName(): string {
    return this.#field.definition.name;
  }
  get fieldNodes(): GraphQLResolveInfo['fieldNodes'] {
    return this.#field.nodes;
  }
  get returnType(): GraphQLResolveInfo['returnType'] {
    return this.#field.definition.type;
  }
  get parentType(): GraphQLResolveInfo['parentType'] {
    return this.#field.parentType;
  }
  get path(): GraphQLResolveInfo['path'] {
    const { key, parentType } = this.#field;
    return { prev: pathOf(this.#above), key, typename: parentType.name };
  }
  get schema(): GraphQLResolveInfo['schema'] {
    return this.#running.plan.schema;
  }
  get fragments(): GraphQLResolveInfo['fragments'] {
    return this.#running.plan.fragments;
  }
  get operation(): GraphQLResolveInfo['operation'] {
    return this.#running.plan.operation;
  }
  get variableValues(): Record<string, unknown> {
    return this.#running.variables;
  }
  get rootValue(): unknown {
    return this.#running.rootValue;
  }
  /** Facts derived from the field's selection, computed once per plan. */
  get facts(): SelectionFacts {
    return this.#field.facts;
  }
}

const pathOf = ({ above, key }: ResponsePosition): GraphQLResolveInfo['path'] | undefined =>
  above && { prev: pathOf(above), key, typename: undefined };
