import { composeServices as composeByApollo } from '@apollo/composition';
import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import http from '@graphql-mesh/transport-http';
import { composeServices as composeByGuild } from '@theguild/federation-composition';
import { federateSubgraphs as composeByCosmo, LATEST_ROUTER_COMPATIBILITY_VERSION } from '@wundergraph/composition';
import { type ExecutionResult, parse, print } from 'graphql';
import pino from 'pino';

export interface Subgraph {
  readonly name: string;
  readonly url: string;
  readonly sdl: string;
}

export interface Composed {
  /** Undefined where the composer refuses the subgraphs. */
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
  '@wundergraph/composition': (subgraphs: readonly Subgraph[]): Composed => {
    const composed = composeByCosmo({
      subgraphs: parsed(subgraphs).map(({ typeDefs, ...subgraph }) => ({ ...subgraph, definitions: typeDefs })),
      version: LATEST_ROUTER_COMPATIBILITY_VERSION,
    });
    const errors = composed.success ? [] : composed.errors.map(({ message }) => message);
    const supergraph = composed.success ? print(composed.federatedGraphAST) : undefined;
    return { supergraph, errors, hints: composed.warnings.map(({ message }) => message) };
  },
} as const;

const parsed = (subgraphs: readonly Subgraph[]) =>
  subgraphs.map(({ name, url, sdl }) => ({ name, url, typeDefs: parse(sdl) }));

/** An answer, and what the receipts that came with it through the gateway say was charged; all in credits. */
export interface Answered<Data> extends ExecutionResult<Data> {
  readonly charged: number;
}

export interface Gateway extends AsyncDisposable {
  ask<Data>(query: string, key: string): Promise<Answered<Data>>;
}

/** Each answer of a subgraph has a receipt of its own, and a gateway may join their headers: they are added up. */
const chargedIn = (receipts: string): number =>
  [...receipts.matchAll(/(?:^|, )charged=(\d+)/g)].reduce((sum, [, credits]) => sum + Number(credits), 0);

async function openApollo(supergraphSdl: string): Promise<Gateway> {
  const gateway = new ApolloGateway({
    supergraphSdl,
    buildService: ({ url }) =>
      new RemoteGraphQLDataSource({
        ...(url !== undefined && { url }),
        willSendRequest: ({ request, context }) => {
          if ('key' in context) request.http?.headers.set('x-api-key', String(context.key));
        },
        // Apollo Server's own response takes it from the context (a plugin's `willSendResponse`).
        didReceiveResponse: ({ response, context }) => {
          const receipt = response.http?.headers.get('x-kith-credits');
          if (receipt && 'receipts' in context && Array.isArray(context.receipts)) context.receipts.push(receipt);
          return response;
        },
      }),
    logger: pino({ level: 'silent' }),
  });
  const { executor } = await gateway.load();
  return {
    async ask<Data>(query: string, key: string) {
      const document = parse(query);
      const [operation] = document.definitions;
      const receipts: string[] = [];
      // What Apollo Server hands its gateway of a request; the gateway itself reads no more than this.
      const request = {
        request: { query, variables: {} },
        document,
        operation,
        context: { key, receipts },
        queryHash: query,
        operationName: null,
        source: query,
        metrics: {},
        cache: new Map(),
      };
      const result = (await executor(request as unknown as Parameters<typeof executor>[0])) as ExecutionResult<Data>;
      return { ...result, charged: chargedIn(receipts.join(', ')) };
    },
    [Symbol.asyncDispose]: () => gateway.stop(),
  };
}

/** Hive Gateway, which also takes subscriptions. */
export interface HiveGateway extends Gateway {
  /** The whole answer to a subscription, as server-sent events. */
  follow(query: string, variables: object, key: string): Promise<Response>;
}

/** `maxCost` is the most that its demand control lets an operation weigh, by the supergraph's cost directives. */
export async function openHive(supergraph: string, maxCost?: number): Promise<HiveGateway> {
  const gateway = createGatewayRuntime({
    supergraph,
    ...(maxCost !== undefined && { demandControl: { maxCost, includeExtensionMetadata: true } }),
    logging: false,
    transports: { http },
    propagateHeaders: {
      fromClientToSubgraphs: ({ request }) => ({ 'x-api-key': request.headers.get('x-api-key') ?? '' }),
      fromSubgraphsToClient: ({ response }) => ({ 'x-kith-credits': response.headers.get('x-kith-credits') }),
    },
  });
  const post = (body: object, key: string, accept: string) =>
    gateway.fetch('http://gateway/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, 'x-api-key': key },
      body: JSON.stringify(body),
    });
  return {
    async ask<Data>(query: string, key: string) {
      const response = await post({ query }, key, 'application/json');
      const answer: ExecutionResult<Data> = await response.json();
      return { ...answer, charged: chargedIn(response.headers.get('x-kith-credits') ?? '') };
    },
    follow: async (query, variables, key) => post({ query, variables }, key, 'text/event-stream'),
    [Symbol.asyncDispose]: async () => gateway[Symbol.asyncDispose](),
  };
}

/** Gateways that run subgraphs, in this process, each with the composer of its house. */
export const gateways = {
  '@apollo/gateway': { open: openApollo, composer: '@apollo/composition' },
  '@graphql-hive/gateway-runtime': {
    open: (supergraph: string) => openHive(supergraph),
    composer: '@theguild/federation-composition',
  },
} as const;
