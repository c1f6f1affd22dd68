import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';

/**
 * Makes a database in a new directory, and writes its files to `path` as a compressed archive. `make` leaves it shut down in
 * order, so that a start recovers nothing.
 */
export async function packDatabase(path: string, make: (room: string) => Promise<string>): Promise<void> {
  const room = mkdtempSync(join(tmpdir(), 'kith-database-'));
  try {
    const directory = await make(room);
    const tar = join(room, 'tar');
    execFileSync('tar', [
      ...['--format=ustar', '--sort=name', '--owner=0', '--group=0', '--mtime=@0'],
      ...['-cf', tar, '-C', directory, '.'],
    ]);
    const params = {
      [constants.ZSTD_c_compressionLevel]: 19,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
      [constants.ZSTD_c_windowLog]: 27, // the largest that decoders accept by default; indexes repeat what rows have
    };
    writeFileSync(path, zstdCompressSync(readFileSync(tar), { params }));
  } finally {
    rmSync(room, { recursive: true });
  }
}

/** Statements before the end, after which only the last, nearly empty segment of the log is left. */
export const dropLogs = ['checkpoint', 'select pg_switch_wal()', 'checkpoint'] as const;
