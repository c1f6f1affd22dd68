import type { Document, Stream } from './document.ts';
import { type Answer, KithError } from './errors.ts';
import { readEvents } from './event-stream.ts';
import { answered, dataOf, errorOf, parsePayload, Refusal, unanswered } from './outcome.ts';

export type { Answer, Document, Stream };
export { KithError };

/**
 * The credential: an API key on a server, a session token in a browser, or for pages of the graph's own origin, the
 * headers that authorize its session cookie.
 */
export type Credential =
  | { readonly apiKey: string; readonly token?: never; readonly headers?: never }
  | { readonly apiKey?: never; readonly token: string | (() => string | Promise<string>); readonly headers?: never }
  | { readonly apiKey?: never; readonly token?: never; readonly headers: Readonly<Record<string, string>> };

export type ClientOptions = Credential & {
  /** The graph's URL, such as `http://localhost:4000/graphql`. */
  readonly url: string;
  /** Budget of each operation, in credits, unless a call sets another. Default: that of the graph. */
  readonly budget?: number;
  /** Maximum retries of requests that certainly cost nothing. Default: 2. */
  readonly retries?: number;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

export interface CallOptions {
  /** Budget of this operation, in credits. */
  readonly budget?: number;
  /** Maximum age of cached records, in seconds; 0 bypasses the graph's cache. */
  readonly maxAge?: number;
  /** Id of the approval with which an agent's session spends more than it may by itself. */
  readonly approval?: string;
  readonly signal?: AbortSignal;
}

/** What an operation may cost, in credits. */
export interface Quote {
  readonly min: number;
  readonly max: number;
  /** Whether `max` depends on lists whose length is known only after payment. */
  readonly open: boolean;
  /** The operation's budget, which it never exceeds, whatever `max` is. */
  readonly budget: number;
  /** The price of each field, by its path. */
  readonly fields: readonly {
    readonly path: string;
    readonly min: number;
    readonly max: number;
    readonly open: boolean;
  }[];
  /** The purses that limit the caller, innermost first: what each has left, and whether it would refuse. */
  readonly purses?: readonly {
    readonly id: string;
    readonly label: string;
    readonly left: number;
    readonly refuses: 'no' | 'maybe' | 'yes';
  }[];
  /** Present if the graph remembers that the team's allowance is used up. */
  readonly allowance?: { readonly refuses: 'no' | 'maybe' | 'yes' };
  /** Present if one was asked for and is needed. */
  readonly approval?: { readonly id: string; readonly state: string };
}

export interface QuoteOptions extends Omit<CallOptions, 'approval'> {
  /** Asks for the approval that an agent's session may need, for this purpose. */
  readonly purpose?: string;
}

export interface KithClient {
  /**
   * Runs a query or mutation. Retries only if it certainly cost nothing: the graph refused it before running it (429,
   * 503), or there was no connection.
   *
   * @throws {KithError} if there is no data; `maybeCharged` says whether it may have been charged
   * @example
   * const { data, credits } = await kith.execute(People, { by: [{ xnetSlug: 'mei-ling-torres' }] });
   */
  execute<Result, Variables>(
    document: Document<Result, Variables>,
    variables: Variables,
    options?: CallOptions,
  ): Promise<Answer<Result>>;
  /**
   * Returns the price of a query or mutation with the same variables and options; charges nothing.
   *
   * @example const { max } = await kith.quote(People, { by: [{ xnetSlug: 'mei-ling-torres' }] });
   * @throws {KithError} if the graph refuses it or does not answer
   */
  quote<Result, Variables>(
    document: Document<Result, Variables>,
    variables: Variables,
    options?: QuoteOptions,
  ): Promise<Quote>;
  /**
   * Runs a subscription over server-sent events. Free. If the stream breaks, reconnects and resumes after the last
   * event seen.
   *
   * @throws {KithError} if the graph refuses it, or does not answer `retries` times
   * @example
   * for await (const { mappingTask } of kith.subscribe(FollowTask, { id })) console.log(mappingTask?.status);
   */
  subscribe<Event, Variables>(
    document: Stream<Event, Variables>,
    variables: Variables,
    options?: Pick<CallOptions, 'signal'>,
  ): AsyncGenerator<Event, void>;
}

/**
 * Creates a client of a graph. It only uses `fetch`, and so runs on servers and in browsers.
 *
 * @throws {TypeError} if `url`, or both `apiKey` and `token`, are missing, as with an unset environment variable
 * @example
 * const kith = createClient({ url: 'http://localhost:4000/graphql', apiKey: 'kith_demo_team', budget: 10 });
 */
export const createClient = (options: ClientOptions): KithClient => {
  const { url, retries = 2, fetch: send = (address, init) => fetch(address, init) } = options;
  checkOptions(options);

  const post = async (
    body: string,
    headers: Readonly<Record<string, string>>,
    signal?: AbortSignal,
    to = url,
  ): Promise<Response | Refusal> => {
    const credential = await credentialOf(options).catch(
      (cause: unknown) =>
        new Refusal(new KithError('The function `token` failed.', { maybeCharged: false, cause }), false),
    );
    if (credential instanceof Refusal) return credential;
    return send(to, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credential, ...headers },
      body,
      signal: signal ?? null,
    }).catch(unanswered);
  };

  /** Waits before a retry; rethrows if none is allowed. `attempt` counts failures since the last success. */
  const againAfter = async (refusal: Refusal, attempt: number, signal: AbortSignal | undefined): Promise<void> => {
    if (!refusal.repeatable || attempt >= retries || signal?.aborted) throw refusal.error;
    await pause(pauseAfter(refusal, attempt), signal);
  };

  return {
    execute: async <Result, Variables>(
      { text }: Document<Result, Variables>,
      variables: Variables,
      { budget = options.budget, maxAge, approval, signal }: CallOptions = {},
    ): Promise<Answer<Result>> => {
      const body = JSON.stringify({ query: text, variables });
      const headers = {
        accept: 'application/graphql-response+json, application/json',
        ...termsOf(budget, maxAge),
        ...(approval !== undefined && { 'x-kith-approval': approval }),
      };
      for (let attempt = 0; ; attempt += 1) {
        const response = await post(body, headers, signal);
        const outcome = response instanceof Refusal ? response : await answered<Result>(response);
        if (!(outcome instanceof Refusal)) return outcome;
        await againAfter(outcome, attempt, signal);
      }
    },

    quote: async <Result, Variables>(
      { text }: Document<Result, Variables>,
      variables: Variables,
      { budget = options.budget, maxAge, purpose, signal }: QuoteOptions = {},
    ): Promise<Quote> => {
      const body = JSON.stringify({ query: text, variables });
      const headers = { ...termsOf(budget, maxAge), ...(purpose !== undefined && askingFor(purpose)) };
      for (let attempt = 0; ; attempt += 1) {
        // A quote is free, so it can be retried like a subscription.
        const response = await post(body, headers, signal, new URL('quote', url).href);
        const outcome = response instanceof Refusal ? response : await quoted(response);
        if (!(outcome instanceof Refusal)) return outcome;
        await againAfter(outcome, attempt, signal);
      }
    },

    subscribe: async function* <Event, Variables>(
      { text }: Stream<Event, Variables>,
      variables: Variables,
      { signal }: Pick<CallOptions, 'signal'> = {},
    ): AsyncGenerator<Event, void> {
      const body = JSON.stringify({ query: text, variables });
      let lastId: string | undefined;
      let silentSince: number | undefined;
      for (let attempt = 0; ; attempt += 1) {
        const opened = Date.now();
        silentSince ??= opened;
        const headers = { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) };
        const response = await post(body, headers, signal);
        // A subscription is free, so it can be retried after any failure.
        let broken = new Refusal(new KithError('The stream broke off.', { maybeCharged: false }), true);
        if (response instanceof Refusal) broken = new Refusal(response.error, true);
        else if (!isEventStream(response)) {
          const outcome = await answered<never>(response);
          if (outcome instanceof Refusal) broken = outcome;
        } else {
          const events = readEvents(response.body);
          for (;;) {
            const next = await events.next().catch(() => undefined);
            if (next === undefined || next.done) break;
            const { event, id, data } = next.value;
            if (event === 'complete') return;
            lastId = id ?? lastId;
            silentSince = undefined;
            yield eventOf<Event>(data);
          }
        }
        // The caller's own end is no failure.
        if (signal?.aborted) return;
        const isHopeless = silentSince !== undefined && Date.now() - silentSince >= patienceMs;
        if (!broken.repeatable || retries === 0 || isHopeless) throw broken.error;
        // An event does not reset the pause: a proxy may end each stream after its first one.
        if (Date.now() - opened >= longestPauseMs) attempt = 0;
        await pause(pauseAfter(broken, attempt), signal);
        if (signal?.aborted) return;
      }
    },
  };
};

const termsOf = (budget: number | undefined, maxAge: number | undefined): Readonly<Record<string, string>> => ({
  ...(budget !== undefined && { 'x-credit-budget': String(budget) }),
  ...(maxAge !== undefined && { 'x-kith-max-age': String(maxAge) }),
});

/** Longest purpose of an approval, in characters. */
const maxPurpose = 200;

const askingFor = (purpose: string): Readonly<Record<string, string>> => ({
  'x-kith-approval': 'ask',
  'x-kith-approval-purpose': encodeURIComponent(purpose.slice(0, maxPurpose)),
});

/** The price in a response of `POST /quote`. */
const quoted = async (response: Response): Promise<Quote | Refusal> => {
  const body: { readonly quote?: Quote } = response.ok
    ? await response
        .clone()
        .json()
        .catch(() => ({}))
    : {};
  if (body.quote) return body.quote;
  const refused = await answered<never>(response);
  return refused instanceof Refusal
    ? refused
    : new Refusal(new KithError('The answer has no price.', { maybeCharged: false, status: response.status }), false);
};

const firstPauseMs = 250;
const longestPauseMs = 10_000;

/** How long a subscription without an event is opened again, in milliseconds: as long as a graph takes to restart, and more. */
const patienceMs = 300_000;

const pauseAfter = ({ afterMs }: Refusal, attempt: number): number =>
  Math.min(afterMs ?? firstPauseMs * 2 ** attempt, longestPauseMs);

/** Checks at run time: an unset environment variable is `undefined`, whatever its type. */
const checkOptions = ({ url, apiKey, token, headers }: ClientOptions): void => {
  if (!url) throw new TypeError(`createClient: \`url\` must be the graph's address, but got ${url}.`);
  if (!apiKey && !token && !headers)
    throw new TypeError(
      'createClient: `apiKey` (in servers) or `token` (in browsers) must be given, but both are missing or empty. Is the environment variable set?',
    );
};

const credentialOf = async ({ apiKey, token, headers }: Credential): Promise<Readonly<Record<string, string>>> => {
  if (headers !== undefined) return headers;
  if (apiKey !== undefined) return { 'x-api-key': apiKey };
  return { authorization: `Bearer ${typeof token === 'function' ? await token() : token}` };
};

const isEventStream = (response: Response): response is Response & { readonly body: ReadableStream<Uint8Array> } =>
  response.ok && response.body !== null && (response.headers.get('content-type') ?? '').includes('text/event-stream');

const eventOf = <Event>(text: string): Event => {
  const payload = parsePayload<Event>(text);
  const answer = payload && dataOf(payload);
  if (answer !== undefined) return answer.data;
  throw errorOf(payload ?? {});
};

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
