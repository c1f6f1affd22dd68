import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure } from '../command-failure.ts';

/** Directory in the data directory into which a backup is unpacked before it is moved into place. */
export const draftName = 'restoring';

/** Marker file that exists while the unpacked files are moved into place. */
export const unfinishedName = 'restore-unfinished';

/** What to do about an interrupted restore; undefined if there is none. */
export function unfinishedRestore(dataDir: string): string | undefined {
  const again = 'run "kith restore FILE" again, or';
  if (existsSync(join(dataDir, unfinishedName))) return `${again} use another data directory`;
  if (existsSync(join(dataDir, draftName))) return `${again} remove ${join(dataDir, draftName)}`;
  return undefined;
}

/** @throws {CommandFailure} if a restore was interrupted: the directory may contain half of a backup */
export function refuseUnfinished(dataDir: string): void {
  const remedy = unfinishedRestore(dataDir);
  if (remedy === undefined) return;
  throw new CommandFailure(`A restore into ${dataDir} is in progress or was interrupted: ${remedy}.`);
}
