import type { TSchema } from 'typebox';
import type { Json } from '../json.ts';
import type { Price } from '../price.ts';

export type Tag = 'profiles' | 'companies' | 'teams' | 'credits' | 'network-mapper';

/**
 * An operation of the REST interface, declared once: the service, the client, prices and the OpenAPI document all use
 * this value.
 */
export interface Operation<Request = unknown, Answer = unknown> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  /** The heading in the specification that this operation comes from. */
  readonly source: string;
  /** JSON body of a POST, or query parameters of a GET. Strict: unknown members are refused. */
  readonly request: TSchema | undefined;
  /** An example of a request with a body, for the OpenAPI document. */
  readonly example: (Request & Json) | undefined;
  /** Successful answers by status. Read tolerantly: unknown members and nulls are accepted. */
  readonly answers: Readonly<Record<number, { readonly schema: TSchema; readonly description: string }>>;
  readonly price: Price;
  /** Whether it requires the partner permission; other keys get 403. */
  readonly partnerOnly: boolean;
  /** Whether it accepts `x-authenticate-team`. */
  readonly childTeam: boolean;
  /** Ours: whether it accepts `Idempotency-Key`, acts once per key, and repeats the answer. */
  readonly idempotencyKey: boolean;
  /** Ours: whether it accepts `Idempotency-Key`, and charges once per key; each answer is new. */
  readonly chargesOncePerKey: boolean;
  /** The operation that replaces this deprecated one; undefined for current ones. */
  readonly successor: Pick<Operation, 'path'> | undefined;
  /** Never present; only carries the static types of request and answer. */
  readonly types?: { request(request: Request): void; readonly answer: Answer };
}

type Declared<Request> = Pick<
  Operation,
  'name' | 'method' | 'path' | 'tag' | 'summary' | 'source' | 'answers' | 'price'
> &
  Partial<
    Pick<
      Operation<Request>,
      'request' | 'example' | 'partnerOnly' | 'childTeam' | 'idempotencyKey' | 'chargesOncePerKey' | 'successor'
    >
  >;

/**
 * Declares an operation. Defaults: own team only, any key, current.
 *
 * @example
 * export const creditUsage = operation<undefined, CreditUsage>({
 *   name: 'creditUsage',
 *   method: 'GET',
 *   path: '/credits/usage',
 *   tag: 'credits',
 *   summary: 'Report credit usage of the current billing period.',
 *   source: 'GET /credits/usage',
 *   answers: { 200: { schema: CreditUsage, description: 'The usage.' } },
 *   price: free,
 * });
 */
export const operation = <Request, Answer>(declared: Declared<Request>): Operation<Request, Answer> => ({
  request: undefined,
  example: undefined,
  partnerOnly: false,
  childTeam: false,
  idempotencyKey: false,
  chargesOncePerKey: false,
  successor: undefined,
  ...declared,
});
