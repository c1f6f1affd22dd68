import { readFile } from 'node:fs/promises';

/** Start of a living process, if the system does not reveal it. */
export const unknownBirth = 'unknown';

/**
 * Start of a process, as a text to compare; undefined if there is no such process. Pids are reused, but a pid with its
 * start time is unique.
 */
export async function processBirth(pid: number): Promise<string | undefined> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? unknownBirth : undefined;
  }
  if (process.platform !== 'linux') return unknownBirth;
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return birthIn(boot, stat);
  } catch {
    return unknownBirth;
  }
}

/**
 * proc(5): the second field is the name in parentheses, which may contain anything; the third is the state, and the
 * 22nd the start time in clock ticks since boot.
 */
function birthIn(boot: string, stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, ticks] = [fields[0], fields[19]];
  const ended = state === 'Z' || state === 'X';
  return ended ? undefined : `${boot.trim()} ${ticks}`;
}
