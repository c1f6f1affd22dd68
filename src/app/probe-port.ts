import { once } from 'node:events';
import { createServer } from 'node:net';

/** Rejects, as listening there would, if this address cannot be listened on now. */
export const probePort = async ({ host, port }: { host: string; port: number }): Promise<void> => {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
};
