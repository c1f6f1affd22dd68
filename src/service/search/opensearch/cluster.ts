import { setTimeout } from 'node:timers/promises';
import { Client, errors } from '@opensearch-project/opensearch';
import Type, { type Static, type TSchema } from 'typebox';
import Value from 'typebox/value';
import { Problem } from '../../problem.ts';

/** Addresses and credentials of a search cluster. */
export interface ClusterConfig {
  /** Base URLs of nodes, without credentials. */
  readonly urls: readonly string[];
  readonly auth?: { readonly username: string; readonly password: string } | { readonly apiKey: string } | undefined;
  /** PEM certificates of the authorities to trust instead of the system's. */
  readonly ca?: string | undefined;
}

export interface ClusterRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Lines of a `_bulk` request. */
  readonly lines?: readonly object[];
  /** Request timeout in milliseconds; the cluster also cancels the request then. Default: 10 s. */
  readonly timeoutMs?: number;
  /** For requests that a caller waits for: also asks a second node if the first is silent for a second. */
  readonly hedged?: boolean;
  /**
   * For background requests: retries long enough to outlast the loss of a node and the election of a cluster manager.
   */
  readonly patient?: boolean;
}

/** The cluster refused a request; a retry would not help. */
export class ClusterRefusal extends Error {
  readonly status: number;
  /** OpenSearch's error type, such as `resource_already_exists_exception`. */
  readonly type: string;
  constructor(status: number, type: string, reason: string) {
    super(`The search cluster answers ${status} ${type}: ${reason}`);
    this.status = status;
    this.type = type;
  }
}

/** OpenSearch's error type for a lost point in time. */
export const lostContext = 'search_context_missing_exception';

/** No node answers in time: 503 with `Retry-After`. */
class ClusterUnavailable extends Problem {
  constructor(cause: unknown) {
    super(503, ['Search does not answer; try again later. Everything else works.'], { 'retry-after': '5' });
    this.cause = cause;
  }
}

/** Delays before the retries. Nodes that are down refuse at once; overloaded ones get some time. */
const pausesMs = [0, 50, 100, 200, 400, 800];
/** Hedging delay: how long a node may be silent before a second one is asked. */
const hedgeMs = 1000;
const patientPausesMs = [...pausesMs, ...Array<number>(30).fill(1000)];

const Failure = Type.Object({
  error: Type.Object({ type: Type.String(), reason: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
});

/**
 * Client of a search cluster that retries idempotent requests on other nodes.
 *
 * @example
 * await using cluster = new Cluster({ urls: ['http://127.0.0.1:9200'] });
 */
export class Cluster implements AsyncDisposable {
  readonly #client: Client;
  readonly #closing = new AbortController();

  constructor({ urls, auth, ca }: ClusterConfig) {
    this.#client = new Client({
      nodes: [...urls],
      maxRetries: 0,
      ...(auth && 'username' in auth && { auth }),
      ...(auth && 'apiKey' in auth && { headers: { authorization: `ApiKey ${auth.apiKey}` } }),
      ...(ca !== undefined && { ssl: { ca } }),
    });
  }

  /**
   * Sends a request to any node and retries it on others; the request must be idempotent.
   *
   * @throws {ClusterRefusal} for a 4xx
   * @throws {ClusterUnavailable} if no node answers
   */
  async ask<Reply extends TSchema>(request: ClusterRequest, reply: Reply): Promise<Static<Reply>> {
    const { method, path, query, body, lines, timeoutMs = 10_000, hedged = false, patient = false } = request;
    const params = {
      method,
      path,
      ...(query && { querystring: { ...query } }),
      ...(body && { body }),
      ...(lines && { bulkBody: [...lines] }),
    };
    let last: unknown;
    for (const pause of patient ? patientPausesMs : pausesMs) {
      if (pause > 0) await this.pause(pause);
      try {
        const send = () => this.#client.transport.request(params, { requestTimeout: timeoutMs });
        const answer = await (hedged ? this.#hedged(send) : send());
        return parsed(reply, answer.body, path);
      } catch (error) {
        last = error;
        if (!mayPass(error) && !(patient && error instanceof errors.TimeoutError)) break;
      }
    }
    throw refusalOf(last) ?? new ClusterUnavailable(last);
  }

  /**
   * Hedged request: repeats it on the next node after a second without an answer, since a machine that vanishes resets
   * no connection. The slower request continues, so that its timeout makes the client skip that node.
   */
  async #hedged<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    const first = send();
    const settled = new AbortController();
    const ended = first.then(
      () => false,
      () => false,
    );
    const late = setTimeout(hedgeMs, true, { signal: settled.signal }).catch(() => false);
    const silent = await Promise.race([ended, late]);
    settled.abort();
    if (!silent) return await first;
    return await Promise.any([first, send()]).catch(({ errors: [error] }: AggregateError) => {
      throw error;
    });
  }

  /** Waits; rejects if the client is closed first. */
  async pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.#closing.signal });
  }

  /** Whether any node answers promptly. */
  async answers(): Promise<boolean> {
    try {
      await this.#client.transport.request({ method: 'GET', path: '/' }, { requestTimeout: 1000, maxRetries: 3 });
      return true;
    } catch {
      return false;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#client.close();
  }
}

function parsed<Reply extends TSchema>(reply: Reply, body: unknown, path: string): Static<Reply> {
  if (Value.Check(reply, body)) return body;
  throw new Error(`The search cluster's answer to ${path} has an unexpected form.`);
}

/** Whether a retry on another node may succeed. */
function mayPass(error: unknown): boolean {
  if (error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError) return true;
  if (!(error instanceof errors.ResponseError)) return false;
  if (isContextLost(error)) return false;
  return [429, 502, 503, 504].includes(error.statusCode) || passing.test(JSON.stringify(error.body ?? ''));
}

/** The point in time, or the nodes that held it, are gone; a retry cannot find it. */
const isContextLost = ({ body }: { readonly body: unknown }): boolean =>
  /search_context_missing|no node found for/i.test(JSON.stringify(body ?? ''));

/** The cluster cancelled a search at its time limit, which is about our own timeout. */
const isCancelled = ({ body }: { readonly body: unknown }): boolean =>
  JSON.stringify(body ?? '').includes('task_cancelled_exception');

/** Errors of a node while another node is being lost. */
const passing = /node_(?:disconnected|not_connected)_exception|no_shard_available|NodeDisconnected|NodeNotConnected/;

function refusalOf(error: unknown): Error | undefined {
  if (!(error instanceof errors.ResponseError)) return isOurs(error) ? undefined : asError(error);
  if (mayPass(error) || isCancelled(error)) return undefined;
  const body: unknown = error.body;
  const { type, reason } = Value.Check(Failure, body) ? body.error : { type: 'unknown', reason: String(error.message) };
  return new ClusterRefusal(error.statusCode, isContextLost(error) ? lostContext : type, reason ?? '');
}

const isOurs = (error: unknown): boolean =>
  error instanceof errors.ConnectionError ||
  error instanceof errors.TimeoutError ||
  error instanceof errors.NoLivingConnectionsError;

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
