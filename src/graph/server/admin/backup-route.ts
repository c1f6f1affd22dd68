import type { FastifyInstance } from 'fastify';
import type { Database } from '../../state/database.ts';

/** Path for a copy of a running graph's database, under `/admin` only. */
export const backupPath = '/backup';

/** Serves `POST /backup` to administrators: a snapshot of the SQLite database; 204 if there is none to copy. */
export function serveBackup(admin: FastifyInstance, database: Database): void {
  admin.post(backupPath, async (_, reply) => {
    const copy = database.copy();
    return copy === undefined ? reply.code(204).send() : reply.type('application/vnd.sqlite3').send(copy);
  });
}
