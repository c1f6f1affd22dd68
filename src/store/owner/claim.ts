import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { processBirth, unknownBirth } from './process-birth.ts';

/** What a process lays down as a file, to say that something is its own. */
export type Claim = Static<typeof claim>;

const claim = Type.Object({
  /** Names this claim, and no other. */
  token: Type.String(),
  pid: Type.Integer({ minimum: 1 }),
  /** The process that started it. */
  parent: Type.Optional(Type.Integer({ minimum: 0 })),
  /** When the process began; see `processBirth`. */
  birth: Type.String(),
  /** Where the process's service answers. */
  address: Type.Optional(Type.String()),
});

/** What a power cut may leave of a claim. */
const unreadable: Claim = { token: 'unreadable', pid: 0, birth: '' };

/** A new claim of this process. */
export const newClaim = async (): Promise<Claim> => ({
  token: randomUUID(),
  pid: process.pid,
  parent: process.ppid,
  birth: (await processBirth(process.pid)) ?? unknownBirth,
});

/** Creates the file, whole from its first moment; answers whether it could, which is only where there was none. */
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

/** Puts the claim, said differently, in the place of itself, in one step. */
export async function restateClaim(path: string, claim: Claim): Promise<void> {
  await rename(await writeDraft(path, claim), path);
}

/** Removes the file if it holds this very claim. Only for its owner, or for who alone may remove a dead one. */
export async function withdrawClaim(path: string, { token }: Claim): Promise<void> {
  if ((await readClaim(path))?.token === token) await rm(path);
}

/** The claim in the file; `undefined`: there is no file. */
export async function readClaim(path: string): Promise<Claim | undefined> {
  try {
    return parseClaim(await readFile(path, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The process that laid the claim lives. Where its birth is not known, any living process of its number counts. */
export async function isAlive({ token, pid, birth }: Claim): Promise<boolean> {
  // No process outlives a power cut.
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
