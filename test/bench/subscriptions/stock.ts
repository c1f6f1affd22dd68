import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { type ExecutionArgs, parse, validate } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { createPubSub, createSchema, createYoga } from 'graphql-yoga';
import { WebSocketServer } from 'ws';
import { eventFields, longestPollMs, publicUrl } from './messages.ts';

interface Told {
  readonly id: string;
  readonly status: string;
}

/** The tasks that a server of the stock recipe started, each with one poller, however many follow it. */
class Tasks {
  readonly hub = createPubSub<{ task: [id: string, event: Told] }>();
  readonly #upstreamUrl: string;
  readonly #statuses = new Map<string, string>();
  readonly #callbacks = new Map<string, string>();

  constructor(upstreamUrl: string) {
    this.#upstreamUrl = upstreamUrl;
  }

  async start(website: string): Promise<string> {
    const path = `/callbacks/${randomUUID()}`;
    const response = await fetch(`${this.#upstreamUrl}/v3/network-mapper`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'bench' },
      body: JSON.stringify({ query: {}, mapping_company_website: website, callback_url: publicUrl + path }),
    });
    const { task_id: id } = await response.json();
    this.#callbacks.set(path, id);
    await this.#look(id);
    setInterval(() => this.#look(id), longestPollMs);
    return id;
  }

  /** The upstream calls: the status is read back before anyone is told. */
  calledBack(path: string): void {
    const id = this.#callbacks.get(path);
    if (id !== undefined) void this.#look(id);
  }

  async *follow(id: string) {
    const status = this.#statuses.get(id) ?? 'Unknown';
    yield { id: status, status };
    yield* this.hub.subscribe('task', id);
  }

  async #look(id: string): Promise<void> {
    const response = await fetch(`${this.#upstreamUrl}/v3/network-mapper/status?task_id=${id}`, {
      headers: { 'x-api-key': 'bench' },
    });
    const { status } = await response.json();
    if (this.#statuses.get(id) === status) return;
    this.#statuses.set(id, status);
    this.hub.publish('task', id, { id: status, status });
  }
}

/**
 * The recipe of the libraries' own documentation (Yoga, its PubSub, and graphql-ws over ws), with what Kith does for a
 * task: one poller, callbacks as hints to look, and the change published when it was read back.
 */
export async function openStock(upstreamUrl: string): Promise<{ readonly url: string }> {
  const tasks = new Tasks(upstreamUrl);
  const yoga = createYoga({
    logging: false,
    schema: createSchema({
      typeDefs: /* GraphQL */ `
        type Event { ${eventFields.map((name) => `${name}: String`).join(' ')} }
        type MappingTask { id: ID! }
        type Query { ok: Boolean }
        type Mutation { mapNetwork(input: MapNetworkInput!): MapNetworkPayload }
        input MapNetworkInput { companyWebsite: String }
        type MapNetworkPayload { task: MappingTask }
        type Subscription { mappingTask(id: ID!): Event }
      `,
      resolvers: {
        Mutation: {
          mapNetwork: async (_root: unknown, { input }: { input: { companyWebsite: string } }) => ({
            task: { id: await tasks.start(input.companyWebsite) },
          }),
        },
        Subscription: {
          mappingTask: {
            subscribe: (_root: unknown, { id }: { id: string }) => tasks.follow(id),
            resolve: (event: Told) => event,
          },
        },
      },
    }),
  });
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/callbacks/')) {
      tasks.calledBack(request.url);
      request.resume();
      response.writeHead(204).end();
    } else {
      yoga(request, response);
    }
  });
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
  return { url: `http://127.0.0.1:${address.port}` };
}

type Root = Pick<ReturnType<ReturnType<typeof createYoga>['getEnveloped']>, 'execute' | 'subscribe'>;

// The recipe hands these two on as the root value, and has no type for it.
const rootOf = (args: ExecutionArgs): Root => args.rootValue as Root;
