import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLOutputType,
  getNamedType,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { priceOf } from '../../contract/price.ts';
import { PaymentRequired } from '../credits/payment-required.ts';
import { fieldPath, type Price, type PriceEstimate } from '../credits/price-estimate.ts';
import { leftIn, type PurseState } from '../credits/purse/purse.ts';
import { PurseRefused } from '../credits/purse/purse-refused.ts';
import type { AdmittedOperation } from '../operation/operation-limits.ts';
import type { PreparedOperation } from '../operation/prepared-operation.ts';
import type { GraphContext } from '../schema/builder.ts';
import type { Operation } from '../scope/operation.ts';
import { boundBelow } from '../scope/price-bounds.ts';
import type { Within } from '../scope/selection.ts';
import { refusedWhole } from './refused-key.ts';
import type { PreparedContext } from './use-prepared-operations.ts';

/** The answer to `POST /quote`. */
interface Quoted extends ExecutionResult {
  readonly quote: Price;
}

const once = { count: 1, open: false } as const;

/** Observes each price that is quoted, and its operation. */
export type OnQuoted = (price: Price, operation: Operation, admitted: AdmittedOperation) => void;

/**
 * Prices what comes to `/quote`: a query runs as ever, but buys nothing; a mutation or a subscription, which may not
 * run, is bounded by what is selected, for a subscription on one event. The answer holds the price in the place of data.
 */
export const quoting = (
  onQuoted?: OnQuoted,
): Plugin<GraphContext & PreparedContext, { readonly quoting?: boolean }> => ({
  onResultProcess({ result, setResult, serverContext: { quoting } }) {
    // What was refused before it ran has no price: whoever asks for one does not ask for GraphQL's 200.
    if (!quoting || Array.isArray(result) || Symbol.asyncIterator in result || !result.errors) return;
    setResult({ ...result, errors: result.errors.map(toldPlainly) });
  },
  async onSubscribe({ args: { contextValue }, setResultAndStopExecution }) {
    const { admitted } = contextValue;
    const { quote } = contextValue.operation;
    if (!quote || !admitted) return;
    boundAll(quote, admitted);
    const quoted = await quotedBy(quote, contextValue.operation, []);
    onQuoted?.(quoted.quote, contextValue.operation, admitted);
    setResultAndStopExecution(quoted);
  },
  onExecute({ args: { contextValue }, setExecuteFn }) {
    const { admitted } = contextValue;
    const { quote } = contextValue.operation;
    if (!quote) return undefined;
    const runs = admitted?.prepared.operation.operation === OperationTypeNode.QUERY;
    if (!runs) setExecuteFn(() => ({}));
    return {
      async onExecuteDone({ result, setResult }) {
        if (!admitted || Symbol.asyncIterator in result) return;
        const errors = 'errors' in result ? (result.errors ?? []) : [];
        if (runs) for (const error of errors) priceUnpaid(quote, error, admitted);
        else boundAll(quote, admitted);
        const shown = errors.filter((error) => !isUnpaid(error));
        const refused = refusedWhole({ errors: shown });
        if (refused) return setResult(refused);
        const quoted = await quotedBy(quote, contextValue.operation, shown);
        onQuoted?.(quoted.quote, contextValue.operation, admitted);
        setResult(quoted);
      },
    };
  },
});

/** The price, with what the purses of the caller would do about it; where they can't be asked, an error says so. */
async function quotedBy(quote: PriceEstimate, operation: Operation, errors: readonly GraphQLError[]): Promise<Quoted> {
  const shown = [...errors];
  const purses =
    operation.apiKey === undefined
      ? []
      : await operation.purses.bounding(operation.scope().payer).catch((error: unknown): readonly PurseState[] => {
          if (!(error instanceof PurseRefused)) throw error;
          shown.push(error);
          return [];
        });
  const left = purses.map((purse) => ({ id: purse.id, label: purse.label, left: leftIn(purse) }));
  return { quote: quote.price(operation.options.budget, left), ...(shown.length > 0 && { errors: shown }) };
}

/** The error, whose status holds for every media type. It is made anew, since what a text has wrong is remembered. */
const toldPlainly = (error: GraphQLError): GraphQLError => {
  const { http } = error.extensions;
  if (typeof http !== 'object') return error;
  const { nodes = null, source = null, positions = null, path = null } = error;
  const extensions = { ...error.extensions, http: { ...http, spec: false } };
  return new GraphQLError(error.message, { nodes, source, positions, path, extensions });
};

const isUnpaid = (error: GraphQLError): boolean => error.originalError instanceof PaymentRequired;

/** A resolver met something that costs where no record was being settled: bounds stand for it and all below. */
function priceUnpaid(quote: PriceEstimate, error: GraphQLError, admitted: AdmittedOperation): void {
  const { originalError: unpaid, nodes, path } = error;
  const [node] = nodes ?? [];
  if (!(unpaid instanceof PaymentRequired) || !path || node?.kind !== Kind.FIELD) return;
  const at = fieldPath(path);
  quote.book(at, { min: 0, max: priceOf(unpaid.operation.price, 1), open: false });
  const type = typesOf(admitted.prepared).get(node);
  const first = node.arguments?.find((argument) => argument.name.value === 'first')?.value;
  const page = first?.kind === Kind.INT ? Number(first.value) : undefined;
  if (type) boundBelow(quote, getNamedType(type), [node], at, { ...once, page }, withinOf(admitted));
}

/** The type of each field of a document. */
function typesOf({ schema, document }: PreparedOperation): Map<unknown, GraphQLOutputType> {
  const types = new Map<unknown, GraphQLOutputType>();
  const info = new TypeInfo(schema);
  const note = (node: unknown): void => {
    const type = info.getType();
    if (type) types.set(node, type);
  };
  visit(document, visitWithTypeInfo(info, { Field: { enter: note } }));
  return types;
}

function boundAll(quote: PriceEstimate, admitted: AdmittedOperation): void {
  const { schema, operation } = admitted.prepared;
  const root = schema.getRootType(operation.operation);
  const node = {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: '' },
    selectionSet: operation.selectionSet,
  } as const;
  if (root) boundBelow(quote, root, [node], '', once, withinOf(admitted));
}

const withinOf = ({ prepared: { schema, fragments }, variables }: AdmittedOperation): Within => ({
  schema,
  fragments,
  variableValues: variables,
});
