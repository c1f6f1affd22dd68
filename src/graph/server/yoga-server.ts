import type { GraphQLSchema } from 'graphql';
import { createYoga, type YogaInitialContext, type YogaServerInstance } from 'graphql-yoga';
import { requestIdHeader } from '../../contract/headers.ts';
import { creditsHeader } from '../credits/credits-header.ts';
import type { ExecutionLimits } from '../operation/execution-limits.ts';
import type { GraphContext } from '../schema/builder.ts';
import type { Streams } from './event-streams.ts';
import { graphqlPath } from './http-server.ts';
import { type Negotiating, type ObservedContext, useObserver } from './measure/use-observer.ts';
import type { OperationServices } from './operation-services.ts';
import { type Caller, callerOfHeaders } from './request-context.ts';
import { useAnswerHeaders } from './use-answer-headers.ts';
import { useCompression } from './use-compression.ts';
import { sseEventIds } from './use-event-ids.ts';
import { useMissingDocument } from './use-missing-document.ts';
import { useMultipartSubscriptions } from './use-multipart-subscriptions.ts';
import { useNotAcceptable } from './use-not-acceptable.ts';
import { usePreparedOperations } from './use-prepared-operations.ts';
import { quoting } from './use-price-estimate.ts';
import { receipt } from './use-receipt.ts';
import { useRefusedStreams } from './use-refused-streams.ts';
import { useSingleConnection } from './use-single-connection.ts';
import { documentIdParam, useTrustedDocuments } from './use-trusted-documents.ts';

/** What comes along with a request that is handed to Yoga. */
export interface YogaInput extends Negotiating {
  /** Who asks, where the request's headers don't say so, as over WebSocket. */
  readonly caller?: Caller;
  /** The operation is priced instead of executed. */
  readonly quoting?: boolean;
}

export type Yoga = YogaServerInstance<YogaInput, GraphContext>;

export interface YogaOptions extends OperationServices {
  readonly schema: GraphQLSchema;
  readonly execution: ExecutionLimits;
  readonly streams: Streams;
  /** Origins whose pages may call the graph, as they are at present. */
  readonly origins: () => readonly string[];
}

/** Headers that pages of other origins may read. */
const exposedHeaders = [creditsHeader, requestIdHeader, 'retry-after', 'ratelimit', 'ratelimit-policy'];

/** GraphQL over HTTP as the specification has it, and server-sent events; our own rules are its plugins. */
export function createYogaServer({
  schema,
  operations,
  limits,
  deduplicator,
  execution,
  trusted,
  seal,
  newContext,
  maskError,
  printed,
  streams,
  origins,
  responseLimit,
  observer,
}: YogaOptions): Yoga {
  return createYoga<YogaInput, GraphContext>({
    schema,
    graphqlEndpoint: graphqlPath,
    context: ({ caller, quoting, request, began }: YogaInitialContext & YogaInput & ObservedContext) =>
      newContext(
        {
          ...(caller ?? callerOfHeaders((name) => request.headers.get(name), request.signal, seal)),
          quoting,
        },
        began,
      ),
    maskedErrors: { maskError },
    plugins: [
      ...(observer ? [useObserver(observer)] : []),
      useTrustedDocuments(trusted),
      useMissingDocument(),
      usePreparedOperations(operations, limits, deduplicator, execution),
      quoting(observer && ((...quote) => observer.quoted(...quote))),
      receipt(printed),
      responseLimit.plugin(),
      sseEventIds(streams),
      useRefusedStreams(),
      useSingleConnection({ seal, streams, maskError }),
      useMultipartSubscriptions(),
      useNotAcceptable(),
      useAnswerHeaders(),
      useCompression(),
    ],
    extraParamNames: [documentIdParam],
    parserAndValidationCache: false,
    batching: false,
    // A form may be sent across origins unasked, so none is read; JSON may not.
    multipart: false,
    cors: () => {
      const origin = [...origins()];
      return origin.length > 0 && { origin, credentials: false, exposedHeaders };
    },
    landingPage: false,
    logging: false,
    // Served by a route of its own.
    graphiql: false,
  });
}
