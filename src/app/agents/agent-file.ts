import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { makePrivate } from '../../store/owner/private-directory.ts';
import { CommandFailure } from '../command-failure.ts';
import { unlessAbsent } from '../system-error.ts';
import { writeWhole } from './write-whole.ts';

/** A standing session of an agent, by its name, as the data directory keeps it; only its owner can read the file. */
const KeptAgent = Type.Object({
  label: Type.String(),
  id: Type.String(),
  token: Type.String(),
  expiresAt: Type.String(),
  /** The graph's address. */
  url: Type.String(),
  confirmAbove: Type.Optional(Type.Number()),
  /** The files of clients that name it, and what was made in each. */
  files: Type.Array(Type.Object({ path: Type.String(), made: Type.Enum(['file', 'object', 'entry']) })),
});
export type KeptAgent = Static<typeof KeptAgent>;

const folder = 'agents';

/** @throws {CommandFailure} for a label that cannot be a file's name */
const pathOf = (dataDir: string, label: string): string => {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u.test(label)) return join(dataDir, folder, `${label}.json`);
  throw new CommandFailure(
    `--label: must be 1 to 60 letters, digits, spaces, dots, dashes or underscores, but got “${label}”.`,
  );
};

/** @throws {CommandFailure} if the file is damaged */
export async function keptAgent(dataDir: string, label: string): Promise<KeptAgent | undefined> {
  const path = pathOf(dataDir, label);
  const text = await readFile(path, 'utf8').catch(unlessAbsent);
  if (text === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    if (Value.Check(KeptAgent, kept)) return kept;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CommandFailure(`The file ${path} is damaged: remove it, and run “kith mcp install” again.`);
}

export async function keepAgent(dataDir: string, agent: KeptAgent): Promise<void> {
  const path = pathOf(dataDir, agent.label);
  await makePrivate(dataDir);
  await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 });
  await writeWhole(path, `${JSON.stringify(agent, undefined, 2)}\n`, 0o600);
}

export const forgetAgent = (dataDir: string, label: string): Promise<void> =>
  rm(pathOf(dataDir, label), { force: true });
