import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { JournalUnavailable } from './unavailable.ts';

/**
 * Takes a directory for this process; resolves with what gives it back. A lock that a killed process left behind is
 * taken over.
 *
 * @throws {JournalUnavailable} when another process that lives holds it
 */
export async function takeDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'lock');
  for (;;) {
    const lock = await open(path, 'wx', 0o600).catch(held);
    if (lock) {
      await lock.writeFile(String(process.pid));
      await lock.close();
      return () => rm(path, { force: true });
    }
    const holder = Number(await readFile(path, 'utf8').catch(() => ''));
    // A process of this very number is this one: it has none open, or it is a later life in a container.
    if (holder !== process.pid && isAlive(holder))
      throw new JournalUnavailable(
        `The directory ${directory} must be one graph’s own, but process ${holder} uses it.`,
      );
    await rm(path, { force: true });
  }
}

const held = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'EEXIST') throw error;
  return undefined;
};

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
