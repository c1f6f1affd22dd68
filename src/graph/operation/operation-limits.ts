import { GraphQLError, NoSchemaIntrospectionCustomRule, type ValidationRule } from 'graphql';
import { type KeyHolder, type KnownCallers, NeedsKnownKey } from '../cache/known-caller.ts';
import { hasRight, type SessionRight } from '../state/sessions/session.ts';
import { type Hints, noHints } from './hints.ts';
import { operationTooLarge } from './limit-error.ts';
import { type Limits, unknownCaller } from './limits.ts';
import type { PreparedOperation } from './prepared-operation.ts';
import {
  aliasRule,
  depthRule,
  inputFieldsRule,
  nameRule,
  noSdlRule,
  rootFieldsRule,
  schemaAliasRule,
  subscriptionRootRule,
  variablesRule,
} from './validation-rules.ts';
import { coerceVariables, refuseLongLists, type Variables } from './variables.ts';

/** An operation that has passed the limits, with its variables. */
export interface AdmittedOperation {
  readonly prepared: PreparedOperation;
  /** As they were sent. */
  readonly sent: Variables;
  /** As they were coerced to their types. */
  readonly variables: Record<string, unknown>;
}

/** Object members of a request per list element: elements may be nested objects, such as `{"profile":{"id":"…"}}`. */
const membersPerElement = 3;

/** Refuses operations that exceed the limits, before execution. */
export class OperationLimits {
  /** Omits suggestions, which reveal the schema, from messages if introspection is disabled. */
  readonly hideSuggestions: boolean;
  readonly hints: Hints;
  #limits: Limits;
  readonly #known: Pick<KnownCallers, 'has'>;

  /** @param known default: every caller with a key */
  constructor(
    limits: Limits,
    introspection: boolean,
    known: Pick<KnownCallers, 'has'> = { has: hasKey },
    hints: Hints = noHints,
  ) {
    this.#limits = limits;
    this.#known = known;
    this.hints = hints;
    this.hideSuggestions = !introspection;
  }

  /** Validation rules of the limits, applied before those of the specification. */
  get rules(): readonly ValidationRule[] {
    const { depth, aliases, rootFields, variables } = this.#limits;
    return [
      depthRule(depth),
      aliasRule(aliases),
      rootFieldsRule(rootFields),
      schemaAliasRule,
      variablesRule(variables),
      inputFieldsRule,
      subscriptionRootRule,
      nameRule,
      ...(this.hideSuggestions ? [NoSchemaIntrospectionCustomRule, noSdlRule] : []),
    ];
  }

  /** Replaces the limits. */
  replace(limits: Limits): void {
    this.#limits = limits;
  }

  /** Maximum tokens of a document. */
  get tokens(): number {
    return this.#limits.tokens;
  }

  /** Maximum members of all objects in a request, as a total. */
  get members(): number {
    return this.#limits.elements * membersPerElement;
  }

  /**
   * Checks the limits, the rights of the caller's session and the cost, and coerces the variables.
   *
   * @throws {GraphQLError} if the operation is refused, or its variables are invalid
   * @throws {NeedsKnownKey} if it may be admitted once the caller's key is known to be accepted
   */
  admit(prepared: PreparedOperation, sent: Variables | null | undefined, caller: KeyHolder): AdmittedOperation {
    const { operation } = prepared;
    const limits = this.#limits;
    const { session } = caller;
    if (session && !hasRight(session, prepared.right)) throw rightMissing(session.rights, prepared.right);
    const variables = sent || operation.variableDefinitions?.length ? this.#coerced(prepared, sent, caller) : {};
    const { objects, calls } = prepared.cost(variables);
    if (objects > limits.objects)
      throw operationTooLarge(
        'objects',
        `The operation’s lists must add up to at most ${limits.objects} objects, but got ${objects}.`,
      );
    if (calls > limits.calls)
      throw operationTooLarge(
        'calls',
        `The operation must take at most ${limits.calls} sequential calls, but got ${calls}.`,
      );
    return { prepared, sent: sent ?? {}, variables };
  }

  #coerced(
    prepared: PreparedOperation,
    sent: Variables | null | undefined,
    caller: KeyHolder,
  ): Record<string, unknown> {
    this.#boundElements(prepared, sent, caller);
    const coerced = coerceVariables(prepared.schema, prepared.operation, sent, this);
    if ('error' in coerced) throw coerced.error;
    return coerced.values;
  }

  /** Checks the narrow limit first: most operations are within it, so that the caller's key need not be known. */
  #boundElements(
    { schema, operation }: PreparedOperation,
    sent: Variables | null | undefined,
    caller: KeyHolder,
  ): void {
    const narrow = Math.min(this.#limits.elements, unknownCaller.elements);
    const tooMany = refuseLongLists(schema, operation, sent, narrow);
    if (!tooMany) return;
    if (caller.apiKey === undefined) throw tooMany;
    const tooManyForAll = refuseLongLists(schema, operation, sent, this.#limits.elements);
    if (tooManyForAll) throw tooManyForAll;
    if (!this.#known.has(caller)) throw new NeedsKnownKey();
  }
}

const hasKey = ({ apiKey }: KeyHolder): boolean => apiKey !== undefined;

const rightMissing = (rights: SessionRight, needed: SessionRight): GraphQLError =>
  new GraphQLError(
    `The mutation needs a session with the right to ${needed}, but this one has the right to ${rights}.`,
    {
      extensions: { code: 'FORBIDDEN', http: { status: 403, spec: true } },
    },
  );
