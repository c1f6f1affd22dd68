import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { addressOf, type Config } from '../config/config.ts';
import { apiKeyHeader } from '../contract/headers.ts';
import { isObject, parseJson } from '../contract/json.ts';
import { answers, isPossible } from '../graph/features/administration/admin-socket.ts';
import {
  type AdminAnswer,
  type AdminRequest,
  adminPath,
  Exchange,
  sealedType,
} from '../graph/features/administration/exchange.ts';
import { Seal, type Secrets } from '../graph/state/seal/seal.ts';
import { CommandFailure } from './command-failure.ts';
import { secretsOf } from './kept-secret.ts';
import { codeOf } from './system-error.ts';

/** The path of the Unix socket on which the graph of a data directory takes commands. */
export const adminSocketIn = (dataDir: string): string => join(dataDir, 'graph.sock');

/** The address of a graph, and the secrets, one of which it must prove to know. */
export interface GraphPlace {
  /** Without a trailing slash; also shown in messages. */
  readonly url: string;
  readonly secrets: Secrets;
  /** Path of its Unix socket, if a graph listens there. */
  readonly socket?: string | undefined;
}

/**
 * Resolves the graph that a command addresses: the given URL, else the graph of this data directory, by its socket or
 * at its configured address.
 *
 * @param graphUrl the value of `--graph`
 */
export const graphPlace = async (config: Config, graphUrl: string | undefined): Promise<GraphPlace> => {
  const secrets = await secretsOf(config);
  const path = adminSocketIn(config.dataDir);
  const socket = graphUrl === undefined && isPossible(path) && (await answers(path)) ? path : undefined;
  return { url: graphAddress(config, graphUrl), secrets, socket };
};

/**
 * The address of a graph, without a trailing slash, or the path of one of its endpoints.
 *
 * @throws {CommandFailure} if `--graph` is no `http:` or `https:` URL
 */
export function graphAddress(config: Config, graphUrl: string | undefined): string {
  if (graphUrl === undefined) return addressOf(config).replace(/\/+$/, '');
  const url = URL.parse(graphUrl);
  if (url?.protocol === 'http:' || url?.protocol === 'https:')
    return graphUrl.replace(/\/+$/, '').replace(/\/(?:mcp|graphql)$/, '');
  throw new CommandFailure(`--graph: must be a URL such as http://localhost:4000, but got “${graphUrl}”.`);
}

/** A request to a graph; its body is sent as JSON. */
export interface GraphRequest extends Omit<AdminRequest, 'body'> {
  readonly body?: object | undefined;
}

/** Timeout for the headers, and between chunks of the body, in milliseconds. */
const usualTimeoutMs = 20_000;

/**
 * Sends a request to a running graph, and accepts the answer only if it proves that the graph knows the secret. The
 * request is encrypted with a key from that secret, so that another server at the address cannot read or reuse it.
 *
 * @returns undefined if nothing listens at the address
 * @throws {CommandFailure} if another server answers, the graph has another secret, or there is no answer within 20 s
 */
export const askGraph = async (
  place: GraphPlace,
  { body, ...asked }: GraphRequest,
  timeoutMs = usualTimeoutMs,
): Promise<AdminAnswer | undefined> => {
  const { url, secrets, socket } = place;
  const agent = new Agent({ ...(socket !== undefined && { connect: { socketPath: socket } }) });
  await using _closed = { [Symbol.asyncDispose]: () => agent.destroy() };
  const options = { dispatcher: agent, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  const at = socket ?? url;
  const stranger = (why: string): NotTrusted =>
    new NotTrusted(
      `the server at ${at} is not a graph with the secret configured here (${why}), so its answer is not trusted. Run this with the data directory of the graph, or its KITH_SECRET; --graph names another address.`,
    );
  const given = await request(url + adminPath, options).catch((error: unknown) => unlessRefused(error, at));
  if (given === undefined) return undefined;
  const text = await given.body.text().catch(() => '');
  const nonce = given.statusCode === 200 ? nonceIn(text) : undefined;
  const away = () =>
    new GraphAway(
      `the server at ${at} answers 503: it, or a proxy in front of it, is overloaded or not ready, or its store does not answer. Try again in a moment.`,
    );
  if (given.statusCode === 503) throw away();
  if (nonce === undefined) throw stranger(`status ${given.statusCode}`);
  const sent = { ...asked, ...(body && { body: JSON.stringify(body) }) };
  const { exchange, answering } = sendSealed(url, new Seal(secrets), nonce, sent, options);
  const answer = await answering.catch((error: unknown) => unanswered(error, at));
  const sealed = await answer.body.arrayBuffer().catch((error: unknown) => unanswered(error, at));
  if (answer.statusCode === 401) throw stranger('it has another secret');
  if (answer.statusCode === 503) throw away();
  const opened = answer.statusCode === 200 ? exchange.openAnswer(Buffer.from(sealed)) : undefined;
  if (opened === undefined) throw stranger(`status ${answer.statusCode}, without proof of the secret`);
  return opened;
};

/** Sends a sealed request with a nonce of its receiver. */
export function sendSealed(
  url: string,
  seal: Seal,
  nonce: string,
  asked: AdminRequest,
  options: NonNullable<Parameters<typeof request>[1]>,
): { readonly exchange: Exchange; readonly answering: ReturnType<typeof request> } {
  const own = randomBytes(32).toString('base64url');
  const exchange = new Exchange(seal, nonce, own);
  const answering = request(url + adminPath, {
    ...options,
    method: 'POST',
    headers: { authorization: `Kith ${nonce} ${own} ${exchange.proof}`, 'content-type': sealedType },
    body: exchange.sealRequest(asked),
  });
  return { exchange, answering };
}

/** No graph answers at the moment: it may be restarting. */
export class GraphAway extends CommandFailure {}

/** No graph listens there, so that it was sent nothing. */
export class NoGraph extends GraphAway {}

/** A server answered that has not proved that it knows the secret. */
class NotTrusted extends CommandFailure {}

/** A running graph, and the API key that it is asked with. */
export interface KeyedGraph {
  readonly config: Config;
  readonly apiKey: string;
  /** The value of `--graph`; undefined for the graph of this data directory. */
  readonly graphUrl: string | undefined;
  /** Permits sending the key over plain HTTP to a server that has not proved that it knows the secret. */
  readonly insecure: boolean;
  /** For requests that take long, such as loads of a thousand records. */
  readonly timeoutMs?: number;
}

/**
 * Sends a request with an API key. To the `https:` URL of `--graph`, or to any with `insecure`, the key is sent unsealed;
 * otherwise the request is encrypted, so that only the graph with this secret can read the key.
 *
 * @throws {CommandFailure} if nothing answers, or the answer to an encrypted request does not prove the secret
 */
export const askWithKey = async (
  { config, apiKey, graphUrl, insecure, timeoutMs }: KeyedGraph,
  asked: Omit<GraphRequest, 'apiKey'>,
): Promise<AdminAnswer> => {
  if (graphUrl === undefined || !(insecure || graphUrl.startsWith('https:'))) {
    const place = await graphPlace(config, graphUrl);
    const answer = await askGraph(place, { ...asked, apiKey }, timeoutMs).catch((error: unknown) => {
      const hint = ' --insecure sends the API key to it anyway.';
      throw error instanceof NotTrusted && graphUrl !== undefined ? new CommandFailure(error.message + hint) : error;
    });
    return demandAnswer(place.url, answer);
  }
  const { method, path, headers, body } = asked;
  const answer = await request(graphAddress(config, graphUrl) + path, {
    method,
    headers: { ...headers, [apiKeyHeader]: apiKey, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  }).catch((error: unknown) => unlessRefused(error, graphUrl));
  const text = await answer?.body.arrayBuffer().catch((error: unknown) => unanswered(error, graphUrl));
  return demandAnswer(graphUrl, answer && text && { status: answer.statusCode, body: Buffer.from(text) });
};

/** As `askGraph`, for commands that need a running graph. */
export const demandGraph = async (place: GraphPlace, asked: GraphRequest): Promise<AdminAnswer> =>
  demandAnswer(place.url, await askGraph(place, asked));

/** @throws {CommandFailure} if no graph answered */
const demandAnswer = (url: string, answer: AdminAnswer | undefined): AdminAnswer => {
  if (answer !== undefined) return answer;
  throw new NoGraph(`no graph answers at ${url}: start one with "kith serve", or name one with --graph.`);
};

/** The nonce in the answer to `GET /admin`; undefined if there is none. */
export const nonceIn = (text: string): string | undefined => {
  const given = parseJson(text);
  if (!isObject(given) || typeof given.nonce !== 'string') return undefined;
  return /^[\w.-]{1,200}$/.test(given.nonce) ? given.nonce : undefined;
};

/** Returns undefined only for errors which show that nothing listens there; others do not prove that. */
const unlessRefused = (error: unknown, at: string): undefined =>
  ['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EADDRNOTAVAIL'].includes(codeOf(error) ?? '')
    ? undefined
    : unanswered(error, at);

const unanswered = (error: unknown, at: string): never => {
  throw new GraphAway(`the graph at ${at} gave no answer (${codeOf(error) ?? error}): try again.`);
};
