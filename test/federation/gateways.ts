import { composeServices as composeByApollo } from '@apollo/composition';
import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import http from '@graphql-mesh/transport-http';
import { composeServices as composeByGuild } from '@theguild/federation-composition';
import { type ExecutionResult, parse } from 'graphql';
import pino from 'pino';

export interface Subgraph {
  readonly name: string;
  readonly url: string;
  readonly sdl: string;
}

export interface Composed {
  readonly supergraph: string | undefined;
  readonly errors: readonly string[];
  /** What the composer finds worth a thought, debugging aside. */
  readonly hints: readonly string[];
}

export const composers = {
  '@apollo/composition': (subgraphs: readonly Subgraph[]): Composed => {
    const { supergraphSdl, errors, hints } = composeByApollo(parsed(subgraphs));
    return {
      supergraph: supergraphSdl,
      errors: errors?.map(({ message }) => message) ?? [],
      hints: hints?.filter(({ definition }) => definition.level.name !== 'DEBUG').map(({ message }) => message) ?? [],
    };
  },
  '@theguild/federation-composition': (subgraphs: readonly Subgraph[]): Composed => {
    const { supergraphSdl, errors } = composeByGuild(parsed(subgraphs));
    return { supergraph: supergraphSdl, errors: errors?.map(({ message }) => message) ?? [], hints: [] };
  },
} as const;

const parsed = (subgraphs: readonly Subgraph[]) =>
  subgraphs.map(({ name, url, sdl }) => ({ name, url, typeDefs: parse(sdl) }));

export interface Gateway extends AsyncDisposable {
  ask<Data>(query: string, key: string): Promise<ExecutionResult<Data>>;
}

async function openApollo(supergraphSdl: string): Promise<Gateway> {
  const gateway = new ApolloGateway({
    supergraphSdl,
    buildService: ({ url }) =>
      new RemoteGraphQLDataSource({
        ...(url !== undefined && { url }),
        willSendRequest: ({ request, context }) => {
          if ('key' in context) request.http?.headers.set('x-api-key', String(context.key));
        },
      }),
    logger: pino({ level: 'silent' }),
  });
  const { executor } = await gateway.load();
  return {
    async ask<Data>(query: string, key: string) {
      const document = parse(query);
      const [operation] = document.definitions;
      // What Apollo Server hands its gateway of a request; the gateway itself reads no more than this.
      const request = {
        request: { query, variables: {} },
        document,
        operation,
        context: { key },
        queryHash: query,
        operationName: null,
        source: query,
        metrics: {},
        cache: new Map(),
      };
      return (await executor(request as unknown as Parameters<typeof executor>[0])) as ExecutionResult<Data>;
    },
    [Symbol.asyncDispose]: () => gateway.stop(),
  };
}

async function openHive(supergraph: string): Promise<Gateway> {
  const gateway = createGatewayRuntime({
    supergraph,
    logging: false,
    transports: { http },
    propagateHeaders: {
      fromClientToSubgraphs: ({ request }) => ({ 'x-api-key': request.headers.get('x-api-key') ?? '' }),
    },
  });
  return {
    async ask<Data>(query: string, key: string) {
      const response = await gateway.fetch('http://gateway/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ query }),
      });
      const answer: ExecutionResult<Data> = await response.json();
      return answer;
    },
    [Symbol.asyncDispose]: async () => gateway[Symbol.asyncDispose](),
  };
}

/** Gateways that run subgraphs, in this process, each with the composer of its house. */
export const gateways = {
  '@apollo/gateway': { open: openApollo, composer: '@apollo/composition' },
  '@graphql-hive/gateway-runtime': { open: openHive, composer: '@theguild/federation-composition' },
} as const;
