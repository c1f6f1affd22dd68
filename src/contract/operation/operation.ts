import type { TSchema } from 'typebox';
import type { Price } from '../price.ts';

export type Tag = 'profiles' | 'companies' | 'teams' | 'credits' | 'network-mapper';

/**
 * One operation of the REST interface, declared once: the service serves it, the client calls it, the ledger prices
 * it and the OpenAPI document describes it, all from this value.
 */
export interface Operation<Request = unknown, Answer = unknown> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  /** The heading in the specification that this operation comes from. */
  readonly source: string;
  /** The JSON body of a POST, the query parameters of a GET; strict: unknown members are refused. */
  readonly request: TSchema | undefined;
  /** The successful answers by status; read tolerantly: unknown members and nulls are let through. */
  readonly answers: Readonly<Record<number, { readonly schema: TSchema; readonly description: string }>>;
  readonly price: Price;
  /** Needs the partner permission; other keys get 403. */
  readonly partnerOnly: boolean;
  /** Accepts `x-authenticate-team`. */
  readonly childTeam: boolean;
  /** Ours: accepts `Idempotency-Key`, acts once for it and gives the same answer again. */
  readonly idempotencyKey: boolean;
  /** Ours: accepts `Idempotency-Key` and charges nothing twice for it; each answer is a new one. */
  readonly chargesOncePerKey: boolean;
  /** The current operation that took this one's place; undefined for the current ones. */
  readonly successor: Pick<Operation, 'path'> | undefined;
  /** Never present: it carries the static types of request and answer. */
  readonly types?: { request(request: Request): void; readonly answer: Answer };
}

type Declared = Pick<Operation, 'name' | 'method' | 'path' | 'tag' | 'summary' | 'source' | 'answers' | 'price'> &
  Partial<
    Pick<Operation, 'request' | 'partnerOnly' | 'childTeam' | 'idempotencyKey' | 'chargesOncePerKey' | 'successor'>
  >;

/** Declares an operation; what is left out is the common case: own team, any key, current. */
export const operation = <Request, Answer>(declared: Declared): Operation<Request, Answer> => ({
  request: undefined,
  partnerOnly: false,
  childTeam: false,
  idempotencyKey: false,
  chargesOncePerKey: false,
  successor: undefined,
  ...declared,
});
