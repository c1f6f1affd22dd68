import { createServer } from 'node:http';
import { type ExecutionArgs, parse, validate } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { createPubSub, createSchema, createYoga } from 'graphql-yoga';
import { WebSocketServer } from 'ws';
import { eventFields, type Served } from './served.ts';

interface Told {
  readonly id: string;
  readonly status: string;
}

/** The recipe of the libraries' own documentation: Yoga, its PubSub, and graphql-ws over ws. */
export async function openStock(): Promise<Served> {
  const hub = createPubSub<{ task: [id: string, event: Told] }>();
  const statuses = new Map<string, string>();
  const yoga = createYoga({
    logging: false,
    schema: createSchema({
      typeDefs: /* GraphQL */ `
        type Event { ${eventFields.map((name) => `${name}: String`).join(' ')} }
        type Query { ok: Boolean }
        type Subscription { mappingTask(id: ID!): Event }
      `,
      resolvers: {
        Subscription: {
          mappingTask: {
            async *subscribe(_root: unknown, { id }: { id: string }) {
              yield { id: 'NotMapped', status: statuses.get(id) ?? 'NotMapped' };
              yield* hub.subscribe('task', id);
            },
            resolve: (event: Told) => event,
          },
        },
      },
    }),
  });
  const server = createServer(yoga);
  useServer(
    {
      execute: (args: ExecutionArgs) => rootOf(args).execute(args),
      subscribe: (args: ExecutionArgs) => rootOf(args).subscribe(args),
      onSubscribe: async (_context, _id, params) => {
        const { schema, execute, subscribe, contextFactory } = yoga.getEnveloped({ params });
        const document = parse(params.query);
        const errors = validate(schema, document);
        if (errors.length > 0) return errors;
        return {
          schema,
          document,
          operationName: params.operationName ?? null,
          variableValues: params.variables ?? null,
          contextValue: await contextFactory(),
          rootValue: { execute, subscribe },
        };
      },
    },
    new WebSocketServer({ server, path: yoga.graphqlEndpoint }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    create: async () => undefined,
    move(id, status) {
      statuses.set(id, status);
      hub.publish('task', id, { id: status, status });
    },
    looks: () => 0,
  };
}

type Root = Pick<ReturnType<ReturnType<typeof createYoga>['getEnveloped']>, 'execute' | 'subscribe'>;

// The recipe hands these two on as the root value, and has no type for it.
const rootOf = (args: ExecutionArgs): Root => args.rootValue as Root;
