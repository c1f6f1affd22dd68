import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { type Loaders, makeLoaders, resolvers } from './resolvers.ts';
import { typeDefs } from './schema.ts';
import { listening } from './wire.ts';

/** Apollo Server 5, standalone, with a DataLoader for each request. */
const server = new ApolloServer<Loaders>({ typeDefs, resolvers });
const { url } = await startStandaloneServer(server, {
  listen: { port: 0, host: '127.0.0.1' },
  context: async ({ req }) => makeLoaders(String(req.headers['x-api-key'])),
});
listening(new URL(url).port);
