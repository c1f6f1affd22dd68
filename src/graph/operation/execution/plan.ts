import {
  type DocumentNode,
  defaultFieldResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { collectFields, type Within } from '../selection.ts';
import type { ResolveInfo } from './field-info.ts';

type Variables = Readonly<Record<string, unknown>>;

/** A field as it is to be answered on every object of one type, worked out once. */
export interface PlannedField {
  /** Its place among all fields of the plan. */
  readonly number: number;
  /** The name under which it is answered. */
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly parentType: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  resolve(source: unknown, args: Readonly<Record<string, unknown>>, context: unknown, info?: ResolveInfo): unknown;
  /** Whether the resolver declares a fourth parameter: most do not, and are told nothing of their field. */
  readonly takesInfo: boolean;
  readonly type: PlannedType;
}

/** The fields of an object, in the order in which they are answered. */
export type Selection = readonly PlannedField[];

/** How a value of a type is completed. */
export type PlannedType = { readonly nonNull: boolean } & (
  | { readonly kind: 'leaf'; readonly type: GraphQLLeafType }
  | { readonly kind: 'object'; readonly type: GraphQLObjectType; readonly selection: Selection }
  | {
      readonly kind: 'abstract';
      readonly type: GraphQLAbstractType;
      resolveType(value: unknown, context: unknown, info: ResolveInfo, type: GraphQLAbstractType): unknown;
      readonly selectionOn: (type: GraphQLObjectType) => Selection;
    }
  | { readonly kind: 'list'; readonly of: PlannedType }
);

/** A query of a document, with one way to decide its @skip and @include. */
export interface Plan {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly rootType: GraphQLObjectType;
  readonly selection: Selection;
  /** How many there are. */
  readonly fields: number;
}

/**
 * A plan of more fields is none: fragments that spread one another could come to any number, of which GraphQL.js looks at
 * no more than there is data for.
 */
const mostFields = 2_000;

/** Fields of all plans that are kept; beyond, those that were used least lately are forgotten. */
const mostKept = 200_000;

/** What there is to know of a document before its variables are known. */
interface Planned {
  readonly number: number;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** The variables by which @skip and @include decide. */
  readonly deciding: readonly string[];
}

/** The plans of valid documents: one for each operation and each way to decide its @skip and @include. */
export class Plans {
  readonly #schema: GraphQLSchema;
  readonly #documents = new WeakMap<DocumentNode, Planned>();
  #documentCount = 0;
  readonly #plans = new LRUCache<string, { readonly plan: Plan | undefined }>({
    max: 10_000,
    maxSize: mostKept,
    sizeCalculation: ({ plan }) => 1 + (plan?.fields ?? 0),
  });

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Fields of all plans that are held. */
  get size(): number {
    return this.#plans.calculatedSize;
  }

  /**
   * The plan of a document's operation with these variables, as coerced; undefined for what is not planned: mutations,
   * subscriptions, questions about the schema, what has too many fields, and what GraphQL.js has to refuse.
   */
  of(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): Plan | undefined {
    const { number, fragments, deciding } = this.#known(document);
    const decided = Object.fromEntries(deciding.map((name) => [name, decisionOf(variables[name])]));
    const way = deciding.map((name) => String(decided[name]).at(0)).join('');
    const key = `${number} ${operation.name?.value} ${way}`;
    const known = this.#plans.get(key);
    if (known) return known.plan;
    const plan = this.#make(operation, fragments, decided);
    this.#plans.set(key, { plan });
    return plan;
  }

  #known(document: DocumentNode): Planned {
    const known = this.#documents.get(document);
    if (known) return known;
    this.#documentCount += 1;
    const planned: Planned = {
      number: this.#documentCount,
      fragments: Object.fromEntries(
        document.definitions.flatMap((node) => (node.kind === 'FragmentDefinition' ? [[node.name.value, node]] : [])),
      ),
      deciding: decidingVariables(document),
    };
    this.#documents.set(document, planned);
    return planned;
  }

  #make(operation: OperationDefinitionNode, fragments: Planned['fragments'], variables: Variables): Plan | undefined {
    const schema = this.#schema;
    const rootType = schema.getQueryType();
    if (operation.operation !== 'query' || !rootType) return undefined;
    try {
      const planner = new Planner(schema, fragments, variables);
      const selection = planner.selection(rootType, [operation.selectionSet]);
      return { schema, operation, fragments, rootType, selection, fields: planner.fields };
    } catch (error) {
      // A variable that decides may be null where it has a default: then each place that it decides fails for itself.
      if (error instanceof Unplanned || error instanceof GraphQLError) return undefined;
      throw error;
    }
  }
}

/** A deciding variable's value; of another operation's variables with the same name, nothing is kept. */
const decisionOf = (value: unknown): boolean | null | undefined =>
  typeof value === 'boolean' || value === null ? value : undefined;

/** Thrown for what is left to the reference. */
class Unplanned extends Error {}

class Planner {
  readonly #within: Within;
  fields = 0;

  constructor(
    schema: GraphQLSchema,
    fragments: Readonly<Record<string, FragmentDefinitionNode>>,
    variables: Variables,
  ) {
    this.#within = { schema, fragments, variableValues: { ...variables } };
  }

  selection(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Selection {
    const byKey = collectFields(sets, type, this.#within, ({ alias, name }) => (alias ?? name).value);
    return Array.from(byKey, ([key, nodes]) => this.#field(type, key, nodes));
  }

  #field(parentType: GraphQLObjectType, key: string, nodes: readonly FieldNode[]): PlannedField {
    const name = nodes[0]?.name.value ?? '';
    const definition = name === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : parentType.getFields()[name];
    // The schema's own fields are the only others that a valid document has; and a plain object can't have this key.
    if (!definition || key === '__proto__') throw new Unplanned();
    const number = this.fields;
    this.fields += 1;
    if (this.fields > mostFields) throw new Unplanned();
    const { resolve = defaultFieldResolver, type } = definition;
    const takesInfo = resolve.length > 3;
    return { number, key, nodes, parentType, definition, resolve, takesInfo, type: this.#type(type, nodes) };
  }

  #type(type: GraphQLOutputType, nodes: readonly FieldNode[], nonNull = false): PlannedType {
    if (isNonNullType(type)) return this.#type(type.ofType, nodes, true);
    if (isListType(type)) return { kind: 'list', nonNull, of: this.#type(type.ofType, nodes) };
    if (isLeafType(type)) return { kind: 'leaf', nonNull, type };
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (!isAbstractType(type)) {
      if (type.isTypeOf) throw new Unplanned();
      return { kind: 'object', nonNull, type, selection: this.selection(type, sets) };
    }
    const { resolveType } = type;
    if (!resolveType) throw new Unplanned();
    const possible = this.#within.schema.getPossibleTypes(type);
    if (possible.some(({ isTypeOf }) => isTypeOf)) throw new Unplanned();
    const selections = new Map(possible.map((one) => [one, this.selection(one, sets)]));
    return { kind: 'abstract', nonNull, type, resolveType, selectionOn: (one) => selections.get(one) ?? [] };
  }
}

/** The names of all variables that stand in a @skip or @include. */
function decidingVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive(directive) {
      for (const { value } of directive.arguments ?? []) if (value.kind === 'Variable') names.add(value.name.value);
    },
  });
  return [...names];
}
