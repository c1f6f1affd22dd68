import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivate } from '../store/owner/private-directory.ts';
import { processBirth } from '../store/owner/process-birth.ts';

/**
 * A path in the data directory for what comes from a pipe, and may name people: the caller creates the file and removes
 * it. Files that killed processes left behind are removed.
 *
 * @param at distinguishes several pipes of this process
 */
export async function incomingFile(dataDir: string, at = 0): Promise<string> {
  await makePrivate(dataDir);
  for (const name of await readdir(dataDir)) {
    const [, pid] = /^incoming-(\d+)-\d+\.ndjson$/.exec(name) ?? [];
    if (pid === undefined || (await processBirth(Number(pid))) !== undefined) continue;
    await rm(join(dataDir, name), { force: true });
  }
  return join(dataDir, `incoming-${process.pid}-${at}.ndjson`);
}
