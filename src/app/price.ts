import { isObject } from '../contract/json.ts';
import { CommandFailure } from './command-failure.ts';
import { jsonOf } from './graph-answer.ts';
import { askWithKey, type KeyedGraph } from './graph-channel.ts';

/** A GraphQL request, as it would be sent to be executed. */
export interface PriceRequest {
  readonly query: string;
  readonly variables?: unknown;
  readonly operationName?: string | undefined;
}

/** The graph's quote for an operation. */
export interface QuotedPrice {
  readonly min: number;
  readonly max: number;
  readonly open: boolean;
  readonly fields: readonly { readonly path: string; readonly min: number; readonly max: number }[];
}

/**
 * Asks a running graph for the price of an operation; nothing is charged.
 *
 * @throws {CommandFailure} if the graph does not answer, or refuses the operation or the key
 */
export const askPrice = async (graph: KeyedGraph, request: PriceRequest): Promise<QuotedPrice> => {
  const response = await askWithKey(graph, { method: 'POST', path: '/quote', body: request });
  const answer = jsonOf(response);
  const { errors, quote } = isObject(answer) ? answer : {};
  const problems = Array.isArray(errors) ? errors.map((error: unknown) => String(Object(error).message)) : [];
  if (problems.length > 0) throw new CommandFailure(['the operation has no price.', ...problems].join('\n  '));
  if (isPrice(quote)) return quote;
  throw new CommandFailure(`the server that answers does not quote prices (status ${response.status}).`);
};

const isPrice = (value: unknown): value is QuotedPrice =>
  isObject(value) && typeof value.min === 'number' && typeof value.max === 'number' && Array.isArray(value.fields);
