import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { processBirth, unknownBirth } from './process-birth.ts';

/** A lock file's content: the process that owns something. */
export type Claim = Static<typeof claim>;

const claim = Type.Object({
  /** Unique to this claim. */
  token: Type.String(),
  pid: Type.Integer({ minimum: 1 }),
  /** The parent process. */
  parent: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Start of the process; see `processBirth`. */
  birth: Type.String(),
  /** Address of the process's service. */
  address: Type.Optional(Type.String()),
});

/** A claim truncated by a power cut. */
const unreadable: Claim = { token: 'unreadable', pid: 0, birth: '' };

/** A new claim of this process. */
export const newClaim = async (): Promise<Claim> => ({
  token: randomUUID(),
  pid: process.pid,
  parent: process.ppid,
  birth: (await processBirth(process.pid)) ?? unknownBirth,
});

/** Creates the file atomically with its content. Returns false if it exists. */
export async function layClaim(path: string, claim: Claim): Promise<boolean> {
  const draft = await writeDraft(path, claim);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft);
  }
}

/** Replaces a claim by its updated content, atomically. */
export async function restateClaim(path: string, claim: Claim): Promise<void> {
  await rename(await writeDraft(path, claim), path);
}

/**
 * Removes the file if it contains this claim. Only for the claim's owner, or the holder of the lock for removing a dead
 * claim.
 */
export async function withdrawClaim(path: string, { token }: Claim): Promise<void> {
  if ((await readClaim(path))?.token === token) await rm(path);
}

/** The claim in the file; undefined if there is no file. */
export async function readClaim(path: string): Promise<Claim | undefined> {
  try {
    return parseClaim(await readFile(path, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Whether the claim's process is alive. If its start is unknown, any process with its pid counts. */
export async function isAlive({ token, pid, birth }: Claim): Promise<boolean> {
  // No process survives a power cut.
  if (token === unreadable.token) return false;
  const seen = await processBirth(pid);
  return seen !== undefined && (seen === birth || seen === unknownBirth || birth === unknownBirth);
}

async function writeDraft(path: string, claim: Claim): Promise<string> {
  const draft = `${path}.${claim.token}.new`;
  await writeFile(draft, `${JSON.stringify(claim)}\n`, { mode: 0o600 });
  return draft;
}

function parseClaim(text: string): Claim {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(claim, value) ? value : unreadable;
  } catch {
    return unreadable;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
