import { GraphQLError, NoSchemaIntrospectionCustomRule, type ValidationRule } from 'graphql';
import { hasRight, type SessionRight } from '../state/sessions/session.ts';
import { type KeyHolder, type KnownCallers, NeedsKnownKey } from './known-caller.ts';
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
  subscriptionRootRule,
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

/** An element of a list is an object, whose members may be objects: `{"profile":{"id":"…"}}`. */
const membersPerElement = 3;

/** Refuses operations that ask more than they may, before a resolver runs. */
export class OperationLimits {
  /** Messages say nothing of the schema that introspection would. */
  readonly hideSuggestions: boolean;
  #limits: Limits;
  readonly #known: Pick<KnownCallers, 'has'>;

  /** @param known default: every caller with a key */
  constructor(limits: Limits, introspection: boolean, known: Pick<KnownCallers, 'has'> = { has: hasKey }) {
    this.#limits = limits;
    this.#known = known;
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
      subscriptionRootRule,
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
   * @throws {NeedsKnownKey} where it may, once the caller's key is known
   */
  admit(prepared: PreparedOperation, sent: Variables | null | undefined, caller: KeyHolder): AdmittedOperation {
    const { schema, operation } = prepared;
    const limits = this.#limits;
    const { session } = caller;
    if (session && !hasRight(session, prepared.right)) throw rightMissing(session.rights, prepared.right);
    this.#boundElements(prepared, sent, caller);
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

  /** Most operations are within the narrow bound, whoever asks. */
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
