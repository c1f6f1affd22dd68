import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExecutionArgs, type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import { processRegularResult, type YogaServerInstance } from 'graphql-yoga';
import { type AbortSignalLike, LightAbortController } from '../../client/abort.ts';
import type { Deduplicator } from '../operation/deduplicate.ts';
import type { Execute } from '../operation/execution/execute.ts';
import type { OperationLimits } from '../operation/operation-limits.ts';
import { PreparedOperations } from '../operation/prepared-operations.ts';
import type { SessionSeal } from '../operation/session-token.ts';
import { documentOf, type TrustedDocuments } from '../operation/trusted-documents.ts';
import type { GraphContext } from '../schema/builder.ts';
import { type BodiedRequest, readBody } from './bounded-body.ts';
import { readGraphqlParams } from './graphql-params.ts';
import { headersOf, type Manner, Negotiation } from './negotiation.ts';
import { type Caller, callerOfHeaders } from './request-context.ts';
import type { Print } from './use-receipt.ts';

export interface FrontOptions {
  /** Answers whatever is not taken here, and knows what is right. */
  readonly yoga: Pick<
    YogaServerInstance<object, GraphContext>,
    'fetch' | 'fetchAPI' | 'getEnveloped' | 'graphqlEndpoint'
  >;
  readonly guard: OperationLimits;
  readonly trusted: TrustedDocuments | undefined;
  readonly seal: SessionSeal;
  readonly newContext: (caller: Caller) => GraphContext;
  readonly maskError: (error: unknown) => GraphQLError;
  readonly printed: Print;
  readonly mostBytes: number;
  readonly execute: Execute;
  readonly deduplicator: Deduplicator;
}

interface Args extends ExecutionArgs {
  readonly contextValue: GraphContext;
}

/** The short way for the common request; see the README. */
export class GraphqlRoute {
  readonly #options: FrontOptions;
  readonly #schema: GraphQLSchema;
  readonly #documents: PreparedOperations;
  readonly #manners: Negotiation;
  #answered = 0;

  constructor(options: FrontOptions) {
    const { yoga } = options;
    this.#options = options;
    const { schema, parse, validate } = yoga.getEnveloped({});
    this.#schema = schema;
    this.#documents = new PreparedOperations((query) => {
      const document = parse(query);
      return validate(schema, document).length > 0 ? undefined : document;
    });
    this.#manners = new Negotiation((headers) =>
      // Any answer shows the manner; this one is a refusal, so that nothing is executed.
      yoga.fetch(`http://localhost${yoga.graphqlEndpoint}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"query":"{"}',
      }),
    );
  }

  /** How many requests were answered here, and not by Yoga. */
  get answered(): number {
    return this.#answered;
  }

  /** Whether a request is of the common kind, as far as its head tells. */
  takes({ method, url, headers }: IncomingMessage): boolean {
    return (
      method === 'POST' &&
      url === this.#options.yoga.graphqlEndpoint &&
      isJson(headers['content-type']) &&
      headers['content-encoding'] === undefined &&
      headers['access-control-request-headers'] === undefined &&
      headers['access-control-request-method'] === undefined
    );
  }

  /** Answers a request that is taken, or has `plainly` do so once its body is read. */
  async answer(request: BodiedRequest, response: ServerResponse, plainly: () => void): Promise<void> {
    const text = await readBody(request, response, this.#options.mostBytes);
    if (text === undefined) return;
    const { headers } = request;
    const { mediaType, ...manner } = this.#manners.known(headers) ?? (await this.#manners.learn(headers));
    const args = mediaType === undefined ? undefined : this.#argsOf(request, response, text);
    const result = args && (await this.#execute(args));
    if (mediaType === undefined || !result) {
      request.body = text;
      return plainly();
    }
    this.#answered += 1;
    if (!response.destroyed) await this.#write(response, result, mediaType, manner);
  }

  /** What is to be executed; undefined where something is uncommon or wrong, which Yoga then finds, too. */
  #argsOf(request: IncomingMessage, response: ServerResponse, text: string): Args | undefined {
    const { seal, newContext, trusted } = this.#options;
    const asked = readGraphqlParams(text);
    if (!asked || (asked.documentId != null && !trusted)) return undefined;
    try {
      const query = trusted ? documentOf(trusted, asked) : asked.query;
      const document = typeof query === 'string' ? this.#documents.get(query, asked.operationName) : undefined;
      if (!document) return undefined;
      const header = (name: string): string | undefined => one(request.headers[name]);
      const contextValue = newContext(callerOfHeaders(header, leavingOf(response), seal));
      const { operationName, variables } = asked;
      const args: Args = {
        schema: this.#schema,
        document,
        operationName,
        variableValues: variables,
        contextValue,
      };
      return args;
    } catch (error) {
      if (error instanceof GraphQLError) return undefined;
      throw error;
    }
  }

  /** Undefined where nothing was executed, since the reference refuses what the guard lets through. */
  async #execute(args: Args): Promise<ExecutionResult | undefined> {
    const { guard, maskError, printed, execute, deduplicator } = this.#options;
    const refusal = guard.refusal(args);
    if (refusal) return { errors: [refusal] };
    const result = await deduplicator.execute(args, execute);
    if (result.data === undefined) return undefined;
    const shown = result.errors ? { ...result, errors: result.errors.map(maskError) } : result;
    return printed(shown, args.contextValue.operation);
  }

  async #write(
    response: ServerResponse,
    result: ExecutionResult,
    mediaType: string,
    { headers }: Pick<Manner, 'headers'>,
  ): Promise<void> {
    if (!result.errors) return send(response, 200, headers, JSON.stringify(result));
    // Errors can set the status and headers, and are shown without what is internal.
    const processed = processRegularResult(result, this.#options.yoga.fetchAPI, mediaType);
    const body = await processed.text();
    send(response, processed.status, { ...headers, ...headersOf(processed) }, body);
  }
}

function send(response: ServerResponse, status: number, headers: Manner['headers'], body: string): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Aborted when the caller leaves before the answer is written. */
function leavingOf(response: ServerResponse): AbortSignalLike {
  const leaving = new LightAbortController();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  return leaving;
}

const one = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value.join(', ') : value;

const isJson = (contentType: string | undefined): boolean =>
  contentType === 'application/json' || /^application\/json; ?charset=utf-8$/i.test(contentType ?? '');
