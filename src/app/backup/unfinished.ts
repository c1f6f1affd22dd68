import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure } from '../command-failure.ts';

/** What a backup is unpacked into, in the data directory, before any of it is in its place. */
export const draftName = 'restoring';

/** The file that is in a data directory while what was unpacked is put in its place. */
export const unfinishedName = 'restore-unfinished';

/** What to do about a restore that was interrupted; undefined where none was. */
export function unfinishedRestore(dataDir: string): string | undefined {
  const again = 'run "kith restore FILE" again, or';
  if (existsSync(join(dataDir, unfinishedName))) return `${again} use another data directory`;
  if (existsSync(join(dataDir, draftName))) return `${again} remove ${join(dataDir, draftName)}`;
  return undefined;
}

/** @throws {CommandFailure} where a restore was interrupted: the directory may hold half of a backup */
export function refuseUnfinished(dataDir: string): void {
  const remedy = unfinishedRestore(dataDir);
  if (remedy === undefined) return;
  throw new CommandFailure(`A restore into ${dataDir} is in progress or was interrupted: ${remedy}.`);
}
