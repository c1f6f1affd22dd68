import { once } from 'node:events';
import { createServer } from 'node:http';
import { openMetrics, openMetricsType, type Target } from './open-metrics.ts';
import type { Snapshot } from './snapshot.ts';

export interface MetricsServer {
  /** `http://host:port/metrics` */
  readonly url: string;
  close(): Promise<void>;
}

export interface MetricsAddress {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/**
 * Serves `GET /metrics` on a separate port, which need not be reachable for callers of the graph. Rejects if it cannot
 * listen.
 */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  target: Target,
  collect: () => Promise<Snapshot>,
): Promise<MetricsServer> {
  const server = createServer(({ url, method }, response) => {
    if (url !== '/metrics') {
      response.writeHead(404).end('There is nothing at this path: metrics are at /metrics.\n');
      return;
    }
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    collect().then(
      (snapshot) => response.writeHead(200, { 'content-type': openMetricsType }).end(openMetrics(snapshot, target)),
      () => response.writeHead(500).end('The metrics could not be collected.\n'),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The metrics listen on no port.');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}/metrics`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
