import { once } from 'node:events';
import { createServer } from 'node:net';

/** Resolves with the port, or for 0 with a free one; rejects with the error of listening if it is not available. */
export const probePort = async ({ host, port }: { host: string; port: number }): Promise<number> => {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : port;
};
