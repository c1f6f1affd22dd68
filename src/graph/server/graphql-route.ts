import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionResult, GraphQLError, OperationTypeNode } from 'graphql';
import { processRegularResult, type YogaServerInstance } from 'graphql-yoga';
import { type AbortSignalLike, LightAbortController } from '../../client/abort.ts';
import { compressed } from '../../http/compression.ts';
import type { PreparedOperation } from '../operation/prepared-operation.ts';
import type { Variables } from '../operation/variables.ts';
import type { GraphContext } from '../schema/builder.ts';
import { readGraphqlParams } from './graphql-params.ts';
import { headersOf, type NegotiatedResponse, Negotiation } from './negotiation.ts';
import type { OperationServices } from './operation-services.ts';
import { callerOfHeaders } from './request-context.ts';
import { jsonOf, SharedTexts } from './shared-texts.ts';
import { receiptHead } from './use-receipt.ts';

export interface GraphqlRouteOptions extends OperationServices {
  /** Answers whatever is not taken here, and knows what is right. */
  readonly yoga: Pick<YogaServerInstance<object, GraphContext>, 'fetch' | 'fetchAPI' | 'graphqlEndpoint'>;
}

/** A response that nothing was written to yet. */
interface PendingReply {
  readonly response: ServerResponse;
  /** What each answer's head says. */
  readonly head: readonly string[];
  readonly acceptEncoding: string | undefined;
}

/** A request for an operation that can be executed. */
interface OperationRequest {
  readonly prepared: PreparedOperation;
  readonly variables: Variables | undefined;
  readonly context: GraphContext;
}

/**
 * Handler of `POST /graphql` for queries and mutations in JSON from callers who take JSON. Whatever is another kind of
 * request, and whatever does not pass as a request or a document, goes to Yoga with the body as it was read.
 */
export class GraphqlRoute {
  readonly #options: GraphqlRouteOptions;
  readonly #negotiation: Negotiation;
  readonly #texts = new SharedTexts();
  #answered = 0;

  constructor(options: GraphqlRouteOptions) {
    const { yoga } = options;
    this.#options = options;
    this.#negotiation = new Negotiation((headers) =>
      // Any answer shows what is negotiated; this one is a refusal, so that nothing is executed.
      yoga.fetch(
        `http://localhost${yoga.graphqlEndpoint}`,
        {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: '{"query":"{"}',
        },
        { negotiating: true },
      ),
    );
  }

  /** How many requests were answered here, and not by Yoga. */
  get answered(): number {
    return this.#answered;
  }

  /** Asks Yoga again how callers are answered, whose origins may be others by now. */
  renegotiate(): void {
    this.#negotiation.clear();
  }

  /** Whether a request is of the common kind, as far as its head shows. */
  takes({ url, headers }: IncomingMessage): boolean {
    return (
      url === this.#options.yoga.graphqlEndpoint &&
      isJson(headers['content-type']) &&
      headers['content-encoding'] === undefined &&
      headers['access-control-request-headers'] === undefined &&
      headers['access-control-request-method'] === undefined
    );
  }

  /**
   * Answers a request that is taken, or has `throughYoga` do so.
   *
   * @param answerHead what each answer's head says, names and values in turn
   */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    text: string,
    answerHead: () => readonly string[],
    throughYoga: () => void,
  ): Promise<void> {
    const began = performance.now();
    const { headers } = request;
    const negotiated = this.#negotiation.known(headers) ?? (await this.#negotiation.learn(headers));
    const { mediaType } = negotiated;
    const operation = mediaType === undefined ? undefined : this.#operationIn(request, response, text, began);
    if (mediaType === undefined || !operation) return throughYoga();
    const result = await this.#execute(operation, began);
    this.#answered += 1;
    if (response.destroyed) return;
    const reply = { response, head: answerHead(), acceptEncoding: headers['accept-encoding'] };
    return this.#write(reply, operation, result, mediaType, negotiated);
  }

  /** Undefined where something is uncommon or wrong, which Yoga then finds, too. */
  #operationIn(
    request: IncomingMessage,
    response: ServerResponse,
    text: string,
    began: number,
  ): OperationRequest | undefined {
    const { seal, newContext, trusted, operations } = this.#options;
    const params = readGraphqlParams(text);
    if (!params) return undefined;
    try {
      const query = trusted.documentOf(params);
      const prepared = typeof query === 'string' ? operations.operation(query, params.operationName) : undefined;
      if (!prepared || prepared.operation.operation === OperationTypeNode.SUBSCRIPTION) return undefined;
      const header = (name: string): string | undefined => one(request.headers[name]);
      const context = newContext(callerOfHeaders(header, leavingOf(response), seal), began);
      return { prepared, variables: params.variables, context };
    } catch (error) {
      if (error instanceof GraphQLError) return undefined;
      throw error;
    }
  }

  async #execute({ prepared, variables, context }: OperationRequest, began: number): Promise<ExecutionResult> {
    const { limits, deduplicator, maskError, printed, observer } = this.#options;
    const { operation } = context;
    const admitted = limits.admit(prepared, variables, operation);
    if ('error' in admitted) {
      const result = { errors: [admitted.error] };
      observer?.ended({ began, prepared, operation, result });
      return result;
    }
    const result = await deduplicator.execute(admitted, context);
    observer?.ended({ began, prepared, operation, admitted, result });
    const shown = result.errors ? { ...result, errors: result.errors.map(maskError) } : result;
    return printed(shown, operation);
  }

  async #write(
    reply: PendingReply,
    { prepared, context }: Pick<OperationRequest, 'prepared' | 'context'>,
    result: ExecutionResult,
    mediaType: string,
    negotiated: NegotiatedResponse,
  ): Promise<void> {
    const { responseLimit, yoga } = this.#options;
    const { apiKey, receipt } = context.operation;
    let shown = result;
    if (!result.errors) {
      const { text, bytes } = receipt.followed ? this.#texts.json(result) : jsonOf(result);
      const refused = responseLimit.refuse(bytes, result, apiKey, prepared);
      if (!refused) return send(reply, 200, [...negotiated.head, ...receiptHead(result)], text, bytes);
      shown = refused;
    }
    // Errors can set the status and headers, and are shown without what is internal.
    const processed = processRegularResult(shown, yoga.fetchAPI, mediaType);
    const body = await processed.text();
    const bytes = Buffer.byteLength(body);
    const refused = responseLimit.refuse(bytes, shown, apiKey, prepared);
    if (refused) return this.#write(reply, { prepared, context }, refused, mediaType, negotiated);
    const head = Object.entries({ ...negotiated.headers, ...headersOf(processed) }).flat();
    return send(reply, processed.status, [...head, ...receiptHead(result)], body, bytes);
  }
}

/** Characters from which a text goes out as bytes: Node copies a text together with the head, and again to encode it. */
const longText = 64 * 1024;

/** A short text goes out in one write with the head, where bytes would take two. */
async function send(
  { response, head, acceptEncoding }: PendingReply,
  status: number,
  more: readonly string[],
  text: string,
  bytes: number,
): Promise<void> {
  const compressing = compressed(text, acceptEncoding);
  if (!compressing) {
    const body = text.length < longText ? text : Buffer.from(text);
    response.writeHead(status, [...head, ...more, 'content-length', String(bytes)]).end(body);
    return;
  }
  const { coding, body } = await compressing;
  const coded = ['content-encoding', coding, 'content-length', String(body.length)];
  response.writeHead(status, [...head, ...more, ...coded]).end(body);
}

/** Aborted when the caller leaves before the answer is written. */
function leavingOf(response: ServerResponse): AbortSignalLike {
  const leaving = new LightAbortController();
  response.on('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  return leaving;
}

const one = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value.join(', ') : value;

const isJson = (contentType: string | undefined): boolean =>
  contentType === 'application/json' || /^application\/json; ?charset=utf-8$/i.test(contentType ?? '');
