import { join } from 'node:path';
import { type Claim, isAlive, layClaim, newClaim, readClaim, restateClaim, withdrawClaim } from './claim.ts';
import { makePrivate } from './private-directory.ts';

/** The process that owns a data directory. */
export interface Owner {
  readonly pid: number;
  /** The parent process: `kith serve` starts the service as a child. */
  readonly parent: number | undefined;
  /** Address of its service, once published. */
  readonly address: string | undefined;
}

/** The data directory belongs to another process, or to another store in this one. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';
  readonly dataDir: string;
  readonly owner: Owner;

  constructor(dataDir: string, owner: Owner) {
    const startedBy = owner.parent === undefined ? '' : `, started by process ${owner.parent}`;
    const pids = [...(owner.parent === undefined ? [] : [owner.parent]), owner.pid];
    super(
      `The data directory ${dataDir} is in use by process ${owner.pid}${startedBy}: ` +
        `"ps -o pid,lstart,args -p ${pids.join(',')}" shows the command, so that you can stop it; or use another directory.`,
    );
    this.dataDir = dataDir;
    this.owner = owner;
  }
}

export interface Ownership {
  /** Pid of the previous owner, if it ended without releasing the directory. */
  readonly takenFrom: number | undefined;
  /** Records the address of the owner's service, for `readOwner`. */
  publishAddress(address: string): Promise<void>;
  release(): Promise<void>;
}

/** The directory's current owner; undefined if there is none, or it has ended. */
export async function readOwner(dataDir: string): Promise<Owner | undefined> {
  const claim = await readClaim(fileIn(dataDir));
  return claim !== undefined && (await isAlive(claim)) ? ownerOf(claim) : undefined;
}

/**
 * Makes this process the directory's only owner until it releases it or ends in any way. Works among processes that see
 * each other's pids: those of one machine or one container.
 *
 * @throws StoreInUse while another owner is alive
 * @throws OpenDirectory if other users can access the directory and this cannot be changed
 */
export async function takeOwnership(dataDir: string): Promise<Ownership> {
  await makePrivate(dataDir);
  const path = fileIn(dataDir);
  const mine = await newClaim();
  const dead = await take(path, mine, dataDir);
  return {
    takenFrom: dead?.pid,
    publishAddress: (address) => restateClaim(path, { ...mine, address }),
    release: () => withdrawClaim(path, mine),
  };
}

/** Creates the claim, and returns that of a dead owner if it replaced one. */
async function take(path: string, mine: Claim, dataDir: string): Promise<Claim | undefined> {
  let dead: Claim | undefined;
  while (!(await layClaim(path, mine))) {
    const found = await readClaim(path);
    if (found === undefined) continue;
    if (await isAlive(found)) throw new StoreInUse(dataDir, ownerOf(found));
    await removeDead(path, found, mine, dataDir);
    dead = found;
  }
  return dead;
}

/**
 * Removes a dead claim under a lock of its own, acquired in the same way. Otherwise, of two processes that find the
 * same dead claim, the second would remove the new claim of the first.
 */
async function removeDead(path: string, dead: Claim, mine: Claim, dataDir: string): Promise<void> {
  const lock = `${path}.${dead.token}`;
  await take(lock, mine, dataDir);
  try {
    await withdrawClaim(path, dead);
  } finally {
    await withdrawClaim(lock, mine);
  }
}

const fileIn = (dataDir: string): string => join(dataDir, 'owner.json');

const ownerOf = ({ pid, parent, address }: Claim): Owner => ({ pid, parent, address });
