import { join } from 'node:path';
import { type Claim, isAlive, layClaim, newClaim, readClaim, restateClaim, withdrawClaim } from './claim.ts';
import { makePrivate } from './private-directory.ts';

/** The process that a data directory belongs to. */
export interface Owner {
  readonly pid: number;
  /** The process that started it: `kith serve` starts the service as a child. */
  readonly parent: number | undefined;
  /** Where its service answers, once it has said so. */
  readonly address: string | undefined;
}

/** Another process has the data directory, or another store in this one. */
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
  /** The number of the process that had the directory and ended without giving it back, if one did. */
  readonly takenFrom: number | undefined;
  /** Records the address of the owner's service, for `readOwner`. */
  publishAddress(address: string): Promise<void>;
  release(): Promise<void>;
}

/** Who has the directory now; `undefined`: nobody, or a process that has ended. */
export async function readOwner(dataDir: string): Promise<Owner | undefined> {
  const claim = await readClaim(fileIn(dataDir));
  return claim !== undefined && (await isAlive(claim)) ? ownerOf(claim) : undefined;
}

/**
 * Makes this process the directory's one owner until it gives it back or ends, however it ends. Holds among the
 * processes that see each other's numbers: those of one machine, or of one container.
 * @throws StoreInUse while another owner lives, OpenDirectory where others can enter it and this can't be changed
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

/** Lays the claim, in place of a dead owner's if there is one, which it answers. */
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
 * Two who find the same dead claim must not both remove "it", for the second would remove what the first has laid
 * since. So a dead claim has a lock of its own, which is taken in the same way.
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
