import { createYoga, type YogaServerInstance } from 'graphql-yoga';
import { graphqlPath } from '../http/http-server.ts';
import type { Callers } from '../http/request-context.ts';
import type { OperationServices } from '../operation/run-operation.ts';
import type { Streams } from './streams.ts';
import { useRunOperation, type YogaInput } from './use-run-operation.ts';

export type Yoga = YogaServerInstance<YogaInput, object>;

export interface YogaOptions {
  readonly services: OperationServices;
  readonly callers: Callers;
  readonly streams: Streams;
}

/**
 * Yoga server for GET, bare documents, server-sent events and multipart answers. Its plugin runs the operations.
 */
export const createYogaServer = ({ services, callers, streams }: YogaOptions): Yoga =>
  createYoga<YogaInput>({
    graphqlEndpoint: graphqlPath,
    plugins: [useRunOperation(services, callers, streams)],
    extraParamNames: ['documentId'],
    // `runOperation` masks errors.
    maskedErrors: false,
    parserAndValidationCache: false,
    batching: false,
    // Forms are not accepted: unlike JSON, pages may send them across origins without a preflight.
    multipart: false,
    // `cors.ts` handles every answer.
    cors: false,
    landingPage: false,
    logging: false,
    // Has its own route.
    graphiql: false,
  });
