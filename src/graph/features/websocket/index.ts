import type { Feature } from '../../feature.ts';
import { PageSockets } from './page-sockets.ts';
import { OpenSockets, serveWebSocket } from './websocket-server.ts';

export const websocket: Feature = {
  name: 'websocket',
  open(services, { explorer, limits, tracking, webSocket }) {
    const { log, metrics } = services;
    const sockets = new OpenSockets();
    let close: ((drainMs: number) => Promise<void>) | undefined;
    metrics?.observe(['kith.sockets.open', 'kith.sockets.lagged'], (report) => {
      report('kith.sockets.open', sockets.size);
      report('kith.sockets.lagged', sockets.lagged);
    });
    return {
      apis: [sockets],
      routes(app, http) {
        close = serveWebSocket(app.server, http, sockets, {
          page: explorer && new PageSockets(services),
          log,
          operationsPerSocket: tracking.subscriptionsPerSocket,
          longestMessage: limits.bodyBytes,
          ...webSocket,
        });
      },
      disconnect: async (drainMs) => close?.(drainMs),
    };
  },
};
