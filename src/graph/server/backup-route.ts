import type { FastifyInstance } from 'fastify';
import type { Database } from '../state/database.ts';
import { adminToken, demandToken } from './admin-token.ts';
import { noStore } from './uncached.ts';

/** Where the administrator of a running graph takes a copy of its own database. */
export const backupPath = '/backup';

export const backupToken = (secret: string): string => adminToken(secret, 'backup');

/** Serves `POST /backup` to who shows the token: the database as it is at this moment; 204 where another store remembers. */
export function serveBackup(app: FastifyInstance, database: Database, secret: string): void {
  app.post(backupPath, { onRequest: demandToken(backupToken(secret)) }, async (_, reply) => {
    reply.header('cache-control', noStore);
    const copy = database.copy();
    return copy === undefined ? reply.code(204).send() : reply.type('application/vnd.sqlite3').send(copy);
  });
}
