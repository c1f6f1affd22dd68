import { once } from 'node:events';
import { createServer } from 'node:net';

/** The port, or for 0 any that is free; rejects, as listening there would, if it cannot be listened on now. */
export const probePort = async ({ host, port }: { host: string; port: number }): Promise<number> => {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : port;
};
