import type { Socket } from 'node:net';
import type { Feature } from '../../feature.ts';
import { serveAdmin } from './admin-route.ts';
import { type AdminSocket, openAdminSocket } from './admin-socket.ts';
import { backupPath, serveBackup } from './backup-route.ts';
import { adminPath } from './exchange.ts';

export const administration: Feature = {
  name: 'administration',
  open({ state, log }, { database, keptDatabase, adminSocket: path }) {
    return {
      // The operator's commands are needed most under load. They are few, and prove the secret before a body is read.
      unshed: [adminPath],
      admin: { paths: [backupPath], serve: (admin) => serveBackup(admin, database, keptDatabase) },
      routes(app, { commands }) {
        serveAdmin(app, { state, log, commands });
        if (path === undefined) return;
        const take = (connection: Socket) => app.server.emit('connection', connection);
        let socket: AdminSocket | undefined;
        app.addHook('onReady', async () => {
          socket = await openAdminSocket(path, take, log);
        });
        app.addHook('onClose', () => socket?.close());
      },
    };
  },
};
