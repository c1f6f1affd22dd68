import { signal } from '@preact/signals';
import { Client, cacheExchange, fetchExchange, mapExchange } from '@urql/core';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Document } from '../../sdk/document.ts';
import type { Receipt } from '../../sdk/errors.ts';
import { errorsOf, type Failure, failureOf, type Outcome, reasonOf } from './outcome.ts';

/** What `POST /quote` answers of an operation, in credits. */
export interface Price {
  readonly min: number;
  readonly max: number;
  /** The purses that bound the caller, the innermost first. */
  readonly purses?: readonly {
    readonly label: string;
    readonly left: number;
    readonly refuses: 'no' | 'maybe' | 'yes';
  }[];
}

/** A receipt with what it was for and when. */
export interface DatedReceipt extends Receipt {
  readonly operation: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly purses?: readonly { readonly id: string; readonly label: string; readonly left: number }[];
}

/**
 * Marks requests as the page's own: another origin's page can't set a header without being asked beforehand, so that the
 * graph takes the session's cookie with it only.
 */
export const pageHeaders = { 'x-kith-explorer': '1' } as const;

/** The one GraphQL client of the page. It spends nothing unless a call brings a budget. */
export class Graph {
  /** Receipts of this visit, in the order in which they came. */
  readonly receipts = signal<readonly DatedReceipt[]>([]);
  /** Whether an answer said that nobody is signed in. */
  readonly signedOut = signal(false);
  readonly #client: Client;

  constructor(origin: string) {
    this.#client = new Client({
      url: `${origin}/graphql`,
      preferGetMethod: false,
      fetchOptions: () => ({ headers: headersFor(0), credentials: 'same-origin' }),
      exchanges: [
        cacheExchange,
        mapExchange({
          onResult: ({ operation, extensions, error }) => {
            const credits: Receipt | undefined = extensions?.credits;
            const at = Date.now();
            if (credits)
              this.receipts.value = [...this.receipts.value, { ...credits, operation: nameIn(operation), at }];
            if (error && failureOf(error).reason === 'signed-out') this.signedOut.value = true;
          },
        }),
        fetchExchange,
      ],
    });
  }

  /**
   * Runs a query or mutation, which spends `budget` credits at most: none, unless it is given. `fresh`: an answer in memory
   * does not do.
   */
  async run<Result, Variables extends object>(
    document: Document<Result, Variables, 'query' | 'mutation'>,
    variables: Variables,
    { budget = 0, fresh = false }: { readonly budget?: number; readonly fresh?: boolean } = {},
  ): Promise<Outcome<Result>> {
    const context = {
      fetchOptions: { headers: headersFor(budget), credentials: 'same-origin' as const },
      // What was answered within another budget may lack what this one pays for.
      requestPolicy: budget > 0 || fresh ? ('network-only' as const) : ('cache-first' as const),
    };
    const asked =
      document.operation === 'mutation'
        ? this.#client.mutation<Result>(document.text, variables, context)
        : this.#client.query<Result>(document.text, variables, context);
    const { data, error, extensions } = await asked.toPromise();
    if (data === undefined || data === null) return { kind: 'failed', failure: failureOf(error) };
    return { kind: 'done', data, errors: errorsOf(error), receipt: extensions?.credits };
  }

  /** An answer that is in memory; nothing is asked. */
  remembered<Result, Variables extends object>(
    { text }: Document<Result, Variables, 'query'>,
    variables: Variables,
  ): Outcome<Result> | undefined {
    const found = this.#client.readQuery<Result>(text, variables, { requestPolicy: 'cache-only' });
    if (found?.data === undefined || found.data === null) return undefined;
    return { kind: 'done', data: found.data, errors: errorsOf(found.error), receipt: undefined };
  }

  /** The price of an operation; asking is free. */
  async quote<Result, Variables extends object>(
    { text }: Document<Result, Variables>,
    variables: Variables,
    signal?: AbortSignal,
  ): Promise<Price | Failure> {
    try {
      const response = await fetch('/quote', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...pageHeaders },
        credentials: 'same-origin',
        body: JSON.stringify({ query: text, variables }),
        signal: signal ?? null,
      });
      const { quote, errors }: Quoted = await response.json();
      if (quote) return quote;
      const [first] = errors ?? [];
      return { reason: reasonOf(first?.extensions?.code), message: first?.message ?? '' };
    } catch {
      return { reason: 'offline', message: '' };
    }
  }
}

interface Quoted {
  readonly quote?: Price;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** The headers of an operation that spends `budget` credits at most. */
export const headersFor = (budget: number): Record<string, string> => ({
  ...pageHeaders,
  'x-credit-budget': String(budget),
});

const nameIn = ({ query }: { readonly query: { readonly definitions: readonly object[] } }): string => {
  const [definition] = query.definitions;
  const name = definition && 'name' in definition ? definition.name : undefined;
  return typeof name === 'object' && name !== null && 'value' in name ? String(name.value) : '';
};

export const GraphContext = createContext<Graph | undefined>(undefined);

export const useGraph = (): Graph => {
  const graph = useContext(GraphContext);
  if (!graph) throw new Error('Expected a graph around this component, but there is none.');
  return graph;
};
