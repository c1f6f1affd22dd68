import type { FastifyInstance } from 'fastify';
import type { Database } from '../../state/database.ts';

/** Where the administrator of a running graph takes a copy of its own database. */
export const backupPath = '/backup';

/** Serves `POST /backup` to administrators: the database as it is at this moment; 204 where another store remembers. */
export function serveBackup(admin: FastifyInstance, database: Database): void {
  admin.post(backupPath, async (_, reply) => {
    const copy = database.copy();
    return copy === undefined ? reply.code(204).send() : reply.type('application/vnd.sqlite3').send(copy);
  });
}
