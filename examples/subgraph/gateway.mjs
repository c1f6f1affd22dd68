// A supergraph of Kith and of the subgraph beside this file: it reads both schemas, composes them, and answers as one graph.
import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import http from '@graphql-mesh/transport-http';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';

const subgraphs = {
  kith: new URL('/graphql', process.env.KITH_URL ?? 'http://localhost:4000').href,
  notes: process.env.NOTES_URL ?? 'http://localhost:4010/graphql',
};

const services = await Promise.all(
  Object.entries(subgraphs).map(async ([name, url]) => {
    const body = JSON.stringify({ query: '{ _service { sdl } }' });
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { data } = await response.json();
    return { name, url, typeDefs: parse(data._service.sdl) };
  }),
);
const { supergraphSdl, errors } = composeServices(services);
if (!supergraphSdl) throw new Error(errors.map(({ message }) => message).join('\n'));

const gateway = createGatewayRuntime({
  supergraph: supergraphSdl,
  transports: { http },
  logging: false,
  propagateHeaders: {
    // Each caller pays with a key of their own, and hears what each request to Kith charged.
    fromClientToSubgraphs: ({ request }) => ({ 'x-api-key': request.headers.get('x-api-key') ?? '' }),
    fromSubgraphsToClient: ({ response }) => ({ 'x-kith-credits': response.headers.get('x-kith-credits') }),
  },
});
const server = createServer(gateway);
server.listen(Number(process.env.PORT ?? 4020), '127.0.0.1', () =>
  console.log(`The supergraph answers on http://localhost:${server.address().port}/graphql`),
);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
