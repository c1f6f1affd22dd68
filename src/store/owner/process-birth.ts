import { readFile } from 'node:fs/promises';

/** The birth of a process that lives, where this system, or its rules, do not tell since when. */
export const unknownBirth = 'unknown';

/**
 * When a process began, as a text to compare; `undefined`: no such process lives. Process numbers are used again; a
 * number together with its beginning is not.
 */
export async function processBirth(pid: number): Promise<string | undefined> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process may not be signalled, but it is there.
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
 * proc(5): the second field is the name in parentheses, which may hold anything; the third is the state, and the 22nd
 * counts the clock ticks from the machine's start to the process's.
 */
function birthIn(boot: string, stat: string): string | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, ticks] = [fields[0], fields[19]];
  const ended = state === 'Z' || state === 'X';
  return ended ? undefined : `${boot.trim()} ${ticks}`;
}
