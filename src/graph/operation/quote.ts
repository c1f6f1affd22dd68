import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLField,
  getArgumentValues,
  getNamedType,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { priceOf } from '../../contract/price.ts';
import { fieldPath, type Price, type PriceEstimate } from '../credits/price-estimate.ts';
import { leftIn, type PurseState } from '../credits/purse/purse.ts';
import { PurseRefused } from '../credits/purse/purse-refused.ts';
import { PaymentRequired } from '../credits/spending-refused.ts';
import type { OperationContext } from '../scope/context.ts';
import { sizeOf } from '../scope/field-facts.ts';
import type { Operation } from '../scope/operation.ts';
import { boundBelow } from '../scope/price-bounds.ts';
import { selectionOn } from '../scope/required-members.ts';
import { responseName, type Within } from '../scope/selection.ts';
import { ungiven, ungivenIn } from '../scope/ungiven.ts';
import { refusedWhole } from './answer-to.ts';
import type { Deduplicator } from './deduplicate.ts';
import type { OperationHooks } from './hooks.ts';
import type { AdmittedOperation } from './operation-limits.ts';
import type { OperationObserver } from './operation-observer.ts';
import type { PreparedOperation } from './prepared-operation.ts';

/** The answer to `POST /quote`. */
interface Quoted extends ExecutionResult {
  readonly quote: Price;
}

const once = { count: 1, open: false } as const;

/** Services that price an operation. */
interface Quoting {
  readonly deduplicator: Deduplicator;
  readonly observer: OperationObserver | undefined;
  readonly hooks: readonly OperationHooks[];
}

/**
 * Prices an operation. A query is executed without paying; a mutation or a subscription is not executed, and its price
 * is bounded by its selection (for a subscription, on one event). The answer holds the price instead of data.
 */
export async function priced(
  { deduplicator, observer, hooks }: Quoting,
  admitted: AdmittedOperation,
  context: OperationContext,
): Promise<ExecutionResult> {
  const { operation } = context;
  const { quote } = operation;
  if (!quote) throw new TypeError('Only an operation that has an estimate can be priced.');
  const isQuery = admitted.prepared.operation.operation === OperationTypeNode.QUERY;
  const { errors = [] } = isQuery ? await deduplicator.execute(admitted, context) : {};
  if (isQuery) for (const error of errors) priceUnpaid(quote, error, admitted);
  else {
    const refusal = refusedArgument(admitted);
    if (refusal) return { errors: [refusal] };
    boundAll(quote, admitted);
  }
  const shown = errors.filter((error) => !isUnpaid(error));
  if (refusedWhole({ errors: shown })) return { errors: shown };
  const answer = await quotedBy(quote, operation, shown);
  const more = hooks.map(({ quote: add }) => add?.(answer.quote, operation, admitted));
  const added = await Promise.all(more);
  observer?.quoted(answer.quote, operation, admitted);
  const whole: Price = { ...answer.quote };
  for (const some of added) Object.assign(whole, some);
  const quoted: Quoted = { ...answer, quote: whole };
  return quoted;
}

/** The price, with whether the caller's purses would refuse it; if they can't be read, an error is added. */
async function quotedBy(quote: PriceEstimate, operation: Operation, errors: readonly GraphQLError[]): Promise<Quoted> {
  const shown = [...errors];
  const purses =
    operation.apiKey === undefined
      ? []
      : await operation.services.purses
          .bounding(operation.scope().payer)
          .catch((error: unknown): readonly PurseState[] => {
            if (!(error instanceof PurseRefused)) throw error;
            shown.push(error);
            return [];
          });
  const left = purses.map((purse) => ({ id: purse.id, label: purse.label, left: leftIn(purse) }));
  const isUsedUp = operation.apiKey !== undefined && operation.services.allowances.isUsedUp(operation.apiKey);
  const kept = operation.services.cache.keeps ? operation.receipt.kept : undefined;
  const price = quote.price(operation.options.budget, left, isUsedUp, kept);
  const { chargesOncePerKey } = operation.services.client;
  // A caller that sends a key wants to know the price of a repetition.
  const repeated = operation.options.idempotencyKey === undefined ? {} : { chargesOncePerKey };
  return { quote: { ...price, ...repeated }, ...(shown.length > 0 && { errors: shown }) };
}

const isUnpaid = (error: GraphQLError): boolean => error.originalError instanceof PaymentRequired;

/** Books bounds for a paid call that a resolver makes directly, and for all records below its field. */
function priceUnpaid(quote: PriceEstimate, error: GraphQLError, admitted: AdmittedOperation): void {
  const { originalError: unpaid, nodes, path } = error;
  const fieldNodes = (nodes ?? []).filter((node) => node.kind === Kind.FIELD);
  const [node] = fieldNodes;
  if (!(unpaid instanceof PaymentRequired) || !path || !node) return;
  const at = fieldPath(path);
  quote.book(at, { min: 0, max: unpaid.count * priceOf(unpaid.operation.price, 1), open: false });
  const field = fieldsOf(admitted.prepared).get(node);
  if (!field) return;
  const page = sizeOf(field, getArgumentValues(field, node, admitted.variables));
  boundBelow(quote, getNamedType(field.type), fieldNodes, at, { ...once, page }, withinOf(admitted));
}

/** The field of each node of a document. */
function fieldsOf({ schema, document }: PreparedOperation): Map<unknown, GraphQLField<unknown, unknown>> {
  const fields = new Map<unknown, GraphQLField<unknown, unknown>>();
  const info = new TypeInfo(schema);
  const note = (node: unknown): void => {
    const field = info.getFieldDef();
    if (field) fields.set(node, field);
  };
  visit(document, visitWithTypeInfo(info, { Field: { enter: note } }));
  return fields;
}

/** The refusal of what is not executed here, if its JSON arguments hold a variable that was not given. */
function refusedArgument(admitted: AdmittedOperation): GraphQLError | undefined {
  const { schema, operation } = admitted.prepared;
  const root = schema.getRootType(operation.operation);
  if (!root) return undefined;
  const fields = root.getFields();
  for (const [name, nodes] of selectionOn(root.name, [wholeOf(admitted)], withinOf(admitted)))
    for (const node of nodes) {
      const field = fields[name];
      const path = field && ungivenIn(getArgumentValues(field, node, admitted.variables), '');
      if (path === undefined) continue;
      const extensions = { code: 'BAD_USER_INPUT' };
      return new GraphQLError(ungiven(path), { nodes: node, path: [responseName(node)], extensions });
    }
  return undefined;
}

/** An operation, as if it were a field with the same selections. */
const wholeOf = ({ prepared: { operation } }: AdmittedOperation) =>
  ({ kind: Kind.FIELD, name: { kind: Kind.NAME, value: '' }, selectionSet: operation.selectionSet }) as const;

function boundAll(quote: PriceEstimate, admitted: AdmittedOperation): void {
  const { schema, operation } = admitted.prepared;
  const root = schema.getRootType(operation.operation);
  const node = wholeOf(admitted);
  if (root) boundBelow(quote, root, [node], '', once, withinOf(admitted));
}

const withinOf = ({ prepared: { schema, fragments }, variables }: AdmittedOperation): Within => ({
  schema,
  fragments,
  variableValues: variables,
});
