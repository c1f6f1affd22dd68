import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure } from '../command-failure.ts';

/** The file that is in a data directory while a backup is restored into it. */
export const unfinishedName = 'restore-unfinished';

/** @throws {CommandFailure} where a restore was interrupted: the directory may hold half of a backup */
export function refuseUnfinished(dataDir: string): void {
  if (!existsSync(join(dataDir, unfinishedName))) return;
  throw new CommandFailure(
    `A restore into ${dataDir} is under way or was interrupted: give "kith restore FILE" once more, or use another data directory.`,
  );
}
