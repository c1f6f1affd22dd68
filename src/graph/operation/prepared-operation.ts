import { hash } from 'node:crypto';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { decidingVariables } from '../scope/required-members.ts';
import { type Fragments, fragmentsOf, walkSelection } from '../scope/selection.ts';
import type { SessionRight } from '../state/sessions/session.ts';
import { Plan } from './execution/plan.ts';
import { ownOperations } from './generated/own-operations.ts';
import { type CostEstimator, costEstimatorOf } from './operation-cost.ts';
import { requiredRight } from './required-right.ts';
import { schemaFields } from './validation-rules.ts';
import type { Variables } from './variables.ts';

/** What the operations of one valid document have in common. */
export interface DocumentFacts {
  readonly isTrusted: boolean;
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly text: string;
  readonly fragments: Fragments;
  /** The variables by which selections are decided, and what they require. */
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

/** Characters of an id that stand for a name. */
const shownDigits = 12;

/** Plans of an operation, one for each way to decide its @skip and @include, that are kept at most. */
const maxPlans = 16;

/** Fields of a plan that is kept; one that has grown larger goes with the executions that use it. */
const maxFields = 10_000;

/**
 * Operation of a valid document, prepared for execution: its cost, fragments and plans are worked out once, however
 * often and over whatever transport it is sent.
 */
export class PreparedOperation {
  /** Digest of the document and the operation's name: the same for the same operation in every process. */
  readonly id: string;
  /**
   * The operation's name as receipts, logs, metrics and traces have it: that of a trusted document, or of one that this
   * package itself sends. Callers could put anything into others, such as a person's name: those show the begin of their id.
   * Undefined for an operation without a name.
   */
  readonly shownName: string | undefined;
  readonly isTrusted: boolean;
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
  /** What its list sizes add up to, given its variables. */
  readonly cost: CostEstimator;
  /** What a session needs for it. */
  readonly right: SessionRight;
  readonly #deciding: readonly string[];
  readonly #plans = new Map<string, Plan>();
  readonly #onGrowth: () => void;
  #isIntrospection: boolean | undefined;

  /** @param onGrowth is called when `plannedFields` has changed */
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
    this.#deciding = deciding;
    this.#onGrowth = onGrowth;
  }

  /** Fields of all plans that are kept. */
  get plannedFields(): number {
    let fields = 0;
    for (const plan of this.#plans.values()) fields += plan.size;
    return fields;
  }

  /** It asks for nothing but the schema. */
  get isIntrospection(): boolean {
    this.#isIntrospection ??= asksOnlySchema(this.operation, this.fragments);
    return this.#isIntrospection;
  }

  /** The plan for these variables, which are coerced. */
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

function asksOnlySchema({ selectionSet }: OperationDefinitionNode, fragments: Fragments): boolean {
  let only = true;
  const entered = new Set<unknown>();
  walkSelection(selectionSet, (name) => fragments[name], {
    field: ({ name }) => {
      only &&= schemaFields.has(name.value);
    },
    enters: (fragment) => {
      const isNew = !entered.has(fragment);
      entered.add(fragment);
      return isNew;
    },
  });
  return only;
}

/** A deciding variable's value; of another operation's variables with the same name, nothing is kept. */
const decisionOf = (value: unknown): boolean | null | undefined =>
  typeof value === 'boolean' || value === null ? value : undefined;
