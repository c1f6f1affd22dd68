import { CommandFailure } from './command-failure.ts';

/** A GraphQL request, as it would be sent to be answered. */
export interface PriceRequest {
  readonly query: string;
  readonly variables?: unknown;
  readonly operationName?: string | undefined;
}

/** What the graph says that an operation would cost. */
export interface QuotedPrice {
  readonly min: number;
  readonly max: number;
  readonly open: boolean;
  readonly fields: readonly { readonly path: string; readonly min: number; readonly max: number }[];
}

/**
 * Asks a running graph what an operation would cost; nothing is charged.
 *
 * @throws {CommandFailure} where there is no price: the graph does not answer, or refuses the operation or the key
 */
export const askPrice = async (graphUrl: string, apiKey: string, request: PriceRequest): Promise<QuotedPrice> => {
  const response = await fetch(`${graphUrl.replace(/\/+$/, '')}/quote`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(request),
  }).catch(() => {
    throw new CommandFailure(`no graph answers at ${graphUrl}: start one with "kith serve", or name one with --graph.`);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  const problems = messagesIn(member(answer, 'errors'));
  if (problems.length > 0) throw new CommandFailure(['the operation has no price.', ...problems].join('\n  '));
  const price = member(answer, 'quote');
  if (isPrice(price)) return price;
  throw new CommandFailure(`what answers at ${graphUrl} is no graph that knows prices (status ${response.status}).`);
};

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const messagesIn = (errors: unknown): string[] =>
  Array.isArray(errors) ? errors.map((error: unknown) => String(member(error, 'message'))) : [];

const isPrice = (value: unknown): value is QuotedPrice =>
  typeof member(value, 'min') === 'number' &&
  typeof member(value, 'max') === 'number' &&
  Array.isArray(member(value, 'fields'));
