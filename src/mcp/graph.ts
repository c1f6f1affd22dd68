import { createClient, type KithClient, type Quote } from '../sdk/client.ts';
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
  readonly approval: Quote['approval'];
}

/** Access to the graph as one caller. */
export class Graph {
  readonly caller: Caller;
  readonly #client: KithClient;

  constructor(caller: Caller) {
    this.caller = caller;
    this.#client = createClient({
      url: 'http://graph/graphql',
      token: caller.token,
      fetch: (url, init) => caller.fetch(new URL(url).pathname, init),
      retries: 0,
    });
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
   * @param purpose what the operation does, for the person who is asked to approve it if that is needed
   * @throws {import('../sdk/client.ts').KithError}
   */
  async quote<Result, Variables>(
    document: Document<Result, Variables>,
    variables: Variables,
    purpose?: string,
  ): Promise<AskedPrice> {
    const terms = purpose === undefined ? {} : { purpose };
    const { min, max, purses = [], approval } = await this.#client.quote(document, variables, terms);
    return { min, max, left: purses.length > 0 ? Math.min(...purses.map(({ left }) => left)) : undefined, approval };
  }
}
