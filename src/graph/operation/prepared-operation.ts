import { hash } from 'node:crypto';
import {
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import { decidingVariables } from '../scope/required-members.ts';
import { type Fragments, fragmentsOf, walkSelection } from '../scope/selection.ts';
import { type SessionRight, sessionRights } from '../state/sessions/session.ts';
import { Plan } from './execution/plan.ts';
import { selectionFolder } from './fold-selection.ts';
import { ownOperations } from './generated/own-operations.ts';
import { type CostEstimator, costEstimatorOf } from './operation-cost.ts';
import { schemaFields } from './validation-rules.ts';
import type { Variables } from './variables.ts';

/** Properties shared by the operations of one valid document. */
export interface DocumentFacts {
  readonly isTrusted: boolean;
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly text: string;
  readonly fragments: Fragments;
  /** Variables that decide which fields are selected and which members are required. */
  readonly deciding: readonly string[];
}

export const factsOf = (
  schema: GraphQLSchema,
  document: DocumentNode,
  text: string,
  isTrusted = false,
): DocumentFacts => ({
  isTrusted,
  schema,
  document,
  text,
  fragments: fragmentsOf(document),
  deciding: decidingVariables(document),
});

/** Characters of an id that replace a name. */
const shownDigits = 12;

/** Maximum plans cached for an operation: one for each combination of its @skip and @include values. */
const maxPlans = 16;

/** Maximum fields of a cached plan; a larger one is removed, and lives only as long as executions use it. */
const maxFields = 10_000;

/**
 * Operation of a valid document, prepared for execution: its cost estimator, fragments and plans are computed once for
 * all requests and transports.
 */
export class PreparedOperation {
  /** Digest of the document and the operation's name; equal in all processes. */
  readonly id: string;
  /**
   * The operation's name in receipts, logs, metrics and traces: its real name in a trusted document, or if this package
   * has an operation of that name. Any other name may hold personal data, and is replaced by the start of the id.
   * Undefined for an anonymous operation.
   */
  readonly shownName: string | undefined;
  readonly isTrusted: boolean;
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
  /** Computes the cost from coerced variables. */
  readonly cost: CostEstimator;
  /** The right that a session needs to run it. */
  readonly right: SessionRight;
  /** Whether it selects nothing but type names, as health checks do: it needs no execution that can be shared or ended. */
  readonly isTypeName: boolean;
  readonly #deciding: readonly string[];
  readonly #plans = new Map<string, Plan>();
  readonly #onGrowth: () => void;
  #isIntrospection: boolean | undefined;

  /** @param onGrowth called when `plannedFields` has changed */
  constructor(facts: DocumentFacts, operation: OperationDefinitionNode, onGrowth: () => void) {
    const { isTrusted, schema, document, text, fragments, deciding } = facts;
    const name = operation.name?.value;
    this.id = hash('sha256', JSON.stringify([name, text]), 'base64url');
    const isShown = name === undefined || isTrusted || ownOperations.has(name);
    this.isTrusted = isTrusted;
    this.shownName = isShown ? name : this.id.slice(0, shownDigits);
    this.schema = schema;
    this.document = document;
    this.operation = operation;
    this.fragments = fragments;
    this.cost = costEstimatorOf(schema, fragments, operation);
    this.right = requiredRight(schema, fragments, operation);
    this.isTypeName = asksOnly(typeNames, operation, fragments);
    this.#deciding = deciding;
    this.#onGrowth = onGrowth;
  }

  /** Fields of all cached plans. */
  get plannedFields(): number {
    let fields = 0;
    for (const plan of this.#plans.values()) fields += plan.size;
    return fields;
  }

  /** Whether it selects only the schema (`__schema`, `_service`). */
  get isIntrospection(): boolean {
    this.#isIntrospection ??= asksOnly(schemaFields, this.operation, this.fragments);
    return this.#isIntrospection;
  }

  planFor(variables: Variables): Plan {
    const key = this.#deciding.map((name) => String(decisionOf(variables[name])).at(0)).join('');
    const known = this.#plans.get(key);
    if (known) return known;
    const decided = Object.fromEntries(this.#deciding.map((name) => [name, decisionOf(variables[name])]));
    const plan = new Plan(this, decided, () => {
      if (this.#plans.get(key) !== plan) return;
      if (plan.size > maxFields) this.#plans.delete(key);
      this.#onGrowth();
    });
    const [oldest] = this.#plans.size < maxPlans ? [] : this.#plans.keys();
    if (oldest !== undefined) this.#plans.delete(oldest);
    this.#plans.set(key, plan);
    return plan;
  }
}

const typeNames: ReadonlySet<string> = new Set([TypeNameMetaFieldDef.name]);

/** Whether all root fields are among these. */
function asksOnly(
  names: ReadonlySet<string>,
  { selectionSet }: OperationDefinitionNode,
  fragments: Fragments,
): boolean {
  let only = true;
  const entered = new Set<unknown>();
  walkSelection(selectionSet, (name) => fragments[name], {
    field: ({ name }) => {
      only &&= names.has(name.value);
    },
    enters: (fragment) => {
      const isNew = !entered.has(fragment);
      entered.add(fragment);
      return isNew;
    },
  });
  return only;
}

/** A deciding variable's value; undefined for another type, since operations may share a variable's name. */
const decisionOf = (value: unknown): boolean | null | undefined =>
  typeof value === 'boolean' || value === null ? value : undefined;

/** The right that a session needs: for a mutation, the greatest `right` that its fields declare; otherwise `look`. */
function requiredRight(
  schema: GraphQLSchema,
  fragments: Fragments,
  { operation, selectionSet }: OperationDefinitionNode,
): SessionRight {
  if (operation !== OperationTypeNode.MUTATION) return 'look';
  const rightOf = selectionFolder<SessionRight>(
    { schema, fragment: (name) => fragments[name] },
    {
      empty: 'look',
      field: (_node, definition) => definition?.extensions.facts?.right ?? 'act',
      join: (rights) => sessionRights.findLast((right) => rights.includes(right)) ?? 'look',
    },
  );
  return rightOf(selectionSet, schema.getMutationType() ?? undefined);
}
