import type { Server } from 'node:http';
import { type ExecutionArgs, GraphQLError } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import type { YogaServerInstance } from 'graphql-yoga';
import { WebSocketServer } from 'ws';
import type { GraphContext } from '../builder.ts';
import { type Caller, callerOfConnection } from './context.ts';

type Yoga = YogaServerInstance<{ readonly caller?: Caller }, GraphContext>;

/** An execution that runs through Yoga's plugins, like those that come over HTTP. */
interface Enveloped extends ExecutionArgs {
  readonly rootValue: Pick<ReturnType<Yoga['getEnveloped']>, 'execute' | 'subscribe'>;
}

const enveloped = (args: ExecutionArgs): Enveloped['rootValue'] => (args as Enveloped).rootValue;

/** Serves the graph over graphql-transport-ws on the HTTP server's own port. */
export function serveWebSocket(server: Server, yoga: Yoga): { close(): Promise<void> } {
  const sockets = new WebSocketServer({ server, path: yoga.graphqlEndpoint });
  const cleanup = useServer(
    {
      execute: (args) => enveloped(args).execute(args),
      subscribe: (args) => enveloped(args).subscribe(args),
      async onSubscribe(context, _id, { query, variables, operationName, extensions }) {
        const params = { query, variables, operationName, extensions };
        const caller = callerOfConnection(context.connectionParams);
        const { schema, execute, subscribe, contextFactory, parse, validate } = yoga.getEnveloped({ caller, params });
        // A syntax error, like an invalid document, is the operation's error and leaves the socket open.
        const document = parsed(parse, query);
        if (document instanceof GraphQLError) return [document];
        const errors = validate(schema, document);
        if (errors.length > 0) return errors;
        const rootValue: Enveloped['rootValue'] = { execute, subscribe };
        return {
          schema,
          document,
          rootValue,
          operationName: operationName ?? null,
          variableValues: variables ?? null,
          contextValue: await contextFactory(),
        };
      },
    },
    sockets,
  );
  return {
    async close() {
      await cleanup.dispose();
    },
  };
}

function parsed(parse: ReturnType<Yoga['getEnveloped']>['parse'], query: string) {
  try {
    return parse(query);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}
