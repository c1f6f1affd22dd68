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
import { receiptHeaders } from './use-receipt.ts';

export interface GraphqlRouteOptions extends OperationServices {
  /** Answers whatever is not taken here, and knows what is right. */
  readonly yoga: Pick<YogaServerInstance<object, GraphContext>, 'fetch' | 'fetchAPI' | 'graphqlEndpoint'>;
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

  /** Answers a request that is taken, or has `throughYoga` do so. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    text: string,
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
    if (!response.destroyed) return this.#write(request, response, operation, result, mediaType, negotiated);
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
    request: IncomingMessage,
    response: ServerResponse,
    { prepared, context }: Pick<OperationRequest, 'prepared' | 'context'>,
    result: ExecutionResult,
    mediaType: string,
    { headers }: Pick<NegotiatedResponse, 'headers'>,
  ): Promise<void> {
    const { responseLimit, yoga } = this.#options;
    const { apiKey, receipt } = context.operation;
    const head = { ...headers, ...receiptHeaders(result) };
    let shown = result;
    if (!result.errors) {
      const { text, bytes } = receipt.followed ? this.#texts.json(result) : jsonOf(result);
      const refused = responseLimit.refuse(bytes, result, apiKey, prepared);
      if (!refused) return send(request, response, 200, head, text, bytes);
      shown = refused;
    }
    // Errors can set the status and headers, and are shown without what is internal.
    const processed = processRegularResult(shown, yoga.fetchAPI, mediaType);
    const body = await processed.text();
    const bytes = Buffer.byteLength(body);
    const refused = responseLimit.refuse(bytes, shown, apiKey, prepared);
    if (refused) return this.#write(request, response, { prepared, context }, refused, mediaType, { headers });
    return send(request, response, processed.status, { ...head, ...headersOf(processed) }, body, bytes);
  }
}

/** Characters from which a text goes out as bytes: Node copies a text together with the head, and again to encode it. */
const longText = 64 * 1024;

/** A short text goes out in one write with the head, where bytes would take two. */
async function send(
  { headers: { 'accept-encoding': acceptEncoding } }: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: NegotiatedResponse['headers'],
  text: string,
  bytes: number,
): Promise<void> {
  const compressing = compressed(text, acceptEncoding);
  if (!compressing) {
    const body = text.length < longText ? text : Buffer.from(text);
    response.writeHead(status, { ...headers, 'content-length': bytes }).end(body);
    return;
  }
  const { coding, body } = await compressing;
  response.writeHead(status, { ...headers, 'content-encoding': coding, 'content-length': body.length }).end(body);
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
