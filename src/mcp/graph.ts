import { createClient, type KithClient } from '../sdk/client.ts';
import type { Document } from '../sdk/document.ts';

/** Who calls a tool, and how the graph is asked for them. */
export interface Caller {
  /** A session's token. */
  readonly token: string;
  /** Credits of one call above which a person has to confirm; undefined: the purse alone bounds. */
  readonly confirmAbove: number | undefined;
  /** Answers an approval for a person who was asked by the client. */
  readonly decide: (approvalId: string, give: boolean) => Promise<void>;
  /** Where a person answers an approval in a browser; undefined: no page is known. */
  readonly approvalUrl: (id: string) => string | undefined;
  /** Seals what a client keeps while it asks a person; of at least 32 bytes, and for this session alone. */
  readonly stateKey: Uint8Array;
  /** Answers `/graphql` and `/quote` as the graph does over HTTP. */
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
}

/** A purse that bounds the caller. */
interface QuotedPurse {
  readonly label: string;
  readonly left: number;
}

/** What a person has said to an operation. */
interface Approval {
  readonly id: string;
  readonly state: string;
}

/** What an operation would cost, in credits. */
export interface Price {
  readonly min: number;
  readonly max: number;
  /** What the purse that bounds the caller most closely has left; undefined: there is none. */
  readonly left: number | undefined;
}

/** A price for which a person may have to be asked. */
export interface AskedPrice extends Price {
  /** Undefined: none is needed, or none can be asked for. */
  readonly approval: Approval | undefined;
}

/** The graph would not price an operation. */
export class NotPriced extends Error {
  override readonly name = 'NotPriced';
}

interface Quoted {
  readonly quote?: {
    readonly min: number;
    readonly max: number;
    readonly purses?: readonly QuotedPurse[];
    readonly approval?: Approval;
  };
  readonly errors?: readonly { readonly message: string }[];
}

/** The graph as one caller has it. */
export class Graph {
  readonly caller: Caller;
  readonly #client: KithClient;

  constructor(caller: Caller) {
    this.caller = caller;
    this.#client = createClient({ url: '/graphql', token: caller.token, fetch: caller.fetch, retries: 0 });
  }

  /** @throws {import('../sdk/client.ts').KithError} where there is no data */
  execute<Result, Variables>(
    document: Document<Result, Variables, 'query'>,
    variables: Variables,
    budget: number,
    approval?: string,
  ) {
    return this.#client.execute(document, variables, { budget, ...(approval !== undefined && { approval }) });
  }

  /**
   * The price of an operation; asking is free.
   *
   * @throws {NotPriced}
   */
  async quote<Result, Variables>(document: Document<Result, Variables>, variables: Variables): Promise<Price> {
    const { min, max, left } = await this.#priced(document, variables, {});
    return { min, max, left };
  }

  /**
   * The same; beyond what may be spent unasked, an approval is asked for.
   *
   * @throws {NotPriced}
   */
  ask<Result, Variables>(document: Document<Result, Variables>, variables: Variables): Promise<AskedPrice> {
    return this.#priced(document, variables, { 'x-kith-approval': 'ask' });
  }

  async #priced<Result, Variables>(
    { text }: Document<Result, Variables>,
    variables: Variables,
    headers: Readonly<Record<string, string>>,
  ): Promise<AskedPrice> {
    const response = await this.caller.fetch('/quote', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.caller.token}`, ...headers },
      body: JSON.stringify({ query: text, variables }),
    });
    const { quote, errors = [] }: Quoted = await response.json();
    if (quote === undefined) throw new NotPriced(errors[0]?.message ?? `The graph gave no price (${response.status}).`);
    const { min, max, purses = [], approval } = quote;
    return { min, max, left: purses.length > 0 ? Math.min(...purses.map(({ left }) => left)) : undefined, approval };
  }
}
