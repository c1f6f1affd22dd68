import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import pino from 'pino';
import type { Words } from '../../../src/contract/wire-names.ts';
import type { Price } from '../../../src/graph/credits/price-estimate.ts';
import type { ReceiptLines } from '../../../src/graph/credits/receipt.ts';
import type { TracedCall } from '../../../src/graph/credits/trace.ts';
import type { GraphOptions } from '../../../src/graph/graph-options.ts';
import { type Graph, openGraph } from '../../../src/graph/server.ts';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { openRecorder, type Recorder } from '../network/recorder.ts';
import { type Between, usualBetween } from './between.ts';

export interface GraphAnswer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly locations?: readonly { readonly line: number; readonly column: number }[];
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
  readonly extensions?: {
    readonly credits?: ReceiptLines;
    readonly warnings?: readonly string[];
    readonly upstream?: { readonly calls: readonly TracedCall[] };
  };
}

export interface TestGraph extends AsyncDisposable {
  readonly graph: Graph;
  /** Stands between the graph and its upstream, and counts. */
  readonly upstream: Recorder;
  /** Where the graph finds its upstream, and the upstream's words: the recorder's, unless another proxy is before it. */
  readonly asks: { readonly baseUrl: string; readonly names?: Words | undefined };
  /** Asks over HTTP, as an app would. */
  ask<Data, Variables>(
    key: string | undefined,
    document: TypedDocumentNode<Data, Variables> | string,
    variables?: Variables,
    request?: { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal },
  ): Promise<GraphAnswer<Data>>;
  /** Asks for the price, with the same body and headers. */
  quote(
    key: string | undefined,
    document: TypedDocumentNode<unknown, never> | string,
    variables?: object,
  ): Promise<{ readonly quote?: Price; readonly errors?: GraphAnswer<unknown>['errors'] }>;
  close(): Promise<void>;
  /** The credits that the upstream says the key's team has used. */
  usage(key: string): Promise<number>;
}

/** Budgets that no test meets by accident, and no memory of what another one loaded. */
const credits = { budget: { default: 100_000, max: 100_000 }, cache: { keepMs: 0, records: 1_000 } };

/** A graph over an upstream, with a recorder between them, and another proxy before that where one is named. */
export async function openTestGraph(
  upstreamUrl: string,
  options: Partial<GraphOptions> = {},
  openBetween: ((url: string) => Promise<Between>) | undefined = usualBetween,
): Promise<TestGraph> {
  const upstream = await openRecorder(upstreamUrl);
  const between = await openBetween?.(upstream.url);
  const graph = await openGraph({
    upstreamUrl: between?.url ?? upstream.url,
    ...between?.options,
    log: pino({ level: 'silent' }),
    polling: { firstMs: 5, longestMs: 50, growth: 1.5 },
    // Faults are the tests' own.
    breaker: 'off',
    ...options,
    traffic: { load: noLoadGuard, ...options.traffic },
    credits: { ...credits, ...options.credits },
  });
  const close = async () => {
    await graph.close();
    await upstream[Symbol.asyncDispose]();
    await between?.[Symbol.asyncDispose]();
  };
  return {
    graph,
    upstream,
    asks: { baseUrl: between?.url ?? upstream.url, names: between?.options.names },
    async ask(key, document, variables, { headers = {}, signal } = {}) {
      const response = await fetch(`${graph.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'x-api-key': key }),
          ...headers,
        },
        signal: signal ?? null,
        body: JSON.stringify({ query: typeof document === 'string' ? document : print(document), variables }),
      });
      return await response.json();
    },
    async quote(key, document, variables) {
      const response = await fetch(`${graph.url}/quote`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) },
        body: JSON.stringify({ query: typeof document === 'string' ? document : print(document), variables }),
      });
      return await response.json();
    },
    async usage(key) {
      // Asked of the service itself, so that the recorder holds the graph's calls only.
      const response = await fetch(`${upstreamUrl}/credits/usage`, { headers: { 'x-api-key': key } });
      const body: { usage: number } = await response.json();
      return body.usage;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
