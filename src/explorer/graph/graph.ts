import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createClient, KithError, type Quote } from '../../sdk/client.ts';
import type { Document } from '../../sdk/document.ts';
import type { Receipt } from '../../sdk/errors.ts';
import { say } from '../sentences.ts';
import { type Failure, failureOf, type Outcome, readable, reasonOf } from './outcome.ts';
import { Signal } from './signal.ts';

/**
 * Marks requests as the page's own. Other origins cannot set a header without a preflight, and the graph accepts the
 * session's cookie only with this header.
 */
export const pageHeaders = { 'x-kith-explorer': '1' } as const;

interface Asked {
  /** Maximum credits to spend. */
  readonly budget?: number;
  /** Bypasses cached answers. */
  readonly fresh?: boolean;
  /** For a mutation: the queries whose cached answers it changes; default: all free queries. */
  readonly changes?: readonly Document<unknown, never>[];
  readonly signal?: AbortSignal;
}

/** The data of a mutation: one payload. */
type Changed = Readonly<Record<string, { readonly problems: readonly { readonly message: string }[] } | null>>;
type Change<Payload> =
  | { readonly payload: Payload; readonly refusal?: never }
  | { readonly payload?: never; readonly refusal: string };
type Payload<Result> = NonNullable<Result[keyof Result]>;

/** The page's GraphQL client. It spends nothing unless a call has a budget, and caches answers for the visit. */
export class Graph {
  /** Receipts of this visit, oldest first. */
  readonly receipts = new Signal<readonly Receipt[]>([]);
  /** Whether an answer has reported that nobody is signed in. */
  readonly signedOut = new Signal(false);
  /** Number of purchases: prices requested before the last one may be too high. */
  readonly purchases = new Signal(0);
  readonly allowance = new Allowance();
  readonly #client;
  /** Cached answers by question; paid ones remain when the graph's data changes. */
  readonly #answers = new Map<string, { readonly outcome: Outcome<unknown>; readonly paid: boolean }>();
  readonly #running = new Map<string, Promise<Outcome<unknown>>>();

  constructor(origin: string) {
    this.#client = createClient({
      url: `${origin}/graphql`,
      headers: pageHeaders,
      fetch: (url, init) => fetch(url, { ...init, credentials: 'same-origin' }),
    });
  }

  /** Runs a query or mutation, which spends at most `budget` credits; default: none. */
  async run<Result, Variables extends object>(
    document: Document<Result, Variables, 'query' | 'mutation'>,
    variables: Variables,
    { budget = 0, fresh = false, changes, signal }: Asked = {},
  ): Promise<Outcome<Result>> {
    const isQuery = document.operation === 'query';
    const key = keyOf(document, variables);
    // An answer with a smaller budget may lack what this one pays for.
    if (isQuery && budget === 0 && !fresh) {
      const known = this.remembered(document, variables);
      if (known) return known;
      // Safe: the key contains the document, whose type determines the answer.
      const running = this.#running.get(key) as Promise<Outcome<Result>> | undefined;
      if (running) return running;
    }
    const running = this.#ask(document, variables, budget, signal);
    if (isQuery && budget === 0 && !signal) {
      this.#running.set(key, running);
      running.then(() => this.#running.delete(key));
    }
    const outcome = await running;
    if (outcome.kind === 'failed') return outcome;
    const charged = outcome.receipt?.charged ?? 0;
    if (!isQuery) this.#forgetFree(changes);
    else if (outcome.errors.length === 0 && !isRefused(outcome.data))
      this.#answers.set(key, { outcome, paid: charged > 0 || budget > 0 });
    if (charged > 0) {
      this.allowance.succeeded();
      this.purchases.value += 1;
    }
    return outcome;
  }

  /** Runs a mutation. Resolves with its payload, or with the sentence that says why nothing was changed. */
  async change<Result extends Changed, Variables extends object>(
    document: Document<Result, Variables, 'mutation'>,
    variables: Variables,
    asked: Asked = {},
  ): Promise<Change<Payload<Result>>> {
    const outcome = await this.run(document, variables, asked);
    if (outcome.kind === 'failed') return { refusal: outcome.failure.message || say.unsaved };
    const { data, errors } = outcome;
    // Safe: a mutation of the page has one member, which has this type.
    const payload = Object.values(data)[0] as Payload<Result> | null | undefined;
    const message = payload ? payload.problems[0]?.message : (errors[0]?.message ?? '');
    return payload && message === undefined ? { payload } : { refusal: readable(message || say.unsaved) };
  }

  async #ask<Result, Variables extends object>(
    document: Document<Result, Variables, 'query' | 'mutation'>,
    variables: Variables,
    budget: number,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<Result>> {
    try {
      const { data, errors, credits } = await this.#client.execute(document, variables, {
        budget,
        ...(signal && { signal }),
      });
      this.#note(credits);
      if (errors.some(({ extensions }) => extensions?.code === 'CREDIT_LIMIT')) this.allowance.refused();
      return { kind: 'done', data, errors, receipt: credits };
    } catch (error) {
      const failure = this.#failureIn(error);
      if (error instanceof KithError) this.#note(error.credits);
      return { kind: 'failed', failure };
    }
  }

  #note(receipt: Receipt | undefined): void {
    if (receipt) this.receipts.value = [...this.receipts.value, receipt];
  }

  /** A cached answer. */
  remembered<Result, Variables extends object>(
    document: Document<Result, Variables, 'query' | 'mutation'>,
    variables: Variables,
  ): Outcome<Result> | undefined {
    const found = this.#answers.get(keyOf(document, variables));
    return found && (found.outcome as Outcome<Result>);
  }

  /** Drops free answers, which a mutation may have changed. */
  #forgetFree(changed?: readonly Document<unknown, never>[]): void {
    for (const [key, { paid }] of this.#answers)
      if (!paid && (changed?.some(({ text }) => key.startsWith(text)) ?? true)) this.#answers.delete(key);
  }

  /** Requests the price of an operation; free. */
  async quote<Result, Variables extends object>(
    document: Document<Result, Variables>,
    variables: Variables,
    signal: AbortSignal,
  ): Promise<Quote | Failure> {
    try {
      const quote = await this.#client.quote(document, variables, { signal });
      if (quote.allowance) this.allowance.remembered();
      return quote;
    } catch (error) {
      return this.#failureIn(error);
    }
  }

  #failureIn(error: unknown): Failure {
    if (!(error instanceof KithError)) throw error;
    const failure = failureOf(error);
    if (failure.reason === 'signed-out') this.signedOut.value = true;
    if (failure.reason === 'allowance') this.allowance.refused();
    return failure;
  }
}

/** Headers of an operation that spends at most `budget` credits. */
export const headersFor = (budget: number): Record<string, string> => ({
  ...pageHeaders,
  'x-credit-budget': String(budget),
});

/** Whether a record in an answer is missing because it was not paid for: paying for it is another answer. */
const isRefused = (data: unknown): boolean =>
  Object.values(data ?? {}).some((member) => reasonOf(member?.code) === 'priced');

const keyOf = ({ text }: Document<unknown, never>, variables: object): string => `${text} ${JSON.stringify(variables)}`;

export const GraphContext = createContext<Graph | undefined>(undefined);

export const useGraph = (): Graph => {
  const graph = useContext(GraphContext);
  if (!graph) throw new Error('Expected a graph around this component, but there is none.');
  return graph;
};

/** How long a refusal is remembered, in milliseconds: a new period starts without notice. */
const rememberedMs = 600_000;

/**
 * Whether the team's allowance is used up. The data service reveals that only by refusing a payment. A refusal applies
 * until a paid call succeeds, ten minutes pass, or the user retries.
 */
class Allowance {
  readonly usedUp = new Signal(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  #isTrying = false;

  /** The graph remembers a refusal, of this tab or another. */
  remembered(): void {
    if (!this.#isTrying && !this.usedUp.value) this.refused();
  }

  /** Ignores the remembered refusal until the next one, for a user who wants to pay anyway. */
  tryAgain(): void {
    this.succeeded();
    this.#isTrying = true;
  }

  refused(): void {
    this.#isTrying = false;
    clearTimeout(this.#timer);
    this.usedUp.value = true;
    this.#timer = setTimeout(() => this.succeeded(), rememberedMs);
  }

  succeeded(): void {
    clearTimeout(this.#timer);
    this.usedUp.value = false;
  }
}
