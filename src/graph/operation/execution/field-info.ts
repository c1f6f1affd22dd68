import type { GraphQLResolveInfo } from 'graphql';
import type { Place } from './place.ts';
import type { Plan, PlannedField } from './plan.ts';

/** As GraphQL.js has it: packages that prepare for its next version declare more, which nobody provides. */
export type ResolveInfo = Omit<GraphQLResolveInfo, 'getAbortSignal' | 'getAsyncHelpers'>;

/** What a resolver is told of its field beside the arguments. Most look at little of it, so it is put together on demand. */
export class FieldInfo implements ResolveInfo {
  readonly variableValues: Record<string, unknown>;
  readonly #plan: Plan;
  readonly #field: PlannedField;
  readonly #above: Place;

  constructor(plan: Plan, variables: Record<string, unknown>, field: PlannedField, above: Place) {
    this.variableValues = variables;
    this.#plan = plan;
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
    return this.#plan.schema;
  }
  get fragments(): GraphQLResolveInfo['fragments'] {
    return this.#plan.fragments;
  }
  get operation(): GraphQLResolveInfo['operation'] {
    return this.#plan.operation;
  }
  get rootValue(): undefined {
    return undefined;
  }
}

const pathOf = ({ above, key }: Place): GraphQLResolveInfo['path'] | undefined =>
  above && { prev: pathOf(above), key, typename: undefined };
