import { existsSync } from 'node:fs';
import { lstat, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readOwner } from '../../store/owner/owner.ts';
import { unfinishedRestore } from '../backup/unfinished.ts';
import { isWholeSecret } from '../kept-secret.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const ofOthers = 0o077;
/** Major version of PostgreSQL in the embedded store. */
const postgresVersion = '18';
const littleSpace = 2 ** 30;

/** Checks a data directory without changing it: permissions, version, secrets, free space, and who has it open. */
export async function checkDirectory(dataDir: string): Promise<readonly Finding[]> {
  if (!existsSync(dataDir)) return [ok(`The data directory ${dataDir} does not exist yet; the first start makes it.`)];
  const findings: Finding[] = [await rightsOf(dataDir)];
  const owner = await readOwner(dataDir);
  findings.push(
    ok(
      owner === undefined
        ? `Nothing has ${dataDir} open.`
        : `Process ${owner.pid} has ${dataDir} open; no other process does.`,
    ),
  );
  const remedy = unfinishedRestore(dataDir);
  if (remedy !== undefined)
    findings.push(problem(`A restore was interrupted, so Kith does not start on the directory: ${remedy}.`));
  findings.push(...(await secretIn(join(dataDir, 'secret'))));
  const version = await readFile(join(dataDir, 'pglite', 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version !== undefined)
    findings.push(
      version.trim() === postgresVersion
        ? ok(`The embedded store is in the format of PostgreSQL ${postgresVersion}, which this version of Kith reads.`)
        : problem(
            `The embedded store is in the format of PostgreSQL ${version.trim()}, but this version of Kith reads ${postgresVersion}: export it with the version that wrote it ("kith export"), and import that.`,
          ),
    );
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const megabytes = `${Math.round(free / 2 ** 20)} MB`;
  findings.push(
    free < littleSpace
      ? warning(`The disk has ${megabytes} left: a full disk stops all writes.`)
      : ok(`The disk has ${megabytes} left.`),
  );
  return findings;
}

async function rightsOf(dataDir: string): Promise<Finding> {
  const entries = await readdir(dataDir, { recursive: true });
  const modes = await Promise.all(
    entries.map(async (entry) => {
      // Files may vanish while the store is in use.
      const found = await lstat(join(dataDir, entry)).catch(() => undefined);
      return found === undefined || found.isSymbolicLink() ? 0 : found.mode;
    }),
  );
  const open = [(await stat(dataDir)).mode, ...modes].filter((mode) => (mode & ofOthers) !== 0).length;
  return open === 0
    ? ok(`All ${entries.length} entries of ${dataDir} are accessible only to their owner.`)
    : problem(`${open} entries of ${dataDir} are open to other users: chmod -R go= ${dataDir}.`);
}

async function secretIn(path: string): Promise<readonly Finding[]> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  return [
    isWholeSecret(text)
      ? ok(`${path} holds a secret.`)
      : problem(`${path} is empty or damaged: restore it from a backup, or remove it and lose what it has signed.`),
  ];
}
