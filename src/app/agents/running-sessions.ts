import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, layClaim, newClaim, readClaim, withdrawClaim } from '../../store/owner/claim.ts';
import { makePrivate } from '../../store/owner/private-directory.ts';

/** The sessions that processes have opened for themselves: a claim each, by the session's id. */
const folderIn = (dataDir: string): string => join(dataDir, 'agents', 'running');

/**
 * Notes in the data directory that this process holds a session, so that another one can end it if this one is killed.
 * Without a directory to write to, a killed process's session lasts until it expires.
 *
 * @returns removes the note
 */
export async function noteRunning(dataDir: string, id: string, address: string): Promise<() => Promise<void>> {
  const path = join(folderIn(dataDir), id);
  const claim = { ...(await newClaim()), address };
  const isNoted = await makePrivate(dataDir)
    .then(() => mkdir(folderIn(dataDir), { recursive: true, mode: 0o700 }))
    .then(() => layClaim(path, claim))
    .catch(() => false);
  return async () => {
    if (isNoted) await withdrawClaim(path, claim);
  };
}

/**
 * Ends the sessions of processes that were killed, at one graph.
 *
 * @param end ends a session by its id; false or a rejection if it may be open still
 */
export async function endKilled(
  dataDir: string,
  address: string,
  end: (id: string) => Promise<boolean>,
): Promise<void> {
  const folder = folderIn(dataDir);
  const ids = await readdir(folder).catch((): readonly string[] => []);
  await Promise.all(
    ids.map(async (id) => {
      const path = join(folder, id);
      const claim = await readClaim(path).catch(() => undefined);
      if (claim === undefined || claim.address !== address || (await isAlive(claim))) return;
      // What fails is left to the next start.
      if (await end(id).catch(() => false)) await rm(path, { force: true });
    }),
  );
}
