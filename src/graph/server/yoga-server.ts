import { createYoga, type YogaServerInstance } from 'graphql-yoga';
import type { OperationServices } from '../operation/run-operation.ts';
import { graphqlPath } from './http-server.ts';
import type { Callers } from './request-context.ts';
import type { Streams } from './streams.ts';
import { useRunOperation, type YogaInput } from './use-run-operation.ts';

export type Yoga = YogaServerInstance<YogaInput, object>;

export interface YogaOptions {
  readonly services: OperationServices;
  readonly callers: Callers;
  readonly streams: Streams;
}

/**
 * GraphQL over HTTP by GET, documents as they are, server-sent events and multipart answers. Operations themselves are run by
 * its plugin.
 */
export const createYogaServer = ({ services, callers, streams }: YogaOptions): Yoga =>
  createYoga<YogaInput>({
    graphqlEndpoint: graphqlPath,
    plugins: [useRunOperation(services, callers, streams)],
    extraParamNames: ['documentId'],
    // Errors are masked where operations are run.
    maskedErrors: false,
    parserAndValidationCache: false,
    batching: false,
    // A form may be sent across origins unasked, so none is read; JSON may not.
    multipart: false,
    // Every answer of the graph's has the same rules.
    cors: false,
    landingPage: false,
    logging: false,
    // Served by a route of its own.
    graphiql: false,
  });
