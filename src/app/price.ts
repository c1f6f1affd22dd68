import type { Config } from '../config/config.ts';
import { CommandFailure } from './command-failure.ts';
import { askWithKey, type GraphChoice, jsonOf } from './graph-channel.ts';

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
export const askPrice = async (
  config: Config,
  choice: GraphChoice,
  apiKey: string,
  request: PriceRequest,
): Promise<QuotedPrice> => {
  const response = await askWithKey(config, choice, {
    method: 'POST',
    path: '/quote',
    apiKey,
    body: JSON.stringify(request),
  });
  const answer = jsonOf(response);
  const problems = messagesIn(member(answer, 'errors'));
  if (problems.length > 0) throw new CommandFailure(['the operation has no price.', ...problems].join('\n  '));
  const price = member(answer, 'quote');
  if (isPrice(price)) return price;
  throw new CommandFailure(`the server that answers does not quote prices (status ${response.status}).`);
};

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const messagesIn = (errors: unknown): string[] =>
  Array.isArray(errors) ? errors.map((error: unknown) => String(member(error, 'message'))) : [];

const isPrice = (value: unknown): value is QuotedPrice =>
  typeof member(value, 'min') === 'number' &&
  typeof member(value, 'max') === 'number' &&
  Array.isArray(member(value, 'fields'));
