import { setTimeout as pause } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import { decodedBody } from '../../../client/content-coding.ts';
import { dispatcherTo } from '../../../client/dispatcher.ts';
import { retryAfterMs } from '../../../client/retry.ts';
import { userAgent } from '../../../client/user-agent.ts';
import { apiKeyHeader } from '../../../contract/headers.ts';
import { isObject, parseJson } from '../../../contract/json.ts';
import type { Operation } from '../../../contract/operation/operation.ts';
import type { Words } from '../../../contract/wire-names.ts';
import { type WireNames, wireNamesOf } from '../../../contract/wire-names.ts';
import { CommandFailure } from '../../command-failure.ts';
import { codeOf } from '../../system-error.ts';

/** A raw answer. Only its form may be printed, never its content. */
export interface WireAnswer {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** The JSON object in the body; empty if the body is anything else. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly isJson: boolean;
  readonly bytes: number;
  readonly ms: number;
  readonly hasByteOrderMark: boolean;
}

export interface CallerOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly names: Words | undefined;
  readonly timeoutMs: number;
  /** More headers of each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether requests go through the proxy that the environment names, if any. */
  readonly mayUseProxy?: boolean | undefined;
  readonly wait?: ((ms: number) => Promise<unknown>) | undefined;
}

const maxBytes = 256 * 1024 * 1024;
/** Maximum attempts of a call that is answered with 429. */
const maxTries = 6;
const longestWaitMs = 60_000;

/** Calls an upstream without the client's layers: retries only after 429, no validation. Collects statistics. */
export class UpstreamCaller implements AsyncDisposable {
  readonly #options: CallerOptions;
  readonly #agent: Dispatcher;
  #names: WireNames | undefined;
  calls = 0;
  bytes = 0;
  largest = 0;
  limitsRate = false;
  readonly times: number[] = [];
  /** Content codings of answers; next, media types of error answers. */
  readonly codings = new Set<string>();
  readonly errorTypes = new Set<string>();
  readonly rateHeaders = new Set<string>();
  requestIds = 0;
  marks = 0;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#names = wireNamesOf(options.names);
    const { url, timeoutMs, mayUseProxy = false } = options;
    this.#agent = dispatcherTo(new URL(url).origin, mayUseProxy, {
      connections: 4,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connectTimeout: 5_000,
    });
  }

  get url(): string {
    return this.#options.url;
  }

  /** Sets the names that requests use from now on. */
  speak(words: Words): void {
    this.#names = wireNamesOf(words);
  }

  /**
   * Calls an operation. Request and answer use the contract's names.
   *
   * @throws {CommandFailure} if there is no answer
   */
  async call(
    { method, path }: Pick<Operation, 'method' | 'path'>,
    body: object | undefined,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<WireAnswer> {
    const { apiKey, headers: more, wait = pause } = this.#options;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#once(method, path, body, {
        'user-agent': userAgent,
        ...more,
        [apiKeyHeader]: apiKey,
        ...headers,
      });
      if (answer.status !== 429 || tries === maxTries) return answer;
      this.limitsRate = true;
      const asked = retryAfterMs(answer.header('retry-after')) ?? 1_000 * 2 ** (tries - 1);
      await wait(Math.min(asked, longestWaitMs));
    }
  }

  async #once(
    method: 'GET' | 'POST',
    path: string,
    body: object | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<WireAnswer> {
    const query = method === 'GET' && body ? `?${new URLSearchParams(Object.entries(body))}` : '';
    const sent =
      method === 'POST' ? JSON.stringify(this.#names ? this.#names.request(body ?? {}) : (body ?? {})) : null;
    const began = performance.now();
    this.calls += 1;
    try {
      const answer = await request(this.#options.url + path + query, {
        method,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(sent !== null && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: sent,
        dispatcher: this.#agent,
      });
      const received = Buffer.from(await answer.body.arrayBuffer());
      const header = (name: string): string | undefined => {
        const value = answer.headers[name];
        return Array.isArray(value) ? value.join(', ') : value;
      };
      return this.#noted(answer.statusCode, header, received, performance.now() - began, Object.keys(answer.headers));
    } catch (error) {
      const reason = codeOf(error) ?? 'no answer';
      const remedy = /CERT|UNABLE_TO_VERIFY/.test(reason)
        ? ': its certificate is of an authority that Node.js does not know; NODE_EXTRA_CA_CERTS names a file with more'
        : '';
      throw new CommandFailure(`the data service at ${this.#options.url} cannot be examined (${reason})${remedy}.`);
    }
  }

  #noted(
    status: number,
    header: WireAnswer['header'],
    received: Buffer,
    ms: number,
    headerNames: readonly string[],
  ): WireAnswer {
    const coding = header('content-encoding');
    if (coding !== undefined && coding !== 'identity') this.codings.add(coding);
    const plain = decodedBody(received, coding ?? '', maxBytes) ?? received;
    const text = plain.toString();
    const hasByteOrderMark = text.startsWith('\uFEFF');
    const json = parseJson(hasByteOrderMark ? text.slice(1) : text);
    this.bytes += received.length;
    if (status < 300) this.largest = Math.max(this.largest, plain.length);
    this.times.push(ms);
    if (hasByteOrderMark) this.marks += 1;
    if (header('x-request-id') !== undefined) this.requestIds += 1;
    if (status >= 400) this.errorTypes.add((header('content-type') ?? 'none').split(';')[0] ?? '');
    for (const name of headerNames) if (/^(x-)?ratelimit|^retry-after$/.test(name)) this.rateHeaders.add(name);
    return {
      status,
      header,
      body: isObject(json) ? json : {},
      isJson: isObject(json),
      bytes: received.length,
      ms,
      hasByteOrderMark,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.close();
  }
}
