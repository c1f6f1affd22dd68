import type { FastifyInstance } from 'fastify';
import type { Database } from '../../state/database.ts';

/** Path for a copy of a running graph's database, under `/admin` only. */
export const backupPath = '/backup';
/** Path for a copy of the file of kept records. */
export const recordsBackupPath = '/backup/records';

/** Serves both to administrators: a snapshot of the SQLite database; 204 if there is none to copy. */
export function serveBackup(admin: FastifyInstance, database: Database, kept: Database | undefined): void {
  for (const [path, copied] of [
    [backupPath, database],
    [recordsBackupPath, kept],
  ] as const)
    admin.post(path, async (_, reply) => {
      const copy = copied?.copy();
      return copy === undefined ? reply.code(204).send() : reply.type('application/vnd.sqlite3').send(copy);
    });
}
