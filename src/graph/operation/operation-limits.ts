import { GraphQLError, NoSchemaIntrospectionCustomRule, OperationTypeNode, type ValidationRule } from 'graphql';
import type { Session } from '../state/sessions/session-token.ts';
import { type Limits, unknownCaller } from './limits.ts';
import { operationTooLarge } from './operation-too-large.ts';
import type { PreparedOperation } from './prepared-operation.ts';
import {
  aliasRule,
  depthRule,
  inputFieldsRule,
  nameRule,
  noSdlRule,
  rootFieldsRule,
  schemaAliasRule,
  variablesRule,
} from './validation-rules.ts';
import { coerceVariables, refuseLongLists, type Variables } from './variables.ts';

/** An operation that may be executed, with its variables. */
export interface AdmittedOperation {
  readonly prepared: PreparedOperation;
  /** As they were sent. */
  readonly sent: Variables;
  /** As they were coerced to their types. */
  readonly variables: Record<string, unknown>;
}

/** Who asks, as far as limits hang on it. */
interface AskedBy {
  readonly apiKey: string | undefined;
  readonly session?: Session | undefined;
}

/** An element of a list is an object, whose members may be objects: `{"profile":{"id":"…"}}`. */
const membersPerElement = 3;

/** Refuses operations that ask more than they may, before a resolver runs. */
export class OperationLimits {
  /** Messages say nothing of the schema that introspection would. */
  readonly hideSuggestions: boolean;
  #limits: Limits;
  readonly #isRefused: (apiKey: string) => boolean;

  /** @param isRefused whether the data service has refused a key lately */
  constructor(limits: Limits, introspection: boolean, isRefused: (apiKey: string) => boolean = () => false) {
    this.#limits = limits;
    this.#isRefused = isRefused;
    this.hideSuggestions = !introspection;
  }

  /** What a document may be, before it is looked at whether it is valid. */
  get rules(): readonly ValidationRule[] {
    const { depth, aliases, rootFields, variables } = this.#limits;
    return [
      depthRule(depth),
      aliasRule(aliases),
      rootFieldsRule(rootFields),
      schemaAliasRule,
      variablesRule(variables),
      inputFieldsRule,
      nameRule,
      ...(this.hideSuggestions ? [NoSchemaIntrospectionCustomRule, noSdlRule] : []),
    ];
  }

  /** Takes these in place of those there are. */
  replace(limits: Limits): void {
    this.#limits = limits;
  }

  /** Tokens of a document at most. */
  get tokens(): number {
    return this.#limits.tokens;
  }

  /** Members of all objects in a request at most. */
  get members(): number {
    return this.#limits.elements * membersPerElement;
  }

  /**
   * Coerces an operation's variables once.
   *
   * @throws {GraphQLError} where it may not run with them, or for this caller
   */
  admit(
    prepared: PreparedOperation,
    sent: Variables | null | undefined,
    { apiKey, session }: AskedBy,
  ): AdmittedOperation {
    const { schema, operation } = prepared;
    const limits = this.#limits;
    // A session that only reads changes nothing.
    if (operation.operation === OperationTypeNode.MUTATION && session?.readOnly) throw onlyReads();
    const isUnknown = apiKey === undefined || this.#isRefused(apiKey);
    const elements = isUnknown ? Math.min(limits.elements, unknownCaller.elements) : limits.elements;
    const long = refuseLongLists(schema, operation, sent, elements);
    if (long) throw long;
    const coerced = coerceVariables(schema, operation, sent, this.hideSuggestions);
    if ('error' in coerced) throw coerced.error;
    const { objects, calls } = prepared.cost(coerced.values);
    if (objects > limits.objects)
      throw operationTooLarge(
        'objects',
        `The operation’s lists must add up to at most ${limits.objects} objects, but got ${objects}.`,
      );
    if (calls > limits.calls)
      throw operationTooLarge(
        'calls',
        `The operation must take at most ${limits.calls} calls one by one, but got ${calls}.`,
      );
    return { prepared, sent: sent ?? {}, variables: coerced.values };
  }
}

const onlyReads = (): GraphQLError =>
  new GraphQLError('This session only reads: a mutation needs another.', {
    extensions: { code: 'FORBIDDEN', http: { status: 403, spec: true } },
  });
