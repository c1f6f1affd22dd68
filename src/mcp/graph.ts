import { createClient, type KithClient } from '../sdk/client.ts';
import type { Document } from '../sdk/document.ts';

/** The caller of a tool, with access to the graph. */
export interface Caller {
  /** A session's token. */
  readonly token: string;
  /** Price of a call above which a person must confirm, in credits; undefined if only the purse limits. */
  readonly confirmAbove: number | undefined;
  /** Decides an approval for a person whom the client has asked; undefined if only the explorer can. */
  readonly decide: ((approvalId: string, give: boolean) => Promise<void>) | undefined;
  /** URL at which a person can decide an approval; undefined if there is no page. */
  readonly approvalUrl: (id: string) => string | undefined;
  /** Name of the caller's session, as a person gave it; undefined if it has none. */
  readonly label?: string | undefined;
  /** Key that seals the state of `Confirmation`: at least 32 bytes, unique to this session. */
  readonly stateKey: Uint8Array;
  /** Fetches `/graphql` and `/quote` of the graph. */
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
}

/** A purse that limits the caller. */
interface QuotedPurse {
  readonly label: string;
  readonly left: number;
}

/** The approval of an operation. */
interface Approval {
  readonly id: string;
  readonly state: string;
}

/** The price of an operation, in credits. */
export interface Price {
  readonly min: number;
  readonly max: number;
  /** The smallest remainder of the caller's purses; undefined if there are none. */
  readonly left: number | undefined;
}

/** A price, with the approval that it needs. */
export interface AskedPrice extends Price {
  /** Undefined if none is needed, or none can be requested. */
  readonly approval: Approval | undefined;
}

/** The graph returned no price. */
export class NotPriced extends Error {
  override readonly name = 'NotPriced';
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;

  constructor(message: string, status: number | undefined) {
    super(message);
    this.status = status;
  }
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

/** Access to the graph as one caller. */
export class Graph {
  readonly caller: Caller;
  readonly #client: KithClient;

  constructor(caller: Caller) {
    this.caller = caller;
    this.#client = createClient({ url: '/graphql', token: caller.token, fetch: caller.fetch, retries: 0 });
  }

  /** @throws {import('../sdk/client.ts').KithError} if there is no data */
  execute<Result, Variables>(
    document: Document<Result, Variables, 'query'>,
    variables: Variables,
    budget: number,
    approval?: string,
  ) {
    return this.#client.execute(document, variables, { budget, ...(approval !== undefined && { approval }) });
  }

  /** Executes an operation that is free, with a budget of 0. @throws {import('../sdk/client.ts').KithError} */
  async find<Result, Variables>(document: Document<Result, Variables, 'query'>, variables: Variables): Promise<Result> {
    return (await this.execute(document, variables, 0)).data;
  }

  /**
   * Gets the price of an operation. Free.
   *
   * @throws {NotPriced}
   */
  async quote<Result, Variables>(document: Document<Result, Variables>, variables: Variables): Promise<Price> {
    const { min, max, left } = await this.#priced(document, variables, {});
    return { min, max, left };
  }

  /**
   * Gets the price, and requests an approval if one is needed. Free.
   *
   * @param purpose what the operation does, for the person who is asked
   * @throws {NotPriced}
   */
  ask<Result, Variables>(
    document: Document<Result, Variables>,
    variables: Variables,
    purpose: string,
  ): Promise<AskedPrice> {
    return this.#priced(document, variables, {
      'x-kith-approval': 'ask',
      'x-kith-approval-purpose': encodeURIComponent(purpose.slice(0, 200)),
    });
  }

  async #priced<Result, Variables>(
    { text }: Document<Result, Variables>,
    variables: Variables,
    headers: Readonly<Record<string, string>>,
  ): Promise<AskedPrice> {
    const sent = this.caller.fetch('/quote', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.caller.token}`, ...headers },
      body: JSON.stringify({ query: text, variables }),
    });
    const response = await sent.catch(() => {
      throw new NotPriced('The graph does not answer.', undefined);
    });
    const { quote, errors = [] }: Quoted = await response.json().catch(() => ({}));
    if (quote === undefined)
      throw new NotPriced(errors[0]?.message ?? `The graph gave no price (${response.status}).`, response.status);
    const { min, max, purses = [], approval } = quote;
    return { min, max, left: purses.length > 0 ? Math.min(...purses.map(({ left }) => left)) : undefined, approval };
  }
}
